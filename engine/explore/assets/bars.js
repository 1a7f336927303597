// The race at the root: every move's value or interval as a bar, all on one scale, until the best one's
// lower end reaches the upper end of every other.

class Bars {
  constructor(place, replay, page) {
    Object.assign(this, { place, replay, page, base: -1, rows: [] });
  }

  draw() {
    const { replay } = this;
    if (replay.base !== this.base) this._build();
    const known = this._known();
    const gap = separation(replay, known);
    this._showBest();
    for (const row of this.rows) this._draw(row, known.get(row.node), gap);
    this._line(this.lowest, gap && gap.best >= 0 ? gap.low : null);
    this._line(this.highest, gap && gap.rival >= 0 ? gap.high : null);
  }

  // If not all moves fit, the best one is visible.
  _showBest() {
    if (this.replay.best === this.shown) return;
    this.shown = this.replay.best;
    const best = this.rows.find(({ node }) => node === this.shown);
    if (best) this.place.scrollTop = best.row.offsetTop - this.place.clientHeight / 2;
  }

  _known() {
    const { replay } = this;
    const forgotten = replay.forgotten(replay.base);
    const known = new Map();
    for (const { node } of this.rows) {
      if (!replay.present(node, forgotten)) continue;
      const bounds = replay.bounds(node);
      if (bounds) known.set(node, bounds);
    }
    return known;
  }

  _build() {
    this.base = this.replay.base;
    const children = new Set(this.page.tree.children(this.base));
    const traces = this.page.replays.map((replay) => replay.trace);
    this.range = this.page.scores.spread(traces, (node) => children.has(node));
    const rows = Array.from(this.page.tree.children(this.base), (node) => {
      const row = element("div", "bar");
      const name = element("span", "bar-name", this.page.label(node));
      const track = element("span", "bar-track");
      const fill = element("span", "bar-fill");
      const text = element("span", "bar-text");
      track.append(fill);
      row.append(name, track, text);
      row.addEventListener("pointerenter", () => this.page.point(node));
      row.addEventListener("pointerleave", () => this.page.point(-1));
      row.addEventListener("click", () => this.page.select(node));
      return { node, row, fill, text };
    });
    this.rows = rows;
    this.lowest = element("span", "bar-line lowest");
    this.highest = element("span", "bar-line highest");
    const lines = element("div", "bar-lines");
    lines.append(this.lowest, this.highest);
    this.place.replaceChildren(lines, ...rows.map(({ row }) => row));
  }

  _draw({ node, row, fill, text }, bounds, gap) {
    const { scores } = this.page;
    row.classList.toggle("best", node === this.replay.best);
    row.classList.toggle("second", Boolean(gap) && node === gap.rival);
    row.classList.toggle("out", Boolean(gap && bounds) && node !== gap.best && bounds[1] <= gap.low);
    fill.hidden = !bounds;
    text.textContent = bounds ? scores.interval(...bounds) : "";
    if (!bounds) return;
    const [from, to] = [scores.place(bounds[0], 0, this.range), scores.place(bounds[1], 1, this.range)];
    fill.style.left = `${100 * from}%`;
    fill.style.width = `${100 * (to - from)}%`;
  }

  _line(line, score) {
    line.hidden = score === null || !this.page.scores.isKnown(score);
    if (!line.hidden) line.style.left = `${100 * this.page.scores.place(score, 0, this.range)}%`;
  }
}

// How far the best root move is from being separated, where moves have intervals: {best, low, rival,
// high}: the best one's lower end, and the highest upper end of the others. Null for plain values.
function separation(replay, known) {
  const intervals = [...known.values()].some(([low, high]) => low !== high);
  if (!intervals && !replay.aim) return null;
  if (replay.turned) return null; // the other side's race runs the other way
  let best = replay.best;
  if (!known.has(best)) {
    best = -1;
    for (const [node, [, high]] of known) if (best < 0 || high > known.get(best)[1]) best = node;
  }
  if (best < 0) return null;
  let rival = -1;
  for (const [node, [, high]] of known) {
    if (node !== best && (rival < 0 || high > known.get(rival)[1])) rival = node;
  }
  return { best, low: known.get(best)[0], rival, high: rival < 0 ? 0 : known.get(rival)[1] };
}

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

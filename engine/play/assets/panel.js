// What a search finds, frame by frame: value, depth, nodes, line, and root moves as bars. Frames of
// a quick search are shown one after the other, so that its bars can be seen to converge.

const FRAME_MS = 45;
const MOST_QUEUED = 36;

class Panel {
  constructor() {
    const get = (id) => document.getElementById(id);
    this.parts = { thinker: get("thinker"), value: get("value"), depth: get("depth"), nodes: get("nodes"), verdict: get("verdict"), line: get("line"), bars: get("bars") };
    this.queue = [];
    this.timer = 0;
    this.range = null;
    this.rows = new Map();
  }

  // Begin another search.
  begin(title) {
    this.parts.thinker.textContent = title;
    this.queue = [];
    this.range = null;
    this.rows.clear();
    this.parts.bars.replaceChildren();
  }

  add(frames) {
    this.queue.push(...frames);
    if (this.queue.length > MOST_QUEUED) {
      const step = this.queue.length / MOST_QUEUED;
      const last = this.queue.at(-1);
      this.queue = Array.from({ length: MOST_QUEUED }, (_, i) => this.queue[Math.floor(i * step)]);
      this.queue[MOST_QUEUED - 1] = last;
    }
    if (!this.timer && this.queue.length) this.next();
  }

  next() {
    const frame = this.queue.shift();
    this.timer = frame ? setTimeout(() => this.next(), FRAME_MS) : 0;
    if (frame) this.show(frame);
  }

  show(frame) {
    const { parts } = this;
    parts.value.textContent = frame.value || frame.move || "";
    parts.depth.textContent = frame.depth || "";
    parts.nodes.textContent = frame.nodes.toLocaleString("en");
    parts.line.textContent = frame.line;
    parts.verdict.textContent = this.verdict(frame);
    this.bars(frame.root);
  }

  verdict(frame) {
    if (frame.proved) return `${frame.move} is proved`;
    const race = this.race(frame.root);
    if (race && race.highest !== null) {
      return race.best[1] >= race.highest ? `${race.best[0]} is separated` : `${race.best[0]} leads`;
    }
    return frame.move ? `${frame.move} is best` : "";
  }

  // The best move, the next one, and the highest upper bound of the others; only for intervals.
  race(rows) {
    const drawn = rows.filter((row) => Number.isFinite(row[1]) && Number.isFinite(row[2]));
    if (drawn.length < 2 || drawn.length < rows.length || drawn.every((row) => row[1] === row[2])) return null;
    const order = [...drawn].sort((a, b) => b[2] - a[2] || b[1] - a[1]);
    const separated = order.find((row) => drawn.every((other) => other === row || row[1] >= other[2]));
    const best = separated || order[0];
    const second = order.find((row) => row !== best);
    return { best, second, highest: second[2] };
  }

  bars(rows) {
    const bounds = rows.flatMap((row) => [row[1], row[2]]).filter(Number.isFinite);
    if (!bounds.length || rows.length < 2) {
      this.parts.bars.replaceChildren();
      this.rows.clear();
      return;
    }
    const low = Math.min(...bounds, this.range ? this.range[0] : Infinity);
    const high = Math.max(...bounds, this.range ? this.range[1] : -Infinity);
    this.range = [low, Math.max(high, low + 1)];
    const decided = { win: 100, loss: 0 };
    const place = (bound, open) => (Number.isFinite(bound) ? (100 * (bound - this.range[0])) / (this.range[1] - this.range[0]) : decided[bound] ?? open);
    const race = this.race(rows);
    for (const [name, bar] of this.rows) {
      if (!rows.some((row) => row[0] === name)) { bar.remove(); this.rows.delete(name); }
    }
    const size = (bound, open) => ({ win: 1e12, loss: -1e12 })[bound] ?? bound ?? open;
    const order = [...rows].sort((a, b) => size(b[2], 1e13) - size(a[2], 1e13) || size(b[1], -1e13) - size(a[1], -1e13));
    for (const row of order) {
      let bar = this.rows.get(row[0]);
      if (!bar) {
        bar = element("div", {}, element("span", { className: "bar-name", textContent: row[0] }), element("span", { className: "bar-track" }, element("span", { className: "bar-fill" })), element("span", { className: "bar-text" }));
        this.rows.set(row[0], bar);
      }
      const out = race && row !== race.best && row[2] <= race.best[1];
      bar.className = `bar${race && row === race.best ? " best" : ""}${race && row === race.second ? " second" : ""}${out ? " out" : ""}`;
      const [from, to] = [place(row[1], 0), place(row[2], 100)];
      const fill = bar.querySelector(".bar-fill");
      fill.style.left = `${from}%`;
      fill.style.width = `${to - from}%`;
      bar.lastChild.textContent = row[3];
      this.parts.bars.append(bar);
    }
    this.rules(race, place, rows.length);
  }

  // The lower bound of the best move, and the highest upper bound of the others.
  rules(race, place, count) {
    this.parts.bars.querySelectorAll(".bar-rule").forEach((rule) => rule.remove());
    if (!race) return;
    const first = this.rows.get(race.best[0]).querySelector(".bar-track");
    for (const [kind, bound] of [["", race.best[1]], [" highest", race.highest]]) {
      const rule = element("div", { className: `bar-rule${kind}` });
      rule.style.left = `${first.offsetLeft + (first.offsetWidth * place(bound, 0)) / 100}px`;
      rule.style.height = `${count * 19}px`;
      this.parts.bars.append(rule);
    }
  }
}

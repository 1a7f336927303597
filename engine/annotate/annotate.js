// The page of annotated games: the graph of values, the board, the table of moves.

const CLASSES = { "": "", "?!": "m1", "?": "m2", "??": "m3" };

function moveName(game, move) {
  const chess = game.board && "K" in game.board.pieces;
  if (!chess) return `${move.ply + 1}. ${escaped(move.text)}`;
  const number = Math.floor(move.ply / 2) + 1;
  return `${number}${move.side ? "…" : "."} ${escaped(move.text)}`;
}

class Page extends GameView {
  constructor(games) {
    super();
    this.games = games;
    const select = get("games");
    select.innerHTML = games.map((game, index) =>
      `<option value="${index}">${escaped(`${game.number}. ${game.players.join(" – ")}`)}</option>`).join("");
    get("choice").hidden = games.length < 2;
    select.addEventListener("change", () => this.open(Number(select.value), 0));
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", m: "mark", M: "mark" };
    document.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.target.matches("select") || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.act(keys[event.key]);
    });
  }

  open(index, ply) {
    const game = this.games[index];
    Object.assign(this, { game, number: game.number, plies: game.plies });
    get("games").value = String(index);
    get("title").textContent = game.players.join(" – ");
    get("facts").innerHTML = [game.facts, game.summary].filter(Boolean).map(escaped).join("<br>");
    const boards = game.board ? boardsOf(game.board.symbols, game.changes) : null;
    this.show(game.board, boards, this.table(), this.graph());
    this.go(ply);
  }

  table() {
    const rows = this.game.moves.map((move) => {
      const kind = CLASSES[move.mark];
      const excluded = move.bounds ? ` <span class="excluded" title="${escaped(move.excluded)}">▮</span>` : "";
      return `<tr data-ply="${move.ply + 1}"><td><span class="${kind}">${moveName(this.game, move)}${move.mark}</span>${excluded}</td><td class="number">${escaped(move.value)}</td><td class="number ${kind}">${escaped(move.loss)}</td><td class="line">${escaped(move.better)}</td></tr>`;
    });
    return `<table><thead><tr><th>Move</th><th class="number" title="from ${escaped(this.game.sides[0])}'s side">Value</th><th class="number">Loss</th><th>Better line</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  }

  graph() {
    const { moves, unit, known, sides, plies } = this.game;
    const most = edgeOf(moves.map((move) => Math.abs(move.firstSideValue)).filter((size) => size < known), unit);
    const x = (ply) => this.x(ply);
    const y = (value) => 75 - 70 * Math.max(-1, Math.min(1, value / most));
    const points = moves.map((move) => `${x(move.ply + 1).toFixed(1)},${y(move.firstSideValue).toFixed(1)}`);
    const ticks = moves.filter((move) => move.mark).map((move) => {
      const [at, edge] = [x(move.ply + 1).toFixed(1), move.side ? 0 : 150];
      return `<line class="tick ${CLASSES[move.mark]}" x1="${at}" x2="${at}" y1="${edge}" y2="${edge ? 136 : 14}"/>`;
    });
    const area = points.length ? `<polygon class="area" points="${x(moves[0].ply + 1)},75 ${points.join(" ")} ${x(plies)},75"/>` : "";
    const shown = unit > 1 ? (most / unit).toFixed(1) : String(Math.round(most));
    return `<svg class="graph" viewBox="0 0 600 150" preserveAspectRatio="none" role="img" aria-label="values over the moves">
      <line class="zero" x1="0" x2="600" y1="75" y2="75"/>${area}<polyline points="${points.join(" ")}"/>${ticks.join("")}
      <line class="cursor" y1="0" y2="150"/></svg>
      <p class="faint">values as ${escaped(sides[0])} sees them, the edges are ±${shown}; ticks are marks of ${escaped(sides[1])} (top) and ${escaped(sides[0])} (bottom)</p>`;
  }

  sentence() {
    if (this.ply === 0) return "<p>The start.</p>";
    const move = this.game.moves.find((each) => each.ply === this.ply - 1);
    if (!move) return "<p>Not annotated.</p>";
    const parts = [`<p><b class="${CLASSES[move.mark]}">${moveName(this.game, move)}${move.mark}</b> ${escaped(move.value)}</p>`];
    if (move.remark) parts.push(`<p>${escaped(move.remark)}</p>`);
    if (move.better) parts.push(`<p class="line">better: ${escaped(move.better)}</p>`);
    if (move.bounds) parts.push(this.race(move));
    return parts.join("");
  }

  // Both intervals on one scale, from the side that moved.
  race(move) {
    const { unit, known } = this.game;
    const [low, high, least, most] = move.bounds.map((value) => Math.max(-known, Math.min(known, value)));
    const finite = [low, high, least, most].filter((value) => Math.abs(value) < known);
    const from = Math.min(...finite), to = Math.max(...finite);
    const x = (value) => 90 + 290 * Math.max(0, Math.min(1, (value - from) / Math.max(1, to - from)));
    const written = (value) => Math.abs(value) >= known ? (value > 0 ? "won" : "lost") : unit > 1 ? (value / unit).toFixed(2) : value;
    const bar = (name, kind, a, b, top) => `<text x="0" y="${top + 11}">${escaped(name)}</text><rect class="${kind}" x="${x(a).toFixed(1)}" y="${top}" width="${Math.max(3, x(b) - x(a)).toFixed(1)}" height="13" rx="3"><title>${written(a)} to ${written(b)}</title></rect>`;
    const zero = from < 0 && to > 0 ? `<line x1="${x(0)}" x2="${x(0)}" y1="0" y2="38"/>` : "";
    const ends = finite.length ? [[from, "start"], [to, "end"]].map(([value, anchor]) =>
      `<text class="scale" style="text-anchor:${anchor}" x="${x(value).toFixed(1)}" y="52">${written(value)}</text>`).join("") : "";
    return `<svg class="race" viewBox="0 0 390 56" role="img" aria-label="intervals of both moves">${zero}${bar(move.best, "best", low, high, 2)}${bar(most <= -known ? `${move.text} loses` : move.text, "played", least, most, 22)}${ends}</svg>`;
  }

  act(what) {
    if (what === "mark") {
      const next = this.game.moves.find((move) => move.ply >= this.ply && (move.mark || move.bounds));
      if (next) this.go(next.ply + 1);
      return;
    }
    super.act(what);
  }
}

const games = JSON.parse(get("data").textContent).games;
if (games.length) {
  const page = new Page(games);
  const asked = /^#game=(\d+)&ply=(\d+)$/.exec(location.hash);
  const index = asked ? games.findIndex((game) => game.number === Number(asked[1])) : -1;
  const marked = games[0].moves.find((move) => move.mark || move.bounds);
  page.open(Math.max(0, index), index >= 0 ? Number(asked[2]) : marked ? marked.ply + 1 : 0);
}

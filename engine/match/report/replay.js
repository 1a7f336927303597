// One game on the board, move by move.

class Replay extends GameView {
  constructor(data, formatter) {
    super();
    Object.assign(this, { data, formatter, game: null, timer: 0 });
    this.button = document.querySelector("[data-go=play]");
  }

  open(game, ply) {
    this.stop();
    Object.assign(this, { game, number: game.number, plies: game.texts.length });
    get("replay").hidden = false;
    const names = this.formatter.names(game);
    get("title").innerHTML = `${game.number}. ${names[0]} – ${names[1]}  ${game.result}`;
    const fault = game.fault ? `: ${escaped(game.fault)}` : "";
    get("facts").innerHTML = `${escaped(game.ending)}${fault} · ${this.plies} plies${game.opening ? `, ${game.opening} of the opening` : ""} · ${game.date}`;
    const { board } = this.data;
    const boards = board && game.changes ? boardsOf(game.symbols || board.symbols, game.changes) : null;
    this.show(board, boards, this.listed(game), graphOf(this, game, this.formatter));
    this.go(ply);
  }

  listed(game) {
    const rows = game.texts.map((text, index) => {
      const move = index - game.opening;
      const cells = move < 0 ? [null, null, null, null]
        : [this.formatter.value(game, move), game.depths[move], game.nodes[move], game.seconds[move]];
      const [value, depth, nodes, seconds] = cells;
      const shown = [value, depth, nodes === null ? null : nodes.toLocaleString("en"), seconds === null ? null : seconds.toFixed(2)];
      return `<tr data-ply="${index + 1}"${move < 0 ? ' class="opening"' : ""}><td class="number">${index + 1}</td><td>${escaped(text)}</td>${shown.map((cell) => `<td class="number">${cell ?? ""}</td>`).join("")}</tr>`;
    });
    return `<table><thead><tr><th class="number">Ply</th><th>Move</th><th class="number" title="as the player who moves sees it">Value</th><th class="number">Depth</th><th class="number">Nodes</th><th class="number">s</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  }

  // What is known of the last move.
  sentence() {
    const { game, ply } = this;
    if (ply === 0) return "The start.";
    const move = ply - game.opening - 1;
    const text = `<b>${escaped(game.texts[ply - 1])}</b>`;
    if (move < 0) return `${text}, of the opening.`;
    const parts = [this.formatter.names(game)[game.sides[move]]];
    const add = (word, value) => { if (value !== null && value !== undefined && value !== "") parts.push(`${word} ${value}`); };
    add("value", this.formatter.value(game, move));
    add("interval", this.formatter.interval(game, move));
    add("depth", game.depths[move]);
    add("nodes", game.nodes[move]?.toLocaleString("en"));
    add("seconds", game.seconds[move].toFixed(3));
    add("ended by", escaped(this.data.words[game.reasons[move]]));
    return `${text} by ${parts.join(", ")}.`;
  }

  act(what) {
    if (!this.game) return;
    if (what === "play") return this.timer ? this.stop() : this.play();
    this.stop();
    super.act(what);
  }

  play() {
    if (this.ply === this.plies) this.go(0);
    this.button.textContent = "stop";
    this.timer = setInterval(() => {
      this.go(this.ply + 1);
      if (this.ply === this.plies) this.stop();
    }, 600);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.button.textContent = "play";
  }
}

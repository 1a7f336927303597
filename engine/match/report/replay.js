// One game on the board, move by move.

class Replay {
  constructor(data, formatter, moved) {
    Object.assign(this, { data, formatter, moved, game: null, ply: 0, timer: 0 });
    const get = (id) => document.getElementById(id);
    this.parts = { replay: get("replay"), title: get("title"), facts: get("facts"), board: get("board"), moves: get("moves"), status: get("status"), play: document.querySelector("[data-go=play]") };
    this.graph = new Graph(get("graph"), (ply) => this.go(ply));
    this.parts.moves.addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-ply]");
      if (row) this.go(Number(row.dataset.ply));
    });
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.act(button.dataset.go));
    }
  }

  open(game, ply) {
    this.stop();
    this.game = game;
    this.parts.replay.hidden = false;
    const names = this.formatter.names(game);
    this.parts.title.innerHTML = `${game.round}. ${names[0]} – ${names[1]}  ${game.result}`;
    const fault = game.fault ? `: ${escaped(game.fault)}` : "";
    this.parts.facts.innerHTML = `${escaped(game.ending)}${fault} · ${game.texts.length} plies${game.opening ? `, ${game.opening} of the opening` : ""} · ${game.date}`;
    this.boards = this.data.board && game.changes
      ? boardsOf(game.symbols || this.data.board.symbols, game.changes)
      : null;
    this.parts.board.hidden = !this.boards;
    this.parts.moves.innerHTML = this.listed(game);
    this.rows = new Map([...this.parts.moves.querySelectorAll("tr[data-ply]")].map((row) => [Number(row.dataset.ply), row]));
    this.graph.show(game, this.formatter);
    this.go(Math.max(0, Math.min(ply, game.texts.length)));
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

  go(ply) {
    const { game, parts } = this;
    this.ply = Math.max(0, Math.min(ply, game.texts.length));
    if (this.boards) parts.board.innerHTML = boardPicture(this.data.board, ...this.boards[this.ply]);
    parts.status.innerHTML = this.sentence();
    parts.moves.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
    const row = this.rows.get(this.ply);
    if (row) {
      row.setAttribute("aria-current", "true");
      const [above, below] = [row.offsetTop - 30, row.offsetTop + row.offsetHeight];
      if (above < parts.moves.scrollTop) parts.moves.scrollTop = above;
      if (below > parts.moves.scrollTop + parts.moves.clientHeight) parts.moves.scrollTop = below - parts.moves.clientHeight;
    } else {
      parts.moves.scrollTop = 0;
    }
    this.graph.mark(this.ply);
    this.moved();
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
    const to = { first: 0, back: this.ply - 1, on: this.ply + 1, last: this.game.texts.length };
    this.go(to[what]);
  }

  play() {
    if (this.ply === this.game.texts.length) this.go(0);
    this.parts.play.textContent = "stop";
    this.timer = setInterval(() => {
      this.go(this.ply + 1);
      if (this.ply === this.game.texts.length) this.stop();
    }, 600);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.parts.play.textContent = "play";
  }
}

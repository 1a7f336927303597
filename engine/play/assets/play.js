// The page of a game: what the engine reports is shown, what the player does is sent. The class `Link`
// connects the two; another script has it, for a server or for an engine in the browser.

class Play {
  constructor(data) {
    this.data = data;
    const get = (id) => document.getElementById(id);
    const ids = ["above", "below", "status", "fault", "other-moves", "typed", "move", "continue", "flip", "now", "pause", "level", "player", "side", "strength", "moves", "about", "compare", "budget", "opinions"];
    this.parts = Object.fromEntries(ids.map((id) => [id, get(id)]));
    this.grid = new Grid(data, get("board"), get("choices"), (move) => this.move(move.move));
    this.panel = new Panel();
    this.link = new Link(data);
    this.state = null;
    this.version = 0;
    this.search = 0;
    this.frame = 0;
    this.said = "";
    this.ply = null; // null follows the game
    this.sides = "";
  }

  start() {
    this.listen();
    this.link.follow(this);
  }

  listen() {
    const { parts } = this;
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.send({ action: button.dataset.do }));
    }
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(button.dataset.step));
    }
    parts.typed.addEventListener("submit", (event) => {
      event.preventDefault();
      if (parts.move.value.trim()) this.move(parts.move.value);
    });
    parts.flip?.addEventListener("click", () => { this.grid.flipped = !this.grid.flipped; this.draw(); });
    parts.pause.addEventListener("click", () => this.send({ action: this.state.paused ? "go" : "pause" }));
    parts.continue.addEventListener("click", () => { const ply = this.ply; this.ply = null; this.send({ action: "back", ply }); });
    parts.level.addEventListener("change", () => this.send({ action: "level", level: Number(parts.level.value) }));
    parts.player.addEventListener("change", () => this.send({ action: "player", player: parts.player.value.trim() }));
    parts.side?.addEventListener("change", () => this.send({ action: "side", side: parts.side.value }));
    parts.moves.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.go(Number(button.dataset.ply));
    });
    parts.compare.addEventListener("submit", (event) => {
      event.preventDefault();
      const players = [...parts.compare.querySelectorAll("input[name=player]:checked")].map((box) => box.value);
      this.send({ action: "opinion", ply: this.shown(), nodes: Number(parts.budget.value.replace(/[,\s]/g, "")) || 0, players });
    });
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, dialog, .grid")) return;
      const what = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
      if (what) { event.preventDefault(); this.step(what); }
    });
  }

  // Make a move in the position that the page knows: it is refused if the game has another one.
  move(move) {
    this.send({ action: "move", move, ply: this.state?.moves.length });
  }

  async send(request) {
    this.fault("");
    if (request.action !== "opinion") this.ply = null;
    const fault = await this.link.send(request);
    if (fault) this.fault(fault);
    else if (request.action === "move") this.parts.move.value = "";
    this.draw();
  }

  fault(text) {
    this.parts.fault.textContent = text;
    this.parts.fault.hidden = !text;
    if (text) this.parts.fault.scrollIntoView({ block: "nearest" });
  }

  // Show a text in place of the game's status until there are news.
  say(text) {
    this.said = text;
    this.parts.status.textContent = text;
  }

  take(news) {
    const said = this.said;
    this.said = "";
    if (news.frames) {
      if (news.search !== this.search) {
        this.search = news.search;
        this.panel.begin(this.title(news));
      }
      this.panel.add(news.frames);
      this.frame = news.first + news.frames.length;
    }
    if (news.state) {
      const before = this.state;
      this.state = news.state;
      this.version = news.version;
      if (before && news.state.moves.length !== before.moves.length) {
        this.ply = null;
        this.grid.dialog.close(); // its moves are of the last position
      }
      const sides = String(news.state.people);
      if (sides !== this.sides) {
        this.sides = sides;
        this.grid.flipped = this.data.turnsForSecondSide && sides === "1";
      }
    }
    if (news.state || said) this.draw();
    document.body.classList.add("ready");
  }

  title(news) {
    const { player } = news.state || this.state;
    const side = this.data.onePlayer ? "" : ` for ${this.data.sides[news.side]}`;
    return { move: `${player} thinks${side}`, hint: `A hint${side} by ${player}`, opinion: `Opinions${side}` }[news.kind];
  }

  // The number of moves before the position that is shown.
  shown() {
    const last = this.state.moves.length;
    return this.ply === null ? last : Math.min(this.ply, last);
  }

  step(what) {
    if (!this.state) return;
    const [now, last] = [this.shown(), this.state.moves.length];
    this.go({ first: 0, back: now - 1, on: now + 1, last }[what]);
  }

  go(ply) {
    const last = this.state.moves.length;
    const shown = Math.max(0, Math.min(ply, last));
    this.ply = shown === last ? null : shown;
    this.draw();
  }

  draw() {
    const { state, parts, data } = this;
    if (!state) return;
    const ply = this.shown();
    const present = ply === state.moves.length;
    const playable = present && state.personToMove;
    const legal = playable ? state.legal : [];
    data.turn = state.turn;
    const marked = ply ? state.moves[ply - 1].squares : [];
    this.grid.show(state.views[ply], marked, present && state.hint ? state.hint.squares : [], legal);
    const others = data.board ? legal.filter((move) => !move.squares) : legal;
    parts["other-moves"].replaceChildren(...others.slice(0, 200).map((move) => {
      const button = element("button", { type: "button", textContent: move.text });
      button.addEventListener("click", () => this.move(move.move));
      return button;
    }));
    parts.status.textContent = this.status(ply, present);
    parts.continue.hidden = present;
    parts.strength.textContent = state.strength;
    parts.level.value = state.level ?? "";
    if (document.activeElement !== parts.player) parts.player.value = state.player;
    if (parts.side) parts.side.value = { "": "none", 0: "first", 1: "second", "0,1": "both" }[String(state.people)];
    parts.now.hidden = !state.thinking;
    parts.pause.hidden = state.over || (!state.paused && state.people.length > 0);
    parts.pause.textContent = state.paused ? "Go on" : "Pause";
    for (const button of document.querySelectorAll("[data-do]")) {
      const off = { hint: !state.personToMove, undo: !state.moves.length && !state.resigned, resign: state.over }[button.dataset.do];
      button.disabled = Boolean(off);
    }
    for (const button of document.querySelectorAll("[data-step]")) {
      button.disabled = ["first", "back"].includes(button.dataset.step) ? ply === 0 : present;
    }
    this.players(ply);
    this.list(ply);
    this.views(ply, present);
  }

  status(ply, present) {
    const { state, data } = this;
    if (this.said) return this.said;
    if (!present) return `After ${ply} of ${state.moves.length} moves`;
    const notice = state.notice ? `${state.notice} ` : "";
    if (state.over) return `${notice}The game is over: ${state.ending}`;
    if (state.thinking === "hint") return `${notice}Looking for a hint ...`;
    if (!state.personToMove) return `${notice}${state.paused ? "Paused" : `${state.player} is thinking ...`}`;
    if (state.hint) return `${notice}Hint: ${state.hint.text}`;
    const only = state.legal.length === 1 ? `; the only move is ${state.legal[0].text}` : "";
    return `${notice}${data.onePlayer ? "Your move" : `Your move: ${data.sides[state.turn]}`}${only}`;
  }

  players(ply) {
    const { state, data, parts } = this;
    if (data.onePlayer) return;
    const symbols = data.board ? state.views[ply].split(" ") : [];
    const top = this.grid.flipped ? 0 : 1;
    for (const [place, side] of [["above", top], ["below", 1 - top]]) {
      const counts = data.board && data.board.rows.length && (data.board.discs || data.board.pieces["+"]);
      const count = counts ? ` ${symbols.filter((symbol) => symbol.toUpperCase() === "XO"[side]).length}` : "";
      parts[place].className = `player${!state.over && state.turn === side ? " turn" : ""}`;
      parts[place].replaceChildren(
        element("span", { className: "name", textContent: state.names[side] }),
        element("span", { className: "side" }, data.sides[side], element("b", { className: "count", textContent: count })));
    }
  }

  list(ply) {
    const { state, parts } = this;
    const rows = [];
    const button = (index, ...content) => {
      const made = element("button", { type: "button", data: { ply: index } }, ...content);
      if (index === ply) made.setAttribute("aria-current", "true");
      return made;
    };
    rows.push(element("li", {}, button(0, "start")));
    state.moves.forEach((move, index) => {
      const pairs = !this.data.onePlayer;
      const number = !pairs || move.side === 0 || index === 0 ? element("span", { className: "number", textContent: `${pairs ? Math.floor((index + state.moves[0].side) / 2) + 1 : index + 1}.` }) : "";
      const value = move.value ? element("small", { textContent: move.value }) : "";
      rows.push(element("li", {}, number, button(index + 1, move.text, value)));
    });
    parts.moves.replaceChildren(...rows);
    const current = parts.moves.querySelector("[aria-current]");
    if (current) {
      const [above, below] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (above < parts.moves.scrollTop || below > parts.moves.scrollTop + parts.moves.clientHeight) parts.moves.scrollTop = above - 40;
    }
  }

  // The searchers' opinions on the position that is shown, and on the move that was played there.
  views(ply, present) {
    const { state, parts } = this;
    const played = present ? "" : state.moves[ply].text;
    parts.about.textContent = `On the position on the board${played && `, where ${played} was played`}`;
    const rows = [];
    for (const each of state.opinions.filter((one) => one.ply === ply)) {
      if (each.fault) {
        rows.push(element("tr", {}, element("th", { textContent: each.player }), element("td", { colSpan: 4, className: "fault", textContent: each.fault })));
        continue;
      }
      const cells = [each.best, each.value, each.played || (each.best === played ? "best" : ""), each.loss];
      rows.push(element("tr", { className: "has-line" }, element("th", { textContent: each.player }), ...cells.map((text) => element("td", { textContent: text }))));
      rows.push(element("tr", { className: "line-of" }, element("td", { colSpan: 5, textContent: `depth ${each.depth}, ${each.nodes.toLocaleString("en")} nodes: ${each.line}` })));
    }
    parts.opinions.hidden = !rows.length;
    parts.opinions.tBodies[0].replaceChildren(...rows);
  }
}

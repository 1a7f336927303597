// The board: squares to click and to reach by keys. All texts are set as text, never as HTML; the
// drawings of pieces are those of the page itself.

function element(name, properties = {}, ...children) {
  const { data, ...rest } = properties;
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith("aria") || key === "role") made.setAttribute(key.replace(/^aria(?=[A-Z])/, "aria-").toLowerCase(), value);
    else made[key] = value;
  }
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

class Grid {
  // `chosen` is called with a legal move.
  constructor(data, place, dialog, chosen) {
    Object.assign(this, { data, place, dialog, chosen });
    this.board = data.board;
    this.flipped = false;
    this.focus = 0;
    this.path = []; // the squares of a move that are chosen so far
    this.legal = [];
    this.cells = [];
    if (this.board) this.build();
  }

  name(square) {
    const { columns, rows, width } = this.board;
    const [column, row] = [square % width, Math.floor(square / width)];
    if (rows.length && columns.length) return `${columns[column]}${rows[row]}`;
    if (rows.length && (row + column) % 2) return `square ${Number(rows[row]) + Math.floor(column / 2)}`;
    return `column ${columns[column] ?? column + 1}, row ${row + 1}`;
  }

  build() {
    const { board } = this;
    const kinds = ["grid", board.discs ? "discs" : Object.keys(board.pieces).length ? "pieces" : "plain"];
    for (const names of ["rows", "columns"]) if (board[names].length) kinds.push(names);
    this.grid = element("div", { className: kinds.join(" "), role: "grid", ariaLabel: "board; arrow keys move, Enter chooses" });
    this.grid.style.gridTemplateColumns = `repeat(${2 * board.width + Math.max(...board.slant)}, minmax(0, 1fr))`;
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest(".cell");
      if (cell) this.choose(Number(cell.dataset.square));
    });
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.place.replaceChildren(this.grid);
  }

  // Show symbols; `marked` are the squares of the last move, `legal` the moves that can be chosen.
  show(view, marked, hinted, legal) {
    Object.assign(this, { view, marked, hinted, legal });
    this.draw();
  }

  draw() {
    const { view, marked, hinted, legal } = this;
    if (!this.board) {
      this.place.replaceChildren(element("pre", { textContent: view }));
      return;
    }
    const { board } = this;
    const symbols = view.split(" ");
    const height = symbols.length / board.width;
    const drops = !board.rows.length && board.columns.length > 0;
    const focused = this.grid.contains(document.activeElement);
    if (!this.after(this.path).length) this.path = [];
    const chosen = this.path.length;
    const first = new Set(this.after([]).map((move) => move.squares[0]));
    const open = new Set(drops ? [...first].map((square) => square % board.width) : []);
    const next = new Set(this.after(this.path).filter((move) => chosen || move.squares.length === 1).map((move) => move.squares[chosen]));
    const rows = [];
    this.cells = [];
    for (let i = 0; i < height; i++) {
      const row = element("div", { className: "row", role: "row" });
      for (let j = 0; j < board.width; j++) {
        const [y, x] = this.flipped ? [height - 1 - i, board.width - 1 - j] : [i, j];
        const square = y * board.width + x;
        const symbol = symbols[square];
        const target = next.has(square);
        const kinds = ["cell"];
        if (board.checkered && (x + y) % 2) kinds.push("dark");
        if (marked.includes(square)) kinds.push("marked");
        if (hinted.includes(square)) kinds.push("hinted");
        if (this.path.includes(square)) kinds.push("chosen");
        if (target) kinds.push("target");
        if (target && symbol !== ".") kinds.push("taken");
        if (target || first.has(square) || open.has(x)) kinds.push("can");
        const cell = element("button", {
          type: "button", className: kinds.join(" "), role: "gridcell", tabIndex: -1, data: { square },
          ariaLabel: `${this.name(square)}${symbol === "." ? "" : `, ${this.word(symbol)}`}${target ? ", legal move" : ""}`,
        });
        cell.style.gridColumn = `${2 * j + board.slant[y] + 1} / span 2`;
        if (symbol !== ".") cell.append(this.picture(symbol));
        if (j === 0 && board.rows.length) cell.append(element("span", { className: "edge rank", textContent: board.rows[y], ariaHidden: "true" }));
        if (i === height - 1 && board.columns.length) cell.append(element("span", { className: "edge file", textContent: board.columns[x], ariaHidden: "true" }));
        this.cells[square] = cell;
        row.append(cell);
      }
      rows.push(row);
    }
    this.grid.replaceChildren(...rows);
    this.cells[this.focus].tabIndex = 0;
    if (focused) this.cells[this.focus].focus();
  }

  picture(symbol) {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.setAttribute("viewBox", "0 0 45 45");
    drawing.setAttribute("aria-hidden", "true");
    drawing.innerHTML = symbolPicture(this.board, symbol);
    return drawing;
  }

  word(symbol) {
    const { discs, pieces } = this.board;
    const side = discs ? "xo".indexOf(symbol.toLowerCase()) : -1;
    if (side >= 0) return `${this.data.sides[side]}${isKing(this.board, symbol) ? " king" : ""}`;
    const line = { "+": "dot", "=": "line", "|": "line", "#": "blocked" }[symbol];
    const piece = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" }[symbol.toLowerCase()];
    if (!pieces.k || !piece) return line ?? symbol;
    return `${this.data.sides[symbol === symbol.toLowerCase() ? 1 : 0]} ${piece}`;
  }

  // The legal moves that begin with these squares.
  after(path) {
    return this.legal.filter((move) => move.squares && path.every((square, i) => move.squares[i] === square));
  }

  choose(square) {
    this.focus = square;
    const { rows, columns, width } = this.board;
    if (!rows.length && columns.length) { // a move is a column
      const move = this.after([]).find((each) => each.squares[0] % width === square % width);
      if (move) this.chosen(move);
      return;
    }
    const path = [...this.path, square];
    const moves = this.after(path);
    const whole = moves.filter((move) => move.squares.length === path.length);
    const last = this.path.at(-1);
    this.path = moves.length && !whole.length ? path : [];
    if (whole.length === 1) this.chosen(whole[0]);
    else if (whole.length) this.offer(whole);
    else if (moves.length || last === undefined || last === square) this.draw();
    else this.choose(square);
  }

  // Let the player choose between moves to one square: promotions, or pieces that are dropped.
  offer(moves) {
    const buttons = moves.map((move) => {
      const symbol = this.data.turn === 0 ? move.choice.toUpperCase() : move.choice.toLowerCase();
      const button = element("button", { type: "button", ariaLabel: move.text, title: move.text });
      if (symbol && this.board.pieces[symbol]) button.append(this.picture(symbol));
      else button.textContent = move.text;
      button.addEventListener("click", () => { this.dialog.close(); this.chosen(move); });
      return button;
    });
    this.dialog.replaceChildren(element("div", { className: "row-of-choices" }, ...buttons));
    this.dialog.showModal();
  }

  key(event) {
    const { width } = this.board;
    const turn = this.flipped ? -1 : 1;
    const step = { ArrowLeft: [-turn, 0], ArrowRight: [turn, 0], ArrowUp: [0, -turn], ArrowDown: [0, turn] }[event.key];
    if (event.key === "Escape" && this.path.length) {
      this.path = [];
      this.draw();
    } else if (step) {
      const x = (this.focus % width) + step[0];
      const y = Math.floor(this.focus / width) + step[1];
      if (x >= 0 && x < width && y >= 0 && y < this.cells.length / width) {
        this.cells[this.focus].tabIndex = -1;
        this.focus = y * width + x;
        this.cells[this.focus].tabIndex = 0;
        this.cells[this.focus].focus();
      }
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

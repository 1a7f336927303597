// What a node looks like: its board, put together from the root's and the changes on the way down.

class Boards {
  constructor(facts, tree, take) {
    Object.assign(this, { tree, rows: facts.rows, pieces: facts.pieces, discs: facts.discs });
    const alphabet = facts.alphabet;
    const [nodes, changes] = [take(facts.nodes), take(facts.changes)];
    const [squares, symbols] = [take(facts.squares), take(facts.symbols)];
    this.changes = new Map();
    let next = 0;
    nodes.forEach((node, index) => {
      const changed = [];
      for (const end = next + changes[index]; next < end; next++) {
        changed.push([squares[next], alphabet[symbols[next]]]);
      }
      this.changes.set(node, changed);
    });
  }

  // The lowest node with a board on the way down to one.
  nearest(node) {
    while (node > 0 && !this.changes.has(node)) node = this.tree.parents[node];
    return Math.max(node, 0);
  }

  // A node's board as SVG, what its last move changed marked.
  picture(node) {
    const symbols = this.rows.flat();
    let last = [];
    for (const above of this.tree.path(0, node).slice(1)) {
      last = this.changes.get(above);
      for (const [square, symbol] of last) symbols[square] = symbol;
    }
    return this._drawn(symbols, new Set(last.map(([square]) => square)));
  }

  _drawn(symbols, changed) {
    const width = this.rows[0].length;
    const checkered = Object.keys(this.pieces).length > 0;
    const cells = symbols.map((symbol, square) => {
      const [x, y] = [45 * (square % width), 45 * Math.floor(square / width)];
      const dark = checkered && (square % width + Math.floor(square / width)) % 2;
      const kind = `square${dark ? " dark" : ""}${changed.has(square) ? " changed" : ""}`;
      const drawn = this._symbol(symbol);
      return `<g transform="translate(${x} ${y})"><rect class="${kind}" width="45" height="45"/>${drawn}</g>`;
    });
    const size = `0 0 ${45 * width} ${45 * this.rows.length}`;
    return `<svg viewBox="${size}" class="board${this.discs ? " discs" : ""}">${cells.join("")}</svg>`;
  }

  _symbol(symbol) {
    if (symbol === "." || symbol === "-") return "";
    if (this.pieces[symbol]) return this.pieces[symbol].replace(/ id="[^"]*"/, "");
    if (this.discs) {
      return `<circle class="disc ${symbol === "X" ? "black" : "white"}" cx="22.5" cy="22.5" r="18"/>`;
    }
    const text = symbol.replace(/[&<>]/g, "");
    return `<text x="22.5" y="31" text-anchor="middle" font-size="24">${text}</text>`;
  }
}

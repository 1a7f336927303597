// What a node looks like: its board, put together from the root's and the changes on the way down.

class Boards {
  constructor(facts, tree, take) {
    Object.assign(this, { tree, board: facts.board });
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
    const symbols = [...this.board.symbols];
    let last = [];
    for (const above of this.tree.path(0, node).slice(1)) {
      last = this.changes.get(above);
      for (const [square, symbol] of last) symbols[square] = symbol;
    }
    return boardPicture(this.board, symbols, new Set(last.map(([square]) => square)));
  }
}

// A game with its board, the table of its moves and the graph of its values. A page has `number`, the
// game's in the address, and `sentence()`, what is said of the last move, as HTML.

const get = (id) => document.getElementById(id);

function escaped(text) {
  return String(text ?? "").replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign]);
}

// The value at the edges of a graph: most values are inside.
function edgeOf(sizes, unit) {
  sizes.sort((a, b) => a - b);
  return Math.max(unit, 1, 1.2 * (sizes[Math.floor(sizes.length * 0.9)] || 0));
}

class GameView {
  constructor() {
    this.ply = this.plies = 0;
    get("moves").addEventListener("click", (event) => {
      const row = event.target.closest("tr[data-ply]");
      if (row) this.go(Number(row.dataset.ply));
    });
    get("graph").addEventListener("click", (event) => {
      const box = get("graph").getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.plies));
    });
    for (const button of document.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.act(button.dataset.go));
    }
  }

  // Show a game: its board and what `boardsOf` returns, null for none; the table and graph as HTML.
  show(board, boards, table, graph) {
    Object.assign(this, { board, boards });
    get("board").hidden = !boards;
    get("moves").innerHTML = table;
    get("graph").innerHTML = graph;
  }

  // The place of a ply on the graph.
  x(ply) {
    return 600 * ply / Math.max(1, this.plies);
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.plies));
    if (this.boards) get("board").innerHTML = boardPicture(this.board, ...this.boards[this.ply]);
    const list = get("moves");
    list.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
    const row = list.querySelector(`tr[data-ply="${this.ply}"]`);
    if (row) {
      row.setAttribute("aria-current", "true");
      const [above, below] = [row.offsetTop - 30, row.offsetTop + row.offsetHeight];
      if (above < list.scrollTop) list.scrollTop = above;
      if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
    } else {
      list.scrollTop = 0;
    }
    const cursor = get("graph").querySelector(".cursor");
    cursor.setAttribute("x1", this.x(this.ply));
    cursor.setAttribute("x2", this.x(this.ply));
    get("status").innerHTML = this.sentence();
    history.replaceState(null, "", `#game=${this.number}&ply=${this.ply}`);
  }

  act(what) {
    this.go({ first: 0, back: this.ply - 1, on: this.ply + 1, last: this.plies }[what]);
  }
}

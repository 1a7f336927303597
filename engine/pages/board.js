// A board as SVG: `board` has the fields of `engine.pages.boards.Board`, `symbols` are those on its
// squares, and the squares in the set `changed` are marked.

function boardPicture(board, symbols, changed) {
  const [width, height] = [board.width, symbols.length / board.width];
  const margin = board.columns.length || board.rows.length ? 18 : 0;
  const shifts = board.slant.map((half) => 22.5 * half);
  const cells = symbols.map((symbol, square) => {
    const [column, row] = [square % width, Math.floor(square / width)];
    const dark = board.checkered && (column + row) % 2;
    const kind = `square${dark ? " dark" : ""}${changed.has(square) ? " changed" : ""}`;
    return `<g transform="translate(${45 * column + shifts[row]} ${45 * row})"><rect class="${kind}" width="45" height="45"/>${symbolPicture(board, symbol)}</g>`;
  });
  const columns = board.columns.map((name, column) =>
    `<text class="name" x="${45 * column + 22.5}" y="${45 * height + 14}">${name}</text>`);
  const rows = board.rows.map((name, row) =>
    `<text class="name" x="${shifts[row] - 9}" y="${45 * row + 27}">${name}</text>`);
  const size = `${-margin} 0 ${45 * width + Math.max(...shifts) + margin} ${45 * height + margin}`;
  const kind = `board${board.discs ? " discs" : ""}`;
  return `<svg viewBox="${size}" class="${kind}" role="img">${cells.join("")}${columns.join("")}${rows.join("")}</svg>`;
}

function symbolPicture(board, symbol) {
  if (symbol === ".") return "";
  if (board.pieces[symbol]) return board.pieces[symbol].replace(/ id="[^"]*"/, "");
  const side = board.discs.toLowerCase().indexOf(symbol.toLowerCase());
  if (side >= 0) {
    const kind = side ? "white" : "black";
    const crown = isKing(board, symbol) ? `<text class="symbol ${kind}" x="22.5" y="31">K</text>` : "";
    return `<circle class="disc ${kind}" cx="22.5" cy="22.5" r="18"/>${crown}`;
  }
  const text = symbol.replace(/[&<>]/g, "");
  return `<text class="symbol" x="22.5" y="31">${text}</text>`;
}

// Whether a disc is a king: the large letter, where the others are small.
function isKing(board, symbol) {
  return board.discs === board.discs.toLowerCase() && symbol !== symbol.toLowerCase();
}

// The symbols after every ply of a game, and the squares that the last move changed. `changes` has
// a list for each ply: a square, its new symbol, the next square ...
function boardsOf(symbols, changes) {
  const boards = [[symbols, new Set()]];
  for (const changed of changes) {
    symbols = [...symbols];
    const squares = new Set();
    for (let i = 0; i < changed.length; i += 2) {
      symbols[changed[i]] = changed[i + 1];
      squares.add(changed[i]);
    }
    boards.push([symbols, squares]);
  }
  return boards;
}

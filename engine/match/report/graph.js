// The players' own values over the moves, as the first side sees them; what is won is at the edge.

function graphOf(view, game, formatter) {
  const points = [[], []];
  const seen = [];
  for (let move = 0; move < game.values.length; move++) {
    const value = formatter.first(game, move);
    if (value === null) continue;
    points[game.sides[move]].push([game.opening + move + 1, value]);
    if (!formatter.decided(value)) seen.push(Math.abs(value));
  }
  const most = edgeOf(seen, formatter.unit);
  const y = (value) => 75 - 68 * Math.max(-1, Math.min(1, value / most));
  const spans = formatter.intervals(game).map(([move, low, high]) => {
    const x = view.x(game.opening + move + 1).toFixed(1);
    const side = game.sides[move] ? "second" : "first";
    return `<line class="span ${side}" x1="${x}" x2="${x}" y1="${y(low).toFixed(1)}" y2="${y(high).toFixed(1)}"/>`;
  });
  const lines = points.map((all, side) => {
    const kind = side ? "second" : "first";
    const places = all.map(([ply, value]) => `${view.x(ply).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline class="${kind}" points="${places.join(" ")}"/>`;
  });
  const names = formatter.names(game);
  return `<svg class="graph" viewBox="0 0 600 150" preserveAspectRatio="none" role="img" aria-label="values over the moves">
    <line class="zero" x1="0" x2="600" y1="75" y2="75"/>${spans.join("")}${lines.join("")}
    <line class="cursor" y1="0" y2="150"/></svg>
    <p class="legend faint"><span class="key first">●</span> ${names[0]} <span class="key second">●</span> ${names[1]} · values as ${formatter.side} sees them, the edges are \u00b1${formatter.written(most)}</p>`;
}

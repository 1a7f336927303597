// The page: its tables, the list of games, the address of what is shown, the keys.

// The formatting of values and players. A value is from the point of view of the side to move.
function makeFormatter(data) {
  const { win, mate, known } = data.scores;
  const formatter = {
    unit: data.unit,
    side: escaped(data.sides[0]),
    decided: (value) => Math.abs(value) >= known,
    names: (game) => game.players.map((player) => escaped(data.players[player])),
    first: (game, move) => {
      const value = game.values[move];
      return value === null ? null : game.sides[move] ? -value : value;
    },
    written: (value) => {
      if (Math.abs(value) >= mate) return `${value > 0 ? "wins" : "loses"} in ${win - Math.abs(value)}`;
      if (formatter.decided(value)) return value > 0 ? "wins" : "loses";
      const shown = data.unit > 1 ? (value / data.unit).toFixed(2) : String(value);
      return shown.replace("-", "\u2212");
    },
    value: (game, move) => game.values[move] === null ? null : formatter.written(game.values[move]),
    interval: (game, move) => {
      const span = game.intervals?.[move];
      return span ? `${formatter.written(span[0])} to ${formatter.written(span[1])}` : null;
    },
    // Of all moves that have one: the move, and its ends as the first side sees them.
    intervals: (game) => (game.intervals || []).flatMap((span, move) =>
      span ? [[move, ...(game.sides[move] ? [-span[1], -span[0]] : span)]] : []),
  };
  return formatter;
}

function listGames(data, formatter, open) {
  const list = document.getElementById("list");
  const body = list.tBodies[0];
  body.innerHTML = data.games.map((game, index) => {
    const names = formatter.names(game);
    return `<tr data-game="${index}"><td class="number"><button aria-label="Replay game ${game.number}">${game.number}</button></td><td title="${names[0]}">${names[0]}</td><td title="${names[1]}">${names[1]}</td><td>${game.result}</td><td>${escaped(game.ending)}</td><td class="number">${game.texts.length}</td></tr>`;
  }).join("");
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) open(data.games[Number(row.dataset.game)], 0);
  });
  const words = data.games.map((game) =>
    [...formatter.names(game), ...[game.result, game.ending, game.fault, ...game.texts].map(escaped)].join("\n").toLowerCase());
  const field = document.getElementById("filter");
  const filter = () => {
    const asked = escaped(field.value.toLowerCase()).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of body.rows) {
      const text = words[Number(row.dataset.game)];
      row.hidden = !asked.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    document.getElementById("count").textContent = `${shown} of ${data.games.length} games`;
  };
  field.addEventListener("input", filter);
  filter();
  return body;
}

function begin() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const formatter = makeFormatter(data);
  let body = null;
  const replay = new Replay(data, formatter);
  const open = (game, ply) => {
    replay.open(game, ply);
    body.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
    body.querySelector(`tr[data-game="${data.games.indexOf(game)}"]`)?.setAttribute("aria-current", "true");
  };
  body = listGames(data, formatter, open);
  document.querySelectorAll("table.sortable").forEach(table.sortable);

  const step = (by) => {
    const shown = [...body.rows].filter((row) => !row.hidden);
    const at = shown.findIndex((row) => row.hasAttribute("aria-current"));
    const row = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (row) open(data.games[Number(row.dataset.game)], 0);
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, button, a, summary") && event.key === " ") return;
    if (event.target.matches("input") || event.ctrlKey || event.altKey || event.metaKey || !replay.game) return;
    if (keys[event.key]) replay.act(keys[event.key]);
    else if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else return;
    event.preventDefault();
  });

  const asked = /^#game=(\d+)&ply=(\d+)$/.exec(location.hash);
  const first = asked && data.games.find((game) => game.number === Number(asked[1]));
  if (first) open(first, Number(asked[2]));
  else if (data.games.length) {
    const address = location.hash;
    open(data.games[0], data.games[0].opening);
    history.replaceState(null, "", address || location.pathname + location.search);
  }
  refresh(data.refresh, () => replay.timer);
}

// Read the file again while games are to come, unless one is being played through.
function refresh(seconds, busy) {
  if (!seconds) return;
  const label = document.getElementById("refreshing");
  label.hidden = false;
  const box = label.querySelector("input");
  setInterval(() => { if (box.checked && !busy()) location.reload(); }, 1000 * seconds);
}

begin();

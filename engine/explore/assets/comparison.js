// Two searches of one position, at the same number of nodes generated.

class Comparison {
  constructor(place, page) {
    Object.assign(this, { place, page });
  }

  draw() {
    const [one, other] = this.page.replays;
    const facts = commonNodes(one, other);
    const rows = [
      ["", ...shortNames(one.trace.name, other.trace.name)],
      ["generated", one.nodes, other.nodes],
      ["different nodes", facts.one, facts.other],
      ["in common", facts.common, facts.common],
      ["best now", ...[one, other].map((replay) => this._move(replay.best))],
      ["last found", ...[one, other].map((replay) => this._found(replay))],
    ];
    const table = element("table");
    for (const cells of rows) {
      const row = element("tr");
      cells.forEach((cell, index) => {
        const text = typeof cell === "number" ? cell.toLocaleString("en") : cell;
        row.append(element(index && cells !== rows[0] ? "td" : "th", "", text));
      });
      table.append(row);
    }
    this.place.replaceChildren(table, element("h3", "", "nodes by depth"), this._profile(one, other));
  }

  _move(node) {
    return node < 0 ? "none yet" : this.page.label(node);
  }

  // When the move it ends with became the best one for good.
  _found(replay) {
    const last = replay.changes.at.length - 1;
    if (last < 0) return "never";
    const nodes = lastUpTo(replay.generated, replay.changes.at[last]) + 1;
    return `${this._move(replay.changes.best[last])}: ${nodes.toLocaleString("en")} nodes`;
  }

  _profile(one, other) {
    const profile = element("div", "profile");
    const most = Math.max(1, ...one.profile, ...other.profile);
    for (let depth = 1; depth < one.profile.length; depth++) {
      const row = element("div", "profile-row");
      for (const [replay, side] of [[one, "left"], [other, "right"]]) {
        const bar = element("span", `profile-bar ${side}`, String(replay.profile[depth] || ""));
        bar.style.setProperty("--share", replay.profile[depth] / most);
        row.append(bar);
      }
      row.insertBefore(element("span", "profile-depth", String(depth)), row.lastChild);
      profile.append(row);
    }
    return profile;
  }
}

// How many different nodes two searches have generated so far, each and both.
function commonNodes(one, other) {
  const facts = { one: 0, other: 0, common: 0 };
  const [first, second] = [one.at.generated, other.at.generated];
  for (let node = 0; node < first.length; node++) {
    const [here, there] = [first[node] >= 0, second[node] >= 0];
    facts.one += here;
    facts.other += there;
    facts.common += here && there;
  }
  return facts;
}

// Two searchers by their names, or by their sides of the page.
function shortNames(one, other) {
  const names = [one, other].map((name) => name.split(/[:@]/)[0]);
  return names[0] === names[1] ? ["left", "right"] : names;
}

// The state of a search after any number of its events.
//
// The state of a node is given by its last event of each of these groups.
// Every event knows the one of its group before it at the same node; so a step back is as quick as
// a step on, and a jump runs through the events between.

const GROUPS = {
  touched: null, // any event
  value: ["evaluated", "known", "backed up", "cut", "solved"],
  window: ["deepened", "visited", "re-searched"],
  generated: ["generated"],
  cut: ["cut", "visited", "re-searched", "restarted", "resumed", "generated", "opened"],
  open: ["opened", "solved", "purged", "visited"],
  backup: ["held", "released"],
  marked: ["generated", "visited", "re-searched", "restarted", "resumed"],
  forgotten: ["forgotten", "begun"],
};
const GROUP_NAMES = Object.keys(GROUPS);

class Replay {
  constructor(trace, tree, scores, alternating) {
    Object.assign(this, { trace, tree, scores, alternating });
    const filled = (size) => new Int32Array(size).fill(-1);
    this.at = Object.fromEntries(GROUP_NAMES.map((group) => [group, filled(tree.count)]));
    this.before = Object.fromEntries(GROUP_NAMES.map((group) => [group, filled(trace.count)]));
    this.groups = this._groupTable();
    this.firsts = trace.searches.map((search) => search.first);
    this.kept = new Set(trace.searches.filter((one) => one.kept).map((one) => one.first));
    this.time = 0;
    this.tally = new Int32Array(trace.kindNames.length);
    this.profile = new Int32Array(1 + tree.depths.reduce((most, depth) => Math.max(most, depth), 0));
    this._prepare();
  }

  // -- moving through time ---------------------------------------------------------------------

  goTo(time) {
    time = Math.max(0, Math.min(this.trace.count, Math.round(time)));
    while (this.time < time) this._forward(this.time++);
    while (this.time > time) this._back(--this.time);
  }

  _forward(event) {
    const node = this.trace.nodes[event];
    for (const group of this._groupsOf(event)) this.at[group][node] = event;
    this._count(event, node, 1);
  }

  _back(event) {
    const node = this.trace.nodes[event];
    for (const group of this._groupsOf(event)) this.at[group][node] = this.before[group][event];
    this._count(event, node, -1);
  }

  _count(event, node, change) {
    const kind = this.trace.kinds[event];
    this.tally[kind] += change;
    if (kind === this.generatedKind && this.before.generated[event] < 0) {
      this.profile[this.tree.depths[node]] += change;
    }
  }

  // -- what happened last ----------------------------------------------------------------------

  get event() {
    return this.time - 1;
  }

  get search() {
    return Math.max(0, lastUpTo(this.firsts, this.event));
  }

  get base() {
    return this.trace.searches[this.search].base;
  }

  get turned() {
    return this.trace.searches[this.search].turned;
  }

  // The result of the search under way, once it has ended.
  get result() {
    const ended = this.time > 0 && this.trace.kind(this.event) === "ended";
    return ended ? this.trace.searches[this.search].result : null;
  }

  // The number of events of a kind in the current search.
  count(kind) {
    const index = this.trace.kindNames.indexOf(kind);
    return this.tally[index] - this.tallies[this.search][index];
  }

  // The number of nodes generated so far by all searches; without those that an evaluator takes from
  // the budget.
  get nodes() {
    return this.tally[this.generatedKind];
  }

  // When so many nodes had been generated: just before the next one.
  timeOfNodes(nodes) {
    return nodes >= this.generated.length ? this.trace.count : this.generated[nodes];
  }

  // The best move at the root by the events; -1 for none.
  get best() {
    const index = lastUpTo(this.changes.at, this.event);
    return index < 0 ? -1 : this.changes.best[index];
  }

  // The last strategy chosen in the search under way: {strategy, best, second}, or null.
  get aim() {
    const fact = this.trace.facts.strategy;
    const index = fact ? lastUpTo(fact.at, this.event) : -1;
    if (index < 0 || fact.at[index] < this.firsts[this.search]) return null;
    const event = fact.at[index];
    return Object.fromEntries(
      ["strategy", "best", "second"].map((name) => [name, this.trace.fact(event, name)]),
    );
  }

  // -- nodes -----------------------------------------------------------------------------------

  // Whether a node is in the tree, if what is below one above it was forgotten at that event.
  present(node, forgotten) {
    if (this.born[node] >= this.time) return false;
    return forgotten < 0 || this.at.touched[node] >= forgotten;
  }

  // When what is below a node was forgotten last; -1 if it never was. A search that goes on with
  // its tree forgets nothing as it begins.
  forgotten(node) {
    let event = this.at.forgotten[node];
    while (event >= 0 && this.kept.has(event)) event = this.before.forgotten[event];
    return event;
  }

  // A node's [low, high]; null if none is known.
  bounds(node) {
    const event = this.at.value[node];
    return event < 0 ? null : [this.trace.lows[event], this.trace.highs[event]];
  }

  // The window that a node was last searched with, or null.
  window(node) {
    const event = this.at.window[node];
    return event < 0 ? null : [this.trace.lows[event], this.trace.highs[event]];
  }

  // What is to be said of a node, as words: LIVE, SOLVED, purged, BACKUP, cut, again ...
  tags(node) {
    const tags = [];
    const open = this._kindAt("open", node);
    if (open === "opened") tags.push("LIVE");
    if (open === "solved") tags.push("SOLVED");
    if (open === "purged") tags.push("purged");
    if (this._kindAt("backup", node) === "held") tags.push("BACKUP");
    if (this._kindAt("cut", node) === "cut") tags.push("cut");
    const marked = this.at.marked[node];
    const kind = this._kindAt("marked", node);
    if (kind === "restarted" || kind === "resumed") tags.push(kind);
    if (kind === "re-searched") tags.push("again");
    if (kind === "generated" && this.before.generated[marked] >= 0) tags.push("regenerated");
    if (kind === "visited" && this._isRevalidated(node, marked)) tags.push("revalidated");
    if (this._kindAt("forgotten", node) === "forgotten" && this.at.forgotten[node] > marked) {
      tags.push("forgotten below");
    }
    return tags;
  }

  // Visited by this search, but generated by one before.
  _isRevalidated(node, visited) {
    const first = this.firsts[this.search];
    const generated = this.at.generated[node];
    return visited >= first && generated >= 0 && generated < first;
  }

  // The node that cuts another off; -1 if it is unknown.
  cutter(node) {
    const by = this.trace.fact(this.at.cut[node], "by");
    return by === undefined ? -1 : by;
  }

  _kindAt(group, node) {
    const event = this.at[group][node];
    return event < 0 ? "" : this.trace.kind(event);
  }

  // The line of best play from a node down, as far as values are known.
  bestLine(from) {
    const line = [from];
    for (let node = from; ; node = line[line.length - 1]) {
      const next = node === this.base ? this.best : this._bestChild(node);
      if (next < 0) return line;
      line.push(next);
    }
  }

  _bestChild(node) {
    const sign = this.isMax(node) ? 1 : -1;
    let best = -1;
    let most = -Infinity;
    for (const child of this.tree.children(node)) {
      const event = this.at.value[child];
      if (event < 0 || !this.present(child, this.forgotten(node))) continue;
      const value = sign * (this.trace.lows[event] / 2 + this.trace.highs[event] / 2);
      if (value > most) [best, most] = [child, value];
    }
    return best;
  }

  // Whether the side to move at a node is the one whose view all scores are from.
  isMax(node) {
    return !this.alternating || this.tree.depths[node] % 2 === 0;
  }

  // -- what is noted before the first picture --------------------------------------------------

  _groupTable() {
    const { kindNames, formNames } = this.trace;
    return kindNames.map((kind) =>
      formNames.map((form) =>
        GROUP_NAMES.filter((group) => {
          if (group === "value") {
            return GROUPS.value.includes(kind) && /value|bounds|merit/.test(form);
          }
          if (group === "window") return GROUPS.window.includes(kind) && form === "window";
          return GROUPS[group] === null || GROUPS[group].includes(kind);
        }),
      ),
    );
  }

  _groupsOf(event) {
    return this.groups[this.trace.kinds[event]][this.trace.forms[event]];
  }

  _prepare() {
    const { trace, tree } = this;
    const number = (kind) => trace.kindNames.indexOf(kind);
    this.generatedKind = number("generated");
    this.born = new Int32Array(tree.count).fill(trace.count);
    this.tallies = [];
    this.changes = { at: [], best: [] };
    const generated = [];
    const kinds = { begun: number("begun"), deepened: number("deepened"), aimed: number("aimed") };
    const ended = number("ended");
    const race = { since: -1, best: -1, aims: Boolean(trace.facts.strategy), search: null };
    this._dropVoid();
    for (let event = 0; event < trace.count; event++) {
      const kind = trace.kinds[event];
      const node = trace.nodes[event];
      if (event < this.born[node]) this.born[node] = event;
      if (kind === this.generatedKind) generated.push(event);
      if (kind === kinds.begun) {
        race.search = trace.searches[this.tallies.length];
        this.tallies.push(this.tally.slice());
        race.since = event;
        this._noteBest(event, race, -1);
      }
      for (const group of this._groupsOf(event)) {
        this.before[group][event] = this.at[group][node];
        this.at[group][node] = event;
      }
      this._count(event, node, 1);
      if (kind === kinds.deepened) race.since = event;
      const namesBest = kind === kinds.aimed || kind === ended;
      if (namesBest) this._noteBest(event, race, trace.fact(event, "best"));
      else if (!race.aims && tree.parents[node] === race.search.base && this.at.value[node] === event) {
        this._noteBest(event, race, this._leader(race));
      }
    }
    for (let node = tree.count - 1; node > 0; node--) {
      const parent = tree.parents[node];
      if (this.born[node] < this.born[parent]) this.born[parent] = this.born[node];
    }
    this.generated = Int32Array.from(generated);
    for (const group of GROUP_NAMES) this.at[group].fill(-1);
    this.tally.fill(0);
    this.profile.fill(0);
    this.time = 0;
  }

  // Values that are invalid because the budget ended are ignored.
  _dropVoid() {
    const { trace } = this;
    const [value, merit] = ["value", "merit"].map((form) => trace.formNames.indexOf(form));
    for (let event = 0; event < trace.count; event++) {
      const form = trace.forms[event];
      if (form !== value && form !== merit) continue;
      if (!this.scores.isKnown(trace.lows[event])) trace.forms[event] = 0;
    }
  }

  // The root move of highest value since the iteration began; the one before, if none beats it.
  _leader(race) {
    const { trace, tree } = this;
    let best = race.best;
    const worth = (node) => {
      const event = this.at.value[node];
      if (event < race.since) return -Infinity;
      return race.search.turned ? -trace.lows[event] : trace.highs[event];
    };
    let most = best < 0 ? -Infinity : worth(best);
    for (const child of tree.children(race.search.base)) {
      const value = worth(child);
      if (value > most) [best, most] = [child, value];
    }
    return best;
  }

  _noteBest(event, race, best) {
    if (best === undefined || best === race.best) return;
    race.best = best;
    this.changes.at.push(event);
    this.changes.best.push(best);
  }
}

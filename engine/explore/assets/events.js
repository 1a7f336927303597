// Events as text, with the words of the papers.

class Events {
  constructor(page) {
    this.page = page;
  }

  // An event as one sentence; `short`: long Dewey numbers by their ends.
  sentence(replay, event, short = false) {
    const { trace } = replay;
    const full = this.name(replay, trace.nodes[event]);
    const name = short ? full.replace(/^(\d+\.){3,}(?=\d+\.\d)/, "\u2026") : full;
    const kind = trace.kind(event);
    const words = [name, kind, this._scores(trace, event), ...this._facts(replay, event)];
    return words.filter(Boolean).join(" ");
  }

  // A node by its Dewey number, and the move that leads to it where that says more.
  name(replay, node) {
    const { tree, boards } = this.page;
    const base = trueBase(tree, replay.base, node);
    const dewey = tree.dewey(base, node);
    return boards && tree.move(node) ? `${dewey} (${tree.move(node)})` : dewey;
  }

  // What the paper says to an event: [words, place].
  words(replay, event) {
    const { trace } = replay;
    const kind = trace.kind(event);
    const strategy = trace.fact(event, "strategy");
    const result = kind === "ended" ? this._resultAt(trace, event) : null;
    const more = strategy || (result && (result.proved ? "proved" : result.reason));
    return trace.words[`${kind} ${more}`] || trace.words[kind] || ["", ""];
  }

  _resultAt(trace, event) {
    const index = lastUpTo(trace.searches.map((search) => search.first), event);
    return trace.searches[index].result;
  }

  _scores(trace, event) {
    const { scores } = this.page;
    const form = trace.form(event);
    if (!form) return "";
    const [low, high] = [trace.lows[event], trace.highs[event]];
    if (form === "window") return `with the window ${scores.interval(low, high)}`;
    if (form === "bounds") return scores.interval(low, high);
    if (form === "value") return scores.text(low);
    return `${form} ${scores.isKnown(low) ? scores.text(low) : "\u221e"}`;
  }

  _facts(replay, event) {
    const { trace } = replay;
    const fact = (name) => trace.fact(event, name);
    const facts = [];
    if (fact("depth") !== undefined) facts.push(`to depth ${fact("depth")}`);
    if (fact("tried") !== undefined) facts.push(`children tried: ${fact("tried")}`);
    if (fact("by") !== undefined) facts.push(`by ${this.name(replay, fact("by"))}`);
    if (fact("strategy")) {
      facts.push(`${fact("strategy")}, best ${this.name(replay, fact("best"))},`);
      facts.push(`second ${this.name(replay, fact("second"))}`);
    } else if (fact("best") >= 0) facts.push(`best ${this.name(replay, fact("best"))}`);
    if (fact("nodes") !== undefined) facts.push(`nodes: ${fact("nodes")}`);
    if (fact("worker") !== undefined) facts.push(`by worker ${fact("worker")}`);
    if (fact("widening") !== undefined) facts.push(`intervals wider by ${fact("widening")}`);
    if (trace.kind(event) === "numbered") {
      const [proof, disproof] = ["proof", "disproof"].map((name) => fact(name) ?? "\u221e");
      facts.push(`proof number ${proof}, disproof number ${disproof}`);
    }
    if (fact("percent") !== undefined) facts.push(`intervals ${fact("percent")}% as wide`);
    return facts;
  }

  // The events around the last one, as rows of a list, as many as fit.
  list(replay, place) {
    const { trace, time } = replay;
    const rows = Math.max(5, Math.floor((place.parentElement.clientHeight - 34) / 19));
    const first = Math.max(0, Math.min(time - Math.ceil(rows * 0.6), trace.count - rows));
    const made = [];
    for (let event = first; event < Math.min(trace.count, first + rows); event++) {
      const row = element("li", "event");
      row.classList.toggle("now", event === time - 1);
      row.classList.toggle("later", event >= time);
      row.append(element("span", "event-number", String(event + 1)));
      row.append(element("span", "event-text", this.sentence(replay, event, true)));
      row.addEventListener("click", () => this.page.jump(replay, event + 1));
      row.addEventListener("pointerenter", () => this.page.point(trace.nodes[event]));
      row.addEventListener("pointerleave", () => this.page.point(-1));
      made.push(row);
    }
    place.replaceChildren(...made);
  }
}

// The base that a node's Dewey number counts from: the search's own, unless it is not below that.
function trueBase(tree, base, node) {
  return tree.path(base, node).length ? base : 0;
}

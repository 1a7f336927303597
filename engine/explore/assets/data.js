// The page's data: facts as JSON, and the columns of numbers that they point into.

async function readData() {
  const facts = JSON.parse(document.getElementById("data").textContent);
  const packed = bytesOf(document.getElementById("columns").textContent.trim());
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const raw = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const take = (place) => column(raw, place);
  const tree = new Tree(facts.tree, take);
  const traces = facts.traces.map((stored) => new Trace(stored, facts, take));
  return { facts, tree, traces, boards: facts.boards && new Boards(facts.boards, tree, take) };
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

// Numbers as they were before they were packed: bytes apart, the sign lowest, differences.
function column(raw, [start, count, width]) {
  const numbers = new Int32Array(count);
  for (let byte = 0; byte < width; byte++) {
    const plane = start + byte * count;
    for (let index = 0; index < count; index++) numbers[index] |= raw[plane + index] << (8 * byte);
  }
  let last = 0;
  for (let index = 0; index < count; index++) {
    const folded = numbers[index];
    last = (last + ((folded >>> 1) ^ -(folded & 1))) | 0;
    numbers[index] = last;
  }
  return numbers;
}

// The nodes of all traces. A parent's number is smaller than its children's.
class Tree {
  constructor(stored, take) {
    this.parents = take(stored.parents);
    this.numbers = take(stored.numbers);
    this.moves = take(stored.moves);
    this.names = stored.names;
    this.count = this.parents.length;
    this.depths = new Uint16Array(this.count);
    this.sizes = new Int32Array(this.count).fill(1);
    for (let node = 1; node < this.count; node++) {
      this.depths[node] = this.depths[this.parents[node]] + 1;
    }
    for (let node = this.count - 1; node > 0; node--) {
      this.sizes[this.parents[node]] += this.sizes[node];
    }
    this._list();
  }

  // Children, parent by parent, in the order of their numbers.
  _list() {
    this.starts = new Int32Array(this.count + 1);
    for (let node = 1; node < this.count; node++) this.starts[this.parents[node] + 1]++;
    for (let node = 0; node < this.count; node++) this.starts[node + 1] += this.starts[node];
    const free = this.starts.slice();
    this.list = new Int32Array(Math.max(0, this.count - 1));
    for (let node = 1; node < this.count; node++) this.list[free[this.parents[node]]++] = node;
    for (let node = 0; node < this.count; node++) {
      const own = this.list.subarray(this.starts[node], this.starts[node + 1]);
      if (own.length > 1) own.sort((one, other) => this.numbers[one] - this.numbers[other]);
    }
  }

  children(node) {
    return this.list.subarray(this.starts[node], this.starts[node + 1]);
  }

  // The nodes from one down to another, both included; empty if the one is not above the other.
  path(base, node) {
    const path = [];
    for (; node >= 0; node = this.parents[node]) {
      path.push(node);
      if (node === base) return path.reverse();
    }
    return [];
  }

  // A node's Dewey number as seen from a base.
  dewey(base, node) {
    return this.path(base, node).slice(1).map((below) => this.numbers[below]).join(".") || "root";
  }

  move(node) {
    return this.names[this.moves[node]];
  }
}

// The events of one searcher.
class Trace {
  constructor(stored, facts, take) {
    Object.assign(this, { name: stored.name, searches: stored.searches, words: stored.words });
    this.kindNames = facts.kinds;
    this.formNames = facts.forms;
    this.kinds = Uint8Array.from(take(stored.kinds));
    this.forms = Uint8Array.from(take(stored.shapes));
    this.nodes = take(stored.nodes);
    this.lows = take(stored.lows);
    this.highs = take(stored.spans);
    this.count = this.kinds.length;
    for (let event = 0; event < this.count; event++) {
      this.highs[event] = (this.highs[event] + this.lows[event]) | 0;
    }
    this.texts = stored.texts;
    this.facts = {};
    for (const [name, fact] of Object.entries(stored.facts)) {
      this.facts[name] = { is: fact.is, at: take(fact.at), values: take(fact.values) };
    }
  }

  kind(event) {
    return this.kindNames[this.kinds[event]];
  }

  form(event) {
    return this.formNames[this.forms[event]];
  }

  // A field of an event other than its scores; undefined if it has none.
  fact(event, name) {
    const fact = this.facts[name];
    if (!fact) return undefined;
    const index = lastUpTo(fact.at, event);
    if (index < 0 || fact.at[index] !== event) return undefined;
    return fact.is === "text" ? this.texts[fact.values[index]] : fact.values[index];
  }
}

// The index of the last of rising numbers that is not above a limit; -1 if all are.
function lastUpTo(numbers, limit) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

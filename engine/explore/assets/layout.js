// Which nodes are drawn, and where: places are those of the whole search, so that a tree grows
// without moving.

class Layout {
  // `weights`: events at each node and below. `wanted`: {focus, levels, most, only}: the node on
  // top, how many levels, how many nodes, and (or null) the set of nodes to choose from.
  constructor(tree, weights, wanted) {
    this.tree = tree;
    this.focus = wanted.focus;
    this.nodes = this._choose(weights, wanted);
    this.index = new Map(this.nodes.map((node, index) => [node, index]));
    this.x = new Float32Array(this.nodes.length);
    this.y = new Float32Array(this.nodes.length);
    this.hidden = new Int32Array(this.nodes.length);
    this._place(this.focus);
    this.below = tree.sizes[this.focus];
  }

  children(node) {
    return Array.from(this.tree.children(node)).filter((child) => this.index.has(child));
  }

  // The lowest node that is drawn on the way down to one; -1 if there is none.
  nearest(node) {
    while (node >= 0 && !this.index.has(node)) node = this.tree.parents[node];
    return node;
  }

  // The heaviest nodes below the focus: a parent is never lighter than its children, nor later.
  _choose(weights, { focus, levels, most, only }) {
    const { parents, depths, count } = this.tree;
    const inside = new Uint8Array(count);
    inside[focus] = 1;
    const found = [focus];
    for (let node = focus + 1; node < count; node++) {
      if (!inside[parents[node]] || depths[node] - depths[focus] > levels) continue;
      if (only && !only.has(node)) continue;
      inside[node] = 1;
      found.push(node);
    }
    if (found.length <= most) return found;
    const sorted = Int32Array.from(found, (node) => weights[node]).sort().reverse();
    const least = sorted[most - 1];
    let room = most - found.reduce((sum, node) => sum + (weights[node] > least), 0);
    return found.filter((node) => weights[node] > least || (weights[node] === least && room-- > 0));
  }

  // A parent over the middle of its children; subtrees as near to each other as they fit.
  _place(top) {
    const { left, right } = this._outline(top);
    const shift = -Math.min(...left);
    this.width = Math.max(...right) + shift + 1;
    this.height = left.length;
    this.x[this.index.get(top)] = shift;
    const stack = [top];
    while (stack.length) {
      const node = stack.pop();
      for (const child of this.children(node)) {
        const at = this.index.get(child);
        this.x[at] += this.x[this.index.get(node)];
        this.y[at] = this.tree.depths[child] - this.tree.depths[this.focus];
        stack.push(child);
      }
    }
  }

  // The leftmost and rightmost places of a subtree, level by level, seen from its top; the places of
  // all below are noted as seen from their parents.
  _outline(node) {
    const children = this.children(node);
    const outlines = children.map((child) => this._outline(child));
    const drawn = children.reduce((sum, child) => sum + this.tree.sizes[child], 0);
    this.hidden[this.index.get(node)] = this.tree.sizes[node] - 1 - drawn;
    const left = [];
    const right = [];
    const places = outlines.map((outline) => {
      let place = 0;
      const both = Math.min(right.length, outline.left.length);
      for (let level = 0; level < both; level++) {
        place = Math.max(place, right[level] + 1 - outline.left[level]);
      }
      outline.left.forEach((x, level) => {
        if (level >= left.length) left.push(x + place);
        right[level] = outline.right[level] + place;
      });
      return place;
    });
    const middle = children.length ? (places[0] + places[places.length - 1]) / 2 : 0;
    children.forEach((child, index) => {
      this.x[this.index.get(child)] = places[index] - middle;
    });
    return { left: [0, ...left.map((x) => x - middle)], right: [0, ...right.map((x) => x - middle)] };
  }
}

// How many events there are at each node and below, over all traces.
function weigh(tree, traces) {
  const weights = new Int32Array(tree.count);
  for (const trace of traces) {
    for (let event = 0; event < trace.count; event++) weights[trace.nodes[event]]++;
  }
  for (let node = tree.count - 1; node > 0; node--) weights[tree.parents[node]] += weights[node];
  return weights;
}

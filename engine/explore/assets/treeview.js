// The tree on a canvas: nodes with their values on the common scale, states, and the path at work.

// A tree is upright, its nodes two lines high, or sideways, its nodes in one line:
// whichever can be drawn larger. `gap`: between leaves; `level`: from a node to its children.
const UPRIGHT = { width: 74, height: 40, gap: 12, level: 34, most: 1.5 };
const SIDEWAYS = { width: 132, height: 20, gap: 6, level: 42, most: 1.1, sideways: true };
const LEGIBLE = 0.42; // below this scale nodes are dots

class TreeView {
  constructor(canvas, replay, page) {
    Object.assign(this, { canvas, replay, page }); // page: {tree, scores, boards, layout, ...}
    this.pen = canvas.getContext("2d");
    this.camera = { x: 0, y: 0, scale: 1 };
    this.shape = UPRIGHT;
    this.fitted = true;
    this._listen();
  }

  // -- camera ----------------------------------------------------------------------------------

  fit() {
    const [width, height] = this._size();
    const [upright, sideways] = [UPRIGHT, SIDEWAYS].map((shape) => {
      const [wide, high] = this._extent(shape);
      const scale = Math.min(shape.most, (width - 16) / wide, (height - 30) / high);
      return { shape, scale, x: (width - wide * scale) / 2, y: 20 };
    });
    const isSideways = upright.scale < 0.9 && sideways.scale > upright.scale;
    const { shape, ...camera } = isSideways ? sideways : upright;
    this.shape = shape;
    this.camera = camera;
    this.fitted = true;
  }

  // How wide and high the whole tree is.
  _extent(shape) {
    const { layout } = this.page;
    const leaves = (size) => layout.width * (size + shape.gap);
    const levels = (size) => layout.height * (size + shape.level);
    if (shape.sideways) return [levels(shape.width), leaves(shape.height)];
    return [leaves(shape.width), levels(shape.height)];
  }

  zoom(factor, x, y) {
    const { camera } = this;
    const scale = Math.min(3, Math.max(0.002, camera.scale * factor));
    camera.x = x - ((x - camera.x) * scale) / camera.scale;
    camera.y = y - ((y - camera.y) * scale) / camera.scale;
    camera.scale = scale;
    this.fitted = false;
  }

  // Bring a node into the picture, at a scale where it can be read.
  follow(node) {
    const at = this.page.layout.index.get(this.page.layout.nearest(node));
    if (at === undefined) return;
    const [width, height] = this._size();
    const { camera } = this;
    camera.scale = Math.max(camera.scale, 0.8);
    const [x, y] = this._place(at);
    camera.x += (width / 2 - camera.x - x * camera.scale) * 0.25;
    camera.y += (height * 0.6 - camera.y - y * camera.scale) * 0.25;
    this.fitted = false;
  }

  _size() {
    return [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  // The middle of a node.
  _place(at) {
    const { shape } = this;
    const { layout } = this.page;
    const leaf = (size) => (layout.x[at] + 0.5) * (size + shape.gap);
    const level = (size) => layout.y[at] * (size + shape.level) + size / 2;
    if (shape.sideways) return [level(shape.width), leaf(shape.height)];
    return [leaf(shape.width), level(shape.height)];
  }

  // -- the picture -----------------------------------------------------------------------------

  draw() {
    const [width, height] = this._size();
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      if (this.fitted) this.fit();
    }
    const { pen, camera } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.x, ratio * camera.y);
    this._gather();
    this._edges();
    const [left, right] = [-camera.x, width - camera.x].map((edge) => edge / camera.scale);
    for (const at of this.visible) {
      const [x, y] = this._place(at);
      if (x < left - this.shape.width || x > right + this.shape.width) continue;
      if (camera.scale < LEGIBLE) this._dot(at, x, y);
      else this._node(at, x, y);
    }
  }

  // The nodes that are in the tree now, from the focus down.
  _gather() {
    const { layout } = this.page;
    const { replay } = this;
    const event = replay.event;
    this.current = event >= 0 ? replay.trace.nodes[event] : -1;
    this.path = new Set(this.current >= 0 ? this.page.tree.path(0, this.current) : []);
    this.line = new Set(replay.bestLine(replay.base));
    this.visible = [];
    const walk = (node, forgotten) => {
      if (!replay.present(node, forgotten)) return;
      this.visible.push(layout.index.get(node));
      const below = Math.max(forgotten, replay.forgotten(node));
      for (const child of layout.children(node)) walk(child, below);
    };
    let forgotten = -1;
    for (const above of this.page.tree.path(0, layout.focus).slice(0, -1)) {
      forgotten = Math.max(forgotten, replay.forgotten(above));
    }
    walk(layout.focus, forgotten);
  }

  _edges() {
    const { pen } = this;
    const { layout, tree, colours } = this.page;
    const bold = [];
    pen.lineWidth = Math.max(1, 0.6 / this.camera.scale);
    pen.strokeStyle = colours.edge;
    pen.beginPath();
    for (const at of this.visible) {
      const node = layout.nodes[at];
      if (node === layout.focus) continue;
      if (this.path.has(node) || this.line.has(node)) bold.push(at);
      else this._edge(at, tree.parents[node]);
    }
    pen.stroke();
    for (const at of bold) {
      const node = layout.nodes[at];
      pen.strokeStyle = this.path.has(node) ? colours.accent : colours.best;
      pen.lineWidth = Math.max(2.5, 1.6 / this.camera.scale);
      pen.beginPath();
      this._edge(at, tree.parents[node]);
      pen.stroke();
    }
  }

  _edge(at, parent) {
    const { pen, shape } = this;
    const [x, y] = this._place(at);
    const [fromX, fromY] = this._place(this.page.layout.index.get(parent));
    const [halfWidth, halfHeight] =
      this.camera.scale < LEGIBLE ? [0, 0] : [shape.width / 2, shape.height / 2];
    if (shape.sideways) {
      const [from, to] = [fromX + halfWidth, x - halfWidth];
      pen.moveTo(from, fromY);
      pen.bezierCurveTo((from + to) / 2, fromY, (from + to) / 2, y, to, y);
    } else {
      const [from, to] = [fromY + halfHeight, y - halfHeight];
      pen.moveTo(fromX, from);
      pen.bezierCurveTo(fromX, (from + to) / 2, x, (from + to) / 2, x, to);
    }
  }

  _dot(at, x, y) {
    const { pen } = this;
    const { layout, colours } = this.page;
    const node = layout.nodes[at];
    const radius = Math.min(18, Math.max(this.shape.height / 3, 2.2 / this.camera.scale));
    pen.beginPath();
    if (this.replay.isMax(node)) pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    else pen.arc(x, y, radius, 0, 7);
    pen.fillStyle = this._tint(node) || colours.node;
    pen.fill();
    pen.strokeStyle = this._border(node, this.replay.tags(node)).colour;
    pen.lineWidth = (node === this.current ? 3 : 1) / this.camera.scale;
    pen.stroke();
  }

  _node(at, x, y) {
    const { pen, shape } = this;
    const { layout, colours } = this.page;
    const node = layout.nodes[at];
    const [left, top] = [x - shape.width / 2, y - shape.height / 2];
    const tags = this.replay.tags(node);
    const border = this._border(node, tags);
    pen.beginPath();
    const round = shape.height * (shape.sideways ? 0.5 : 0.35);
    pen.roundRect(left, top, shape.width, shape.height, this.replay.isMax(node) ? 2 : round);
    pen.fillStyle = node === this.current ? colours.current : colours.node;
    pen.globalAlpha = tags.includes("purged") ? 0.55 : 1;
    pen.fill();
    pen.setLineDash(border.dash);
    pen.lineWidth = border.width;
    pen.strokeStyle = border.colour;
    pen.stroke();
    pen.setLineDash([]);
    this._write(node, left, top);
    pen.globalAlpha = 1;
    this._tags(node, tags, left, top);
    if (layout.hidden[at]) this._stub(layout.hidden[at], left, top);
    if (node === this.page.selected) this._ring(left, top);
    if (this._isOnlyHere(node)) this._corner(left, top);
  }

  // Its name, its value and the common scale.
  _write(node, left, top) {
    const { shape } = this;
    const { colours, scores } = this.page;
    const bounds = this.replay.bounds(node);
    const value = bounds ? squeezed(scores.interval(...bounds)) : "";
    const name = this.page.label(node);
    if (shape.sideways) {
      const short = name.length > 7 ? `\u2026${name.slice(-6)}` : name;
      this._text(short, left + 6, top + 14, colours.text, "600 11px", "left");
      this._text(value, left + 104, top + 14, colours.text, "10.5px", "right");
      if (bounds) this._gauge(left + 108, top + 10, 18, bounds, this.replay.window(node));
    } else {
      const middle = left + shape.width / 2;
      this._text(name, middle, top + 12, colours.text, "600 11px");
      this._text(value, middle, top + 25, colours.text, "11px");
      if (bounds) this._gauge(left + 8, top + 33, shape.width - 16, bounds, this.replay.window(node));
    }
  }

  // A node's interval on the common scale, and the window it was searched with behind it.
  _gauge(left, y, width, [low, high], window) {
    const { pen } = this;
    const { colours, scores } = this.page;
    const line = (from, to, thickness, colour) => {
      pen.strokeStyle = colour;
      pen.lineWidth = thickness;
      pen.beginPath();
      pen.moveTo(left + from * width, y);
      pen.lineTo(left + to * width, y);
      pen.stroke();
    };
    line(0, 1, 1, colours.edge);
    if (window) line(scores.place(window[0], 0), scores.place(window[1], 1), 6, colours.window);
    const [from, to] = [scores.place(low, 0), scores.place(high, 1)];
    const middle = (from + to) / 2;
    const half = Math.max((to - from) / 2, 1.5 / width);
    line(middle - half, middle + half, 4, colours.value(middle));
  }

  _tags(node, tags, left, top) {
    if (!tags.length) return;
    const { shape } = this;
    const { colours, tree } = this.page;
    const words = tags.map((tag) => {
      const by = tag === "cut" ? this.replay.cutter(node) : -1;
      const known = by >= 0 && tree.path(this.replay.base, by).length;
      return known ? `cut by ${tree.dewey(this.replay.base, by)}` : tag;
    });
    const colour = colours.tag[tags[0]] || colours.faint;
    const text = words.join(" \u00b7 ");
    if (shape.sideways) this._text(text, left + shape.width + 4, top + 7, colour, "600 8px", "left");
    else this._text(text, left + shape.width / 2, top - 5, colour, "600 9px");
  }

  // How many nodes below are not drawn.
  _stub(hidden, left, top) {
    const { shape } = this;
    const text = `+${hidden.toLocaleString("en")}`;
    const { faint } = this.page.colours;
    if (shape.sideways) this._text(text, left + shape.width + 4, top + 18, faint, "8px", "left");
    else this._text(text, left + shape.width / 2, top + shape.height + 11, faint, "9px");
  }

  _ring(left, top) {
    const { pen } = this;
    pen.strokeStyle = this.page.colours.text;
    pen.lineWidth = 1;
    pen.setLineDash([3, 3]);
    pen.strokeRect(left - 4, top - 4, this.shape.width + 8, this.shape.height + 8);
    pen.setLineDash([]);
  }

  // A mark on what this searcher alone has generated, where two are side by side.
  _corner(left, top) {
    const { pen } = this;
    pen.fillStyle = this.page.colours.alone;
    pen.beginPath();
    pen.arc(left + this.shape.width - 2, top + 2, 4.5, 0, 7);
    pen.fill();
  }

  _isOnlyHere(node) {
    const other = this.page.replays.find((replay) => replay !== this.replay);
    return other && this.replay.at.generated[node] >= 0 && other.at.generated[node] < 0;
  }

  _border(node, tags) {
    const { colours } = this.page;
    if (node === this.current) return { colour: colours.accent, width: 3, dash: [] };
    if (tags.includes("LIVE")) return { colour: colours.tag.LIVE, width: 2, dash: [4, 3] };
    if (tags.includes("SOLVED")) return { colour: colours.tag.SOLVED, width: 2.5, dash: [] };
    if (tags.includes("cut")) return { colour: colours.tag.cut, width: 2, dash: [] };
    if (this.path.has(node)) return { colour: colours.accent, width: 2, dash: [] };
    if (this.line.has(node)) return { colour: colours.best, width: 2, dash: [] };
    return { colour: colours.border, width: 1, dash: [] };
  }

  _tint(node) {
    const bounds = this.replay.bounds(node);
    if (!bounds) return null;
    const { scores, colours } = this.page;
    return colours.value((scores.place(bounds[0], 0) + scores.place(bounds[1], 1)) / 2);
  }

  _text(text, x, y, colour, font, align = "center") {
    const { pen } = this;
    pen.font = `${font} ${this.page.colours.font}`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  }

  // -- the pointer -----------------------------------------------------------------------------

  // The node under a point of the canvas, or -1.
  pick(x, y) {
    const { camera } = this;
    const [atX, atY] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
    const [reachX, reachY] = [this.shape.width / 2 + 3, this.shape.height / 2 + 3];
    for (const at of this.visible || []) {
      const [nodeX, nodeY] = this._place(at);
      if (Math.abs(nodeX - atX) <= reachX && Math.abs(nodeY - atY) <= reachY) {
        return this.page.layout.nodes[at];
      }
    }
    return -1;
  }

  _listen() {
    const { canvas } = this;
    let dragged = null;
    canvas.addEventListener("pointerdown", (event) => {
      dragged = { x: event.offsetX, y: event.offsetY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (dragged) {
        const [dx, dy] = [event.offsetX - dragged.x, event.offsetY - dragged.y];
        if (!dragged.moved && Math.hypot(dx, dy) < 4) return;
        this.camera.x += dx;
        this.camera.y += dy;
        this.fitted = false;
        dragged = { x: event.offsetX, y: event.offsetY, moved: true };
        this.page.refresh();
      } else this.page.point(this.pick(event.offsetX, event.offsetY));
    });
    canvas.addEventListener("pointerup", (event) => {
      if (dragged && !dragged.moved) this.page.select(this.pick(event.offsetX, event.offsetY));
      dragged = null;
    });
    canvas.addEventListener("pointerleave", () => this.page.point(-1));
    canvas.addEventListener("dblclick", (event) => {
      const node = this.pick(event.offsetX, event.offsetY);
      if (node >= 0) this.page.focus(node);
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
      this.page.refresh();
    }, { passive: false });
  }
}

// A long text with its thousands as k, and with W5 for "win in 5".
function squeezed(text) {
  if (text.length <= 13) return text;
  return text.replace(/(\d+)\d{3}\b/g, "$1k").replace(/win in /g, "W").replace(/loss in /g, "L");
}

// Scores as text, and the one scale that all of them are drawn on.

class Scores {
  constructor(facts, traces) {
    Object.assign(this, facts); // unknown, win, mate, known
    this.range = this.spread(traces);
  }

  isKnown(score) {
    return score !== this.unknown;
  }

  text(score) {
    if (!this.isKnown(score)) return "?";
    const size = Math.abs(score);
    if (size >= this.mate) return `${score > 0 ? "win" : "loss"} in ${this.win - size}`;
    if (size >= this.known) return score > 0 ? "win" : "loss";
    return String(score).replace("-", "\u2212");
  }

  // An interval; one that is a point is a score.
  interval(low, high) {
    if (low === high && this.isKnown(low)) return this.text(low);
    const ends = [this.isKnown(low) ? this.text(low) : "\u2212\u221e"];
    ends.push(this.isKnown(high) ? this.text(high) : "\u221e");
    return `[${ends.join(", ")}]`;
  }

  // The place of a score on the scale, from 0 to 1; an unknown one is at the named end.
  place(score, end = 0.5, [low, high] = this.range) {
    if (!this.isKnown(score)) return end;
    return Math.min(1, Math.max(0, (score - low) / (high - low)));
  }

  // From the lowest to the highest value, without wins and rare extremes.
  //
  // `wanted`: of which nodes; by default of all.
  spread(traces, wanted = () => true) {
    const seen = [];
    for (const trace of traces) {
      const valued = trace.formNames.map((form) => /value|bounds|merit/.test(form));
      for (let event = 0; event < trace.count; event++) {
        if (!valued[trace.forms[event]] || !wanted(trace.nodes[event])) continue;
        for (const score of [trace.lows[event], trace.highs[event]]) {
          if (this.isKnown(score) && Math.abs(score) < this.known) seen.push(score);
        }
      }
    }
    if (!seen.length) return [-1, 1];
    const sorted = Int32Array.from(seen).sort();
    const aside = sorted.length > 400 ? Math.floor(sorted.length / 200) : 0;
    const [low, high] = [sorted[aside], sorted[sorted.length - 1 - aside]];
    return low < high ? [low, high] : [low - 1, high + 1];
  }
}

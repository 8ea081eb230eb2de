import type { Cut } from './prediction.types.js';

const FIRST_SIZE = 1024;

/** Users and their scores, 12 bytes each. */
export class Scored {
  private uids = new Uint32Array(FIRST_SIZE);
  private scores = new Float64Array(FIRST_SIZE);
  size = 0;

  add(uid: number, score: number): void {
    if (this.size === this.uids.length) {
      const [uids, scores] = [new Uint32Array(2 * this.size), new Float64Array(2 * this.size)];
      uids.set(this.uids);
      scores.set(this.scores);
      [this.uids, this.scores] = [uids, scores];
    }
    this.uids[this.size] = uid;
    this.scores[this.size] = score;
    this.size += 1;
  }

  /**
   * Those whom a cut takes: the top share of all, rounded up, of equal scores the lower numbers; and of them who are within
   * the bounds.
   *
   * @returns uids ascending, and the lowest score among them; null when there is nobody
   */
  take({ atLeast, atMost, topShare }: Cut): { uids: Uint32Array; least: number | null } {
    const score = (index: number): number => this.scores[index] ?? Number.NaN;
    const uid = (index: number): number => this.uids[index] ?? Number.NaN;
    let places = Uint32Array.from({ length: this.size }, (_, index) => index);
    if (topShare !== undefined) {
      places = places
        .sort((a, b) => score(b) - score(a) || uid(a) - uid(b))
        .subarray(0, Math.ceil(topShare * this.size));
    }
    const taken = places.filter(
      (index) => score(index) >= (atLeast ?? -Infinity) && score(index) <= (atMost ?? Infinity),
    );
    const least = taken.reduce((lowest, index) => Math.min(lowest, score(index)), Infinity);
    return { uids: taken.map(uid).sort(), least: taken.length > 0 ? least : null };
  }
}

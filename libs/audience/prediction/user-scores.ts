import type { ScoreFilter } from './prediction.types.js';

const INITIAL_CAPACITY = 1024;

/** Scores of users, 12 bytes each. */
export class UserScores {
  private uids = new Uint32Array(INITIAL_CAPACITY);
  private scores = new Float64Array(INITIAL_CAPACITY);
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
   * Selects users: first the top share of all, rounded up, with lower uids first among equal scores; then those within
   * the bounds.
   *
   * @returns uids ascending, and the lowest score among them; null without users
   */
  select({ atLeast, atMost, topShare }: ScoreFilter): { uids: Uint32Array; least: number | null } {
    const score = (index: number): number => this.scores[index] ?? Number.NaN;
    const uid = (index: number): number => this.uids[index] ?? Number.NaN;
    let positions = Uint32Array.from({ length: this.size }, (_, index) => index);
    if (topShare !== undefined) {
      positions = positions
        .sort((a, b) => score(b) - score(a) || uid(a) - uid(b))
        .subarray(0, Math.ceil(topShare * this.size));
    }
    const selected = positions.filter(
      (index) => score(index) >= (atLeast ?? -Infinity) && score(index) <= (atMost ?? Infinity),
    );
    const least = selected.reduce((lowest, index) => Math.min(lowest, score(index)), Infinity);
    return { uids: selected.map(uid).sort(), least: selected.length > 0 ? least : null };
  }
}

import { countOnes, type Words } from './words.js';

/**
 * Counts users of one slice by the sets that they are in, and adds them up. Of 32 users those in the same sets are counted
 * together, so the work is bounded by the words and by how many combinations there are among 32 users.
 *
 * @param sets    at most 8, not changed
 * @param counts  2 ** sets.length sums, by combination: bit n stands for set n. The users in none are not counted
 */
export function addCombinations(sets: readonly Words[], counts: number[]): void {
  const length = sets[0]?.length ?? 0;
  const present = new Int32Array(sets.length);
  for (let word = 0; word < length; word++) {
    let left = 0;
    for (let set = 0; set < sets.length; set++) {
      present[set] = (sets[set] as Words)[word] as number;
      left |= present[set] as number;
    }
    while (left !== 0) {
      const place = 31 - Math.clz32(left);
      let same = left;
      let combination = 0;
      // Without a branch: of random sets it would be guessed wrong half of the time.
      for (let set = 0; set < present.length; set++) {
        const isIn = ((present[set] as number) >>> place) & 1;
        same &= ~((present[set] as number) ^ -isIn);
        combination |= isIn << set;
      }
      counts[combination] = (counts[combination] as number) + countOnes(same);
      left &= ~same;
    }
  }
}

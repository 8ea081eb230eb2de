import { groupBy } from '#platform/collections';
import { SLICE_SIZE, sliceOf } from '../bitmap-index/model/slices.js';
import { DenseUsers } from '../bitmap-index/model/user-set.js';
import { setBits, WORDS_PER_SLICE, type Words } from '../bitmap-index/model/words.js';

/** Users of a leaf by slice, not to be changed. Slices without any are left out. */
export type UsersBySlice = ReadonlyMap<number, DenseUsers>;

/** Uids whose bits Postgres sends together, and the bytes of it. */
const TOGETHER = 64;
const BYTES_TOGETHER = 12;

/** Collects users that statements find. */
export class FoundUsers {
  private readonly words = new Map<number, Words>();

  /** @param bits  as `BehaviourRepository.findBits` returns them */
  addBits(bits: Buffer): void {
    for (let at = 0; at < bits.length; at += BYTES_TOGETHER) {
      const uid = bits.readInt32BE(at) * TOGETHER;
      const words = this.wordsOf(sliceOf(uid));
      const first = (uid % SLICE_SIZE) / 32;
      words[first] = (words[first] as number) | bits.readInt32BE(at + 8);
      words[first + 1] = (words[first + 1] as number) | bits.readInt32BE(at + 4);
    }
  }

  addUids(uids: readonly number[]): void {
    for (const [slice, ofSlice] of groupBy(uids, sliceOf)) {
      setBits(this.wordsOf(slice), Uint32Array.from(ofSlice), true);
    }
  }

  get bySlice(): UsersBySlice {
    return new Map([...this.words].map(([slice, words]) => [slice, new DenseUsers(words)]));
  }

  private wordsOf(slice: number): Words {
    let words = this.words.get(slice);
    if (!words) {
      words = new Int32Array(WORDS_PER_SLICE);
      this.words.set(slice, words);
    }
    return words;
  }
}

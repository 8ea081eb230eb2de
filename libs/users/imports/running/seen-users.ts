import { createHash } from 'node:crypto';

const FIRST_SLOTS = 1 << 16;
const MAX_LOAD = 0.5;

/**
 * The users that a file has named so far: 53 bits of a hash for each, so that a million take 32 MB at most. Two of a
 * million users share theirs once in 18,000 files, which moves a count by one.
 */
export class SeenUsers {
  private slots = new Float64Array(FIRST_SLOTS);
  private size = 0;

  /** @returns whether the user is named for the first time */
  add(extId: string): boolean {
    if (this.size >= this.slots.length * MAX_LOAD) {
      this.grow();
    }
    if (!insert(this.slots, hashOf(extId))) {
      return false;
    }
    this.size += 1;
    return true;
  }

  private grow(): void {
    const slots = new Float64Array(this.slots.length * 2);
    for (const hash of this.slots) {
      if (hash !== 0) {
        insert(slots, hash);
      }
    }
    this.slots = slots;
  }
}

/** Open addressing; 0 is an empty slot. */
function insert(slots: Float64Array, hash: number): boolean {
  for (let slot = hash % slots.length; ; slot = (slot + 1) % slots.length) {
    if (slots[slot] === hash) {
      return false;
    }
    if (slots[slot] === 0) {
      slots[slot] = hash;
      return true;
    }
  }
}

function hashOf(extId: string): number {
  const digest = createHash('sha256').update(extId).digest();
  return digest.readUIntBE(0, 6) * 32 + ((digest[6] ?? 0) >> 3) || 1;
}

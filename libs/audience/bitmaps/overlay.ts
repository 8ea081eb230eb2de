import { emptyBitmap, free, type Bitmap } from './bitmap.js';
import { freeChange, type AspectChange } from './delta-content.js';
import { ASPECTS } from './terms.js';

/** Several changes of a slice as one: who left what, and who is in what at the end. Bases lack it. */
export class Overlay {
  private readonly everything: Bitmap = emptyBitmap();
  private readonly changes = new Map<string, AspectChange>();

  /** Takes the bitmaps over. */
  add(change: AspectChange): void {
    if (change.aspect === ASPECTS.everything) {
      this.everything.orInPlace(change.touched);
      for (const known of this.changes.values()) {
        leave(known, change.touched);
      }
      freeChange(change);
      return;
    }
    const known = this.changes.get(change.aspect);
    if (!known) {
      this.changes.set(change.aspect, change);
      return;
    }
    leave(known, change.touched);
    for (const [term, members] of change.joined) {
      const present = known.joined.get(term);
      if (present) {
        present.orInPlace(members);
      } else {
        known.joined.set(term, members.clone());
      }
    }
    freeChange(change);
  }

  /** What changed; undefined: anything may have. */
  aspects(): string[] | undefined {
    return this.everything.isEmpty ? [...this.changes.keys()] : undefined;
  }

  apply(aspect: string, term: string, members: Bitmap): void {
    const change = this.changes.get(aspect);
    members.andNotInPlace(this.everything);
    if (change) {
      members.andNotInPlace(change.touched);
      const joined = change.joined.get(term);
      if (joined) {
        members.orInPlace(joined);
      }
    }
  }

  termsOf(aspect: string): string[] {
    return [...(this.changes.get(aspect)?.joined.keys() ?? [])];
  }

  *joinedTerms(): Generator<{ aspect: string; term: string }> {
    for (const { aspect, joined } of this.changes.values()) {
      for (const term of joined.keys()) {
        yield { aspect, term };
      }
    }
  }

  dispose(): void {
    free(this.everything);
    this.changes.forEach(freeChange);
  }
}

function leave(known: AspectChange, users: Bitmap): void {
  known.touched.orInPlace(users);
  for (const members of known.joined.values()) {
    members.andNotInPlace(users);
  }
}

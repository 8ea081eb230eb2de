import { createEmptyBitmap, disposeBitmaps, type Bitmap } from './bitmap.js';
import { disposeChange, type AspectChange } from './delta-content.js';
import { ASPECTS } from './terms.js';

/** Combines several changes of a slice that its base bitmaps lack. */
export class DeltaOverlay {
  private readonly removedEverywhere: Bitmap = createEmptyBitmap();
  private readonly changes = new Map<string, AspectChange>();

  /** Adds a change and takes ownership of its bitmaps. */
  add(change: AspectChange): void {
    if (change.aspect === ASPECTS.everything) {
      this.removedEverywhere.orInPlace(change.removed);
      for (const pending of this.changes.values()) {
        removeUsers(pending, change.removed);
      }
      disposeChange(change);
      return;
    }
    const existing = this.changes.get(change.aspect);
    if (!existing) {
      this.changes.set(change.aspect, change);
      return;
    }
    removeUsers(existing, change.removed);
    for (const [term, members] of change.added) {
      const present = existing.added.get(term);
      if (present) {
        present.orInPlace(members);
      } else {
        existing.added.set(term, members.clone());
      }
    }
    disposeChange(change);
  }

  /** The changed aspects; undefined: all may have changed. */
  listAspects(): string[] | undefined {
    return this.removedEverywhere.isEmpty ? [...this.changes.keys()] : undefined;
  }

  apply(aspect: string, term: string, members: Bitmap): void {
    const change = this.changes.get(aspect);
    members.andNotInPlace(this.removedEverywhere);
    if (change) {
      members.andNotInPlace(change.removed);
      const added = change.added.get(term);
      if (added) {
        members.orInPlace(added);
      }
    }
  }

  listAddedTerms(aspect: string): string[] {
    return [...(this.changes.get(aspect)?.added.keys() ?? [])];
  }

  *addedTerms(): Generator<{ aspect: string; term: string }> {
    for (const { aspect, added } of this.changes.values()) {
      for (const term of added.keys()) {
        yield { aspect, term };
      }
    }
  }

  dispose(): void {
    disposeBitmaps(this.removedEverywhere);
    this.changes.forEach(disposeChange);
  }
}

function removeUsers(change: AspectChange, users: Bitmap): void {
  change.removed.orInPlace(users);
  for (const members of change.added.values()) {
    members.andNotInPlace(users);
  }
}

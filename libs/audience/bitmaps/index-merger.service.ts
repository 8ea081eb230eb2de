import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { emptyBitmap, free, readBitmap, writeBitmap } from './bitmap.js';
import { readDelta } from './delta-content.js';
import { DeltaRepository, type Unmerged } from './delta.repository.js';
import { GroupRepository, type GroupKey, type IndexGroup } from './group.repository.js';
import { Overlay } from './overlay.js';
import { TermRepository, type StoredTerm } from './term.repository.js';
import { isValueTerm } from './terms.js';

/** Readers read what is not merged whenever they begin, and a merge rewrites up to all bitmaps of a slice. */
const MOST_ROWS = 400;
const MOST_BYTES = 8_000_000;
const MOST_AGE_SECONDS = 600;

/** Merges the deltas of a slice into its bases, so that what readers read stays small. */
@Injectable()
export class IndexMerger {
  constructor(
    private readonly db: Database,
    private readonly groups: GroupRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
  ) {}

  /** @param isDue  which slices; those with many, large or old deltas when absent */
  async merge(of: IndexGroup, isDue: (slice: Unmerged) => boolean = isLarge): Promise<void> {
    for (const unmerged of await this.deltas.findUnmerged(of)) {
      if (isDue(unmerged)) {
        await this.mergeSlice(of, unmerged.slice);
      }
    }
  }

  /** One transaction, as the group's one writer. */
  private async mergeSlice(group: GroupKey, slice: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const of = await this.groups.lock(tx, group);
      if (!of) {
        return;
      }
      const deltas = await this.deltas.findAfter(tx, of, [{ slice, seq: 0 }]);
      const merging = new Overlay();
      try {
        for (const { content } of deltas) {
          readDelta(content).forEach((change) => merging.add(change));
        }
        const changed = await this.changedTerms(tx, of, slice, merging);
        await this.terms.write(tx, of, slice, changed);
        await this.deltas.markMerged(tx, of, slice, of.seq);
      } finally {
        merging.dispose();
      }
    });
  }

  private async changedTerms(tx: Tx, of: IndexGroup, slice: number, merging: Overlay): Promise<StoredTerm[]> {
    const rare = new Set(of.rare);
    const known = new Set<string>();
    const changed: StoredTerm[] = [];
    for (const stored of await this.terms.findAspects(tx, of, slice, merging.aspects())) {
      const { aspect, term, members } = stored;
      known.add(`${aspect}\n${term}`);
      const before = readBitmap(members);
      const after = before.clone();
      merging.apply(aspect, term, after);
      const isGone = rare.has(aspect) && isValueTerm(term);
      if (isGone) {
        changed.push({ aspect, term, n: 0, members });
      } else if (!after.isEqual(before)) {
        changed.push({ aspect, term, n: after.size, members: writeBitmap(after) });
      }
      free(before, after);
    }
    for (const { aspect, term } of merging.joinedTerms()) {
      if (!known.has(`${aspect}\n${term}`) && !(rare.has(aspect) && isValueTerm(term))) {
        const members = emptyBitmap();
        merging.apply(aspect, term, members);
        if (!members.isEmpty) {
          changed.push({ aspect, term, n: members.size, members: writeBitmap(members) });
        }
        free(members);
      }
    }
    return changed;
  }
}

function isLarge({ rows, bytes, age }: Unmerged): boolean {
  return rows >= MOST_ROWS || bytes >= MOST_BYTES || age >= MOST_AGE_SECONDS;
}

import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { createEmptyBitmap, disposeBitmaps, readBitmap, writeBitmap } from '../model/bitmap.js';
import { readDelta } from '../model/delta-content.js';
import { DeltaRepository, type UnmergedSlice } from '../store/delta.repository.js';
import { GroupRepository, type GroupKey, type IndexGroup } from '../store/group.repository.js';
import { DeltaOverlay } from '../model/delta-overlay.js';
import { TermRepository, type StoredTerm } from '../store/term.repository.js';
import { isValueTerm } from '../model/terms.js';

/** Readers load all unmerged deltas when they start. A merge rewrites up to all bitmaps of a slice. */
const MAX_ROWS = 400;
const MAX_BYTES = 8_000_000;
const MAX_AGE_SECONDS = 600;

/** Merges deltas into base bitmaps, so that readers have less to load. */
@Injectable()
export class IndexMergerService {
  constructor(
    private readonly db: Database,
    private readonly groups: GroupRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
  ) {}

  /** @param isDue  selects slices; by default those with many, large or old deltas */
  async merge(group: IndexGroup, isDue: (slice: UnmergedSlice) => boolean = isMergeDue): Promise<void> {
    for (const unmerged of await this.deltas.findUnmerged(group)) {
      if (isDue(unmerged)) {
        await this.mergeSlice(group, unmerged.slice);
      }
    }
  }

  /** One transaction, as the group's only writer. */
  private async mergeSlice(group: GroupKey, slice: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const locked = await this.groups.lock(tx, group);
      if (!locked) {
        return;
      }
      const deltas = await this.deltas.findAfter(tx, locked, [{ slice, seq: 0 }]);
      const merging = new DeltaOverlay();
      try {
        for (const { content } of deltas) {
          readDelta(content).forEach((change) => merging.add(change));
        }
        const changed = await this.changedTerms(tx, locked, slice, merging);
        await this.terms.writeTerms(tx, locked, slice, changed);
        await this.deltas.markMerged(tx, locked, slice, locked.seq);
      } finally {
        merging.dispose();
      }
    });
  }

  private async changedTerms(tx: Tx, group: IndexGroup, slice: number, merging: DeltaOverlay): Promise<StoredTerm[]> {
    const unindexed = new Set(group.unindexed);
    const storedTerms = new Set<string>();
    const changed: StoredTerm[] = [];
    for (const stored of await this.terms.findAspects(tx, group, slice, merging.listAspects())) {
      const { aspect, term, members } = stored;
      storedTerms.add(`${aspect}\n${term}`);
      const before = readBitmap(members);
      const after = before.clone();
      merging.apply(aspect, term, after);
      const isGone = unindexed.has(aspect) && isValueTerm(term);
      if (isGone) {
        changed.push({ aspect, term, n: 0, members });
      } else if (!after.isEqual(before)) {
        changed.push({ aspect, term, n: after.size, members: writeBitmap(after) });
      }
      disposeBitmaps(before, after);
    }
    for (const { aspect, term } of merging.addedTerms()) {
      if (!storedTerms.has(`${aspect}\n${term}`) && !(unindexed.has(aspect) && isValueTerm(term))) {
        const members = createEmptyBitmap();
        merging.apply(aspect, term, members);
        if (!members.isEmpty) {
          changed.push({ aspect, term, n: members.size, members: writeBitmap(members) });
        }
        disposeBitmaps(members);
      }
    }
    return changed;
  }
}

function isMergeDue({ rows, bytes, age }: UnmergedSlice): boolean {
  return rows >= MAX_ROWS || bytes >= MAX_BYTES || age >= MAX_AGE_SECONDS;
}

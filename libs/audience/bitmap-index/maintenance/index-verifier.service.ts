import { Inject, Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { OutboxRepository, USER_CHANGES } from '#platform/outbox';
import { splitBuckets, type BucketRange } from '../../sql-engine/ranges.js';
import { createEmptyBitmap, disposeBitmaps, readBitmap, type Bitmap } from '../model/bitmap.js';
import { readDelta } from '../model/delta-content.js';
import { DeltaRepository } from '../store/delta.repository.js';
import { GenerationRepository, findGroup, type ServingGeneration } from '../store/generation.repository.js';
import { IndexBuilderService } from './index-builder.service.js';
import { DeltaOverlay } from '../model/delta-overlay.js';
import { TermCollector } from '../model/term-collector.js';
import { TermRepository, type IndexKey } from '../store/term.repository.js';
import { ASPECTS, isValueTerm, SLICE_SIZE, sliceOf } from '../model/terms.js';

/** Users per snapshot. A snapshot delays the removal of dead rows. */
const USERS_PER_PART = 250_000;
/** Pending feed rows; an index with more is not verified. */
const MAX_PENDING_ROWS = 10_000;

/** Compares the bitmaps with the rows bit by bit and has differences repaired. */
@Injectable()
export class IndexVerifierService {
  constructor(
    private readonly db: Database,
    private readonly users: UserLookupService,
    private readonly outbox: OutboxRepository,
    private readonly generations: GenerationRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
    private readonly builder: IndexBuilderService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Verifies a generation slice by slice and records the result. Differing users are added to the change feed;
   * following it reads them again.
   *
   * @returns differing users without a pending change
   */
  async verify(key: IndexKey): Promise<number[]> {
    const users = await this.users.countAllocatedUids(key.appId);
    const ranges = splitBuckets(Math.min(users, SLICE_SIZE), USERS_PER_PART);
    const slices = Math.ceil((await this.users.findUidUpperBound(key.appId)) / SLICE_SIZE);
    const differing = new Set<number>();
    for (let slice = 0; slice < slices; slice++) {
      for (const range of ranges) {
        (await this.verifyPart(key, slice, range)).forEach((uid) => differing.add(uid));
      }
    }
    const uids = [...differing].toSorted((a, b) => a - b);
    await this.db.tx(async (tx) => {
      await this.outbox.add(tx, { appId: key.appId, kind: 'user', uids, keys: [] });
      await this.generations.insertCheck(tx, key, users, uids.length);
    });
    if (uids.length > 0) {
      this.logger.error(
        { ...key, users: uids.length },
        'audience index differed from the rows; the users are read again',
      );
    }
    return uids;
  }

  /** Compares bitmaps and rows in one snapshot. */
  private async verifyPart(key: IndexKey, slice: number, range: BucketRange): Promise<number[]> {
    return this.db.snapshot(async (tx) => {
      const state = await this.generations.findOne(tx, key);
      const group = state && findGroup(state, slice);
      if (!group) {
        return [];
      }
      const selection = { appId: key.appId, position: group.position, kinds: USER_CHANGES };
      const { changes, isCurrent } = await this.outbox.changesSince(tx, selection, MAX_PENDING_ROWS);
      if (!isCurrent) {
        return [];
      }
      const unindexed = new Set(group.unindexed);
      const collector = new TermCollector(unindexed);
      const part = createPartMask(slice, range);
      try {
        await this.builder.collect(key.appId, { slice, range }, collector, tx);
        const differing = await this.findDifferences(tx, state, slice, part, collector, group.hasPlaces);
        const pending = new Set(changes.flatMap(({ uids }) => uids));
        return differing.filter((uid) => sliceOf(uid) === slice && !pending.has(uid));
      } finally {
        collector.dispose();
        disposeBitmaps(part);
      }
    });
  }

  private async findDifferences(
    tx: Tx,
    state: ServingGeneration,
    slice: number,
    part: Bitmap,
    collector: TermCollector,
    hasPlaces: boolean,
  ): Promise<number[]> {
    const overlay = new DeltaOverlay();
    const differing = createEmptyBitmap();
    const bitmaps = new Map<string, Bitmap>();
    try {
      for (const { content } of await this.deltas.findAfter(tx, state, [{ slice, seq: mergedSeq(state, slice) }])) {
        readDelta(content).forEach((change) => overlay.add(change));
      }
      for (const { aspect, term, members } of await this.terms.findAspects(tx, state, slice)) {
        bitmaps.set(termKey(aspect, term), readBitmap(members));
      }
      for (const { aspect, term } of overlay.addedTerms()) {
        const name = termKey(aspect, term);
        bitmaps.set(name, bitmaps.get(name) ?? createEmptyBitmap());
      }
      for (const [name, members] of bitmaps) {
        const [aspect = '', term = ''] = parseTermKey(name);
        overlay.apply(aspect, term, members);
        members.andInPlace(part);
      }
      for (const { aspect, term, members } of collector.take()) {
        const name = termKey(aspect, term);
        const indexed = bitmaps.get(name) ?? createEmptyBitmap();
        indexed.xorInPlace(members);
        bitmaps.set(name, indexed);
        disposeBitmaps(members);
      }
      for (const [name, difference] of bitmaps) {
        const [aspect = '', term = ''] = parseTermKey(name);
        if (!(isValueTerm(term) && collector.unindexed.has(aspect)) && (hasPlaces || aspect !== ASPECTS.place)) {
          differing.orInPlace(difference);
        }
      }
      return [...differing.toUint32Array()];
    } finally {
      overlay.dispose();
      disposeBitmaps(differing, ...bitmaps.values());
    }
  }
}

function termKey(aspect: string, term: string): string {
  return `${aspect}\n${term}`;
}

function parseTermKey(name: string): string[] {
  const at = name.indexOf('\n');
  return [name.slice(0, at), name.slice(at + 1)];
}

function mergedSeq({ slices }: ServingGeneration, slice: number): number {
  return slices.find(([number]) => number === slice)?.[1] ?? 0;
}

function createPartMask(slice: number, { vbFrom, vbTo }: BucketRange): Bitmap {
  const part = createEmptyBitmap();
  for (let row = slice * SLICE_SIZE; row < (slice + 1) * SLICE_SIZE; row += BUCKETS) {
    part.addRange(row + vbFrom, row + vbTo);
  }
  return part;
}

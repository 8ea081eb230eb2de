import { Inject, Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { OutboxRepository, USER_CHANGES } from '#platform/outbox';
import { splitBuckets, type BucketRange } from '../../sql-engine/ranges.js';
import { createEmptyBitmap, disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { GenerationRepository, findGroup } from '../store/generation.repository.js';
import { SliceReaderService } from './slice-reader.service.js';
import { IndexComparisonService } from './index-comparison.service.js';
import { TermCollector } from '../model/term-collector.js';
import type { IndexKey } from '../store/term.repository.js';
import { SLICE_SIZE, sliceOf } from '../model/terms.js';

/** Users per snapshot. A snapshot delays the removal of dead rows. */
const USERS_PER_PART = 250_000;
/** Pending feed rows; an index with more is not verified. */
const MAX_PENDING_ROWS = 10_000;

/** Verifies indexes part by part, and has differences repaired. */
@Injectable()
export class IndexVerifierService {
  constructor(
    private readonly db: Database,
    private readonly users: UserLookupService,
    private readonly outbox: OutboxRepository,
    private readonly generations: GenerationRepository,
    private readonly comparison: IndexComparisonService,
    private readonly slices: SliceReaderService,
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
        await this.slices.collect(key.appId, { slice, range }, collector, tx);
        const differing = await this.comparison.findDifferences(tx, state, slice, part, collector, group.hasPlaces);
        const pending = new Set(changes.flatMap(({ uids }) => uids));
        return differing.filter((uid) => sliceOf(uid) === slice && !pending.has(uid));
      } finally {
        collector.dispose();
        disposeBitmaps(part);
      }
    });
  }
}

function createPartMask(slice: number, { vbFrom, vbTo }: BucketRange): Bitmap {
  const part = createEmptyBitmap();
  for (let row = slice * SLICE_SIZE; row < (slice + 1) * SLICE_SIZE; row += BUCKETS) {
    part.addRange(row + vbFrom, row + vbTo);
  }
  return part;
}

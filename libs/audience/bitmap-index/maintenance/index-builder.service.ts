import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { splitBuckets } from '../../sql-engine/ranges.js';
import { writeBitmap, disposeBitmaps } from '../model/bitmap.js';
import { GenerationRepository } from '../store/generation.repository.js';
import { GroupRepository, type ClaimedBuild } from '../store/group.repository.js';
import { TermCollector } from '../model/term-collector.js';
import { TermRepository, type StoredTerm } from '../store/term.repository.js';
import { SLICE_SIZE, sliceOf } from '../model/terms.js';
import { SliceReaderService } from './slice-reader.service.js';

/** Longer than reading one part of a slice. */
const LEASE_MS = 120_000;
/** Users that one statement reads. */
const USERS_PER_PART = 32_000;
/** Slices that one process follows: four million users. */
const GROUP_SLICES = 4;

/**
 * Builds indexes from the rows, slice by slice. Each part is read at its own time; the change feed, followed from
 * before the first part, brings later changes. After a crash another process continues with the same slice.
 */
@Injectable()
export class IndexBuilderService {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly users: UserLookupService,
    private readonly generations: GenerationRepository,
    private readonly groups: GroupRepository,
    private readonly terms: TermRepository,
    private readonly slices: SliceReaderService,
  ) {}

  /** Begins the indexes of applications that have become large enough, and of those whose index lacks places. */
  async beginMissing(): Promise<void> {
    const unindexed = await this.generations.findUnindexed(
      await this.users.findLargeApps(this.config.INDEX_LEAST_USERS),
    );
    for (const appId of [...unindexed, ...(await this.generations.findWithoutPlaces())]) {
      await this.begin(appId);
    }
  }

  /**
   * Begins an index with a group for each existing user. Later users come from the feed.
   *
   * @param groupSlices  slices per group
   */
  async begin(appId: number, groupSlices = GROUP_SLICES): Promise<void> {
    await this.db.tx(async (tx) => {
      const started = await this.generations.begin(tx, appId, groupSlices);
      if (started) {
        // Read after the position was taken: earlier users have lower uids.
        const last = Math.max(0, sliceOf((await this.users.findUidUpperBound(appId)) - 1));
        const to = Math.floor(last / groupSlices);
        await this.groups.insertGroups(
          tx,
          { appId, ...started },
          { from: 0, to, state: 'building', position: started.position },
        );
      }
    });
  }

  /**
   * Builds one unclaimed group.
   *
   * @returns whether there was one
   */
  async buildNext(appId?: number): Promise<boolean> {
    const claimed = await this.groups.claimBuild(LEASE_MS, appId);
    if (!claimed) {
      return false;
    }
    const slices = Math.min(
      claimed.endSlice,
      Math.ceil((await this.users.findUidUpperBound(claimed.appId)) / SLICE_SIZE),
    );
    const unindexed = new Set(claimed.unindexed);
    for (let slice = claimed.nextSlice; slice < slices; slice++) {
      if (!(await this.buildSlice(claimed, slice, unindexed))) {
        return true;
      }
    }
    await this.groups.endBuild(claimed);
    return true;
  }

  /** @returns false when another process has taken over */
  private async buildSlice(claimed: ClaimedBuild, slice: number, unindexed: Set<string>): Promise<boolean> {
    const knownUnindexed = new Set(unindexed);
    const collector = new TermCollector(unindexed);
    try {
      const users = await this.users.countAllocatedUids(claimed.appId);
      // A bucket has at most 1024 users of one slice.
      for (const range of splitBuckets(Math.min(users, SLICE_SIZE), USERS_PER_PART)) {
        await this.slices.collect(claimed.appId, { slice, range }, collector);
        if (!(await this.groups.renewBuild(claimed, LEASE_MS))) {
          return false;
        }
      }
      const stored = toStoredTerms(collector);
      return await this.db.tx(async (tx) => {
        if (!(await this.groups.advanceBuild(tx, claimed, slice, [...unindexed]))) {
          return false;
        }
        await this.terms.insertSlices(tx, claimed, [slice]);
        await this.terms.writeTerms(tx, claimed, slice, stored);
        const newlyUnindexed = [...unindexed].filter((aspect) => !knownUnindexed.has(aspect));
        if (newlyUnindexed.length > 0) {
          await this.terms.deleteValues(tx, claimed, newlyUnindexed);
        }
        return true;
      });
    } finally {
      collector.dispose();
    }
  }
}

/** Converts collected terms to stored form and disposes of each bitmap. */
function toStoredTerms(collector: TermCollector): StoredTerm[] {
  const stored: StoredTerm[] = [];
  for (const { aspect, term, members } of collector.take()) {
    stored.push({ aspect, term, n: members.size, members: writeBitmap(members) });
    disposeBitmaps(members);
  }
  return stored;
}

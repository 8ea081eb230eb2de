import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { type Logger, reportFault } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { GenerationRepository } from '../store/generation.repository.js';
import { GroupRepository } from '../store/group.repository.js';
import { IndexBuilderService } from './index-builder.service.js';
import { IndexVerifierService } from './index-verifier.service.js';
import { IndexFollowerService } from './index-follower.service.js';
import { IndexMergerService } from './index-merger.service.js';

/** The change feed is kept one day longer than this. */
const MAX_LAG_MS = 2 * 24 * 3_600_000;
/** Readers finish on the generation that they started with. */
const RETENTION_MS = 600_000;
/** An index sees a commit after a few of these, plus the time of the update. */
const UPDATE_MS = 200;
/** Each index decides when its deltas are too many; this is how soon it is asked. */
const MERGE_MS = 10_000;
/** Pause between searches for applications that lack an index. */
const BUILD_MS = 10_000;

/** Maintains the indexes of all applications. Several processes may run it: each step has one writer. */
@Injectable()
export class IndexMaintenanceService {
  constructor(
    private readonly generations: GenerationRepository,
    private readonly groups: GroupRepository,
    private readonly builder: IndexBuilderService,
    private readonly follower: IndexFollowerService,
    private readonly merger: IndexMergerService,
    private readonly verifier: IndexVerifierService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies the change feed to indexes.
   *
   * @param appId  only this application
   */
  @Recurring('index.update', UPDATE_MS)
  async followFeed(appId?: number): Promise<void> {
    for (const { serves, ...group } of await this.groups.findBehind(appId)) {
      await this.attempt(group.appId, 'audience index failed to follow the change feed', async () => {
        await this.follower.follow(group);
        if (!serves) {
          await this.generations.promote(group);
        }
      });
    }
  }

  /** Merges deltas of slices with many of them. */
  @Recurring('index.merge', MERGE_MS)
  async mergeDeltas(): Promise<void> {
    for (const group of await this.groups.findComplete()) {
      await this.attempt(group.appId, 'audience index failed to merge', () => this.merger.merge(group));
    }
  }

  /** Begins the indexes of applications that have become large enough or lack places, and builds unfinished ones. */
  @Recurring('index.build', BUILD_MS)
  async buildIndexes(): Promise<void> {
    for (const appId of await this.generations.findLost(MAX_LAG_MS)) {
      await this.generations.retireAll(appId);
    }
    await this.builder.beginMissing();
    while (await this.builder.buildNext()) {
      // Each iteration is one group.
    }
    await this.generations.deleteRetired(RETENTION_MS);
  }

  /** Verifies indexes whose last verification is older than a day. */
  @Recurring('index.verify', HOUR_MS)
  async verifyIndexes(): Promise<void> {
    for (let key = await this.generations.claimCheck(); key; key = await this.generations.claimCheck()) {
      await this.verifier.verify(key);
    }
  }

  /** An error of one application does not stop the others. */
  private async attempt(appId: number, text: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      reportFault(this.logger, text, error, { level: 'error', appId });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { Recurring, StopSignal } from '#platform/background';
import { Database, isRolledBack } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import { FeedPositionRepository } from '#platform/outbox';
import { UidBlockRepository } from '#libs/users/identities';
import { fingerprintOf } from '../words/search-fields.js';
import { SearchEntryRepository } from './search-entry.repository.js';
import { SearchWriterService } from './search-writer.service.js';

const CHECK_MS = 15_000;
/** Approximate users of one transaction. */
const USERS_PER_STEP = 5_000;

/**
 * Makes the entries of every application, bucket by bucket: at first, and again when other attributes are searched. A range
 * and the cursor are one transaction, so work goes on there after a crash, and several schedulers take turns.
 */
@Injectable()
export class SearchBuilderService {
  constructor(
    private readonly db: Database,
    private readonly stopSignal: StopSignal,
    private readonly applications: ApplicationService,
    private readonly uidBlocks: UidBlockRepository,
    private readonly positions: FeedPositionRepository,
    private readonly entries: SearchEntryRepository,
    private readonly writer: SearchWriterService,
  ) {}

  @Recurring('people-search.build', CHECK_MS)
  async build(): Promise<void> {
    // Changes after the reading of a range are in the feed, from this position on.
    await this.positions.begin(this.writer.name);
    await this.beginOutdated();
    while (!this.stopSignal.isStopped && (await this.tryRange())) {
      // One range each time.
    }
  }

  /** Begins the work of applications with other attributes than their entries were made of. */
  private async beginOutdated(): Promise<void> {
    const present = await this.entries.findFingerprints();
    for (const { id } of await this.applications.listApplications()) {
      await this.db.tx(async (tx) => {
        const fields = fingerprintOf(await this.writer.readAttributes(tx, id));
        if (present.get(id) !== fields) {
          await this.entries.begin(tx, id, fields);
        }
      });
    }
  }

  /** @returns false when nothing is left; true also after a conflict with the feed, which wrote the same users */
  private async tryRange(): Promise<boolean> {
    try {
      return await this.buildRange();
    } catch (error) {
      if (isRolledBack(error instanceof AppError ? error.cause : error)) {
        return true;
      }
      throw error;
    }
  }

  private async buildRange(): Promise<boolean> {
    return this.db.snapshot(async (tx) => {
      const claimed = await this.entries.claimBuild(tx);
      if (!claimed) {
        return false;
      }
      const { appId, nextVb } = claimed;
      const users = await this.uidBlocks.countAllocated(appId, 'user', tx);
      const width = Math.max(1, Math.floor((BUCKETS * USERS_PER_STEP) / Math.max(users, USERS_PER_STEP)));
      const vbTo = Math.min(BUCKETS, nextVb + width);
      const uids = await this.entries.findNamed(tx, appId, nextVb, vbTo);
      await this.writer.write(tx, appId, uids, await this.writer.readAttributes(tx, appId));
      await this.entries.advance(tx, appId, vbTo, vbTo === BUCKETS);
      return true;
    });
  }
}

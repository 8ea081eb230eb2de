import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ErasureService } from './erasure.service.js';
import { ErasureListRepository } from './lists/erasure-list.repository.js';
import type { ErasureList } from './lists/erasure-list.types.js';

/** A part takes a few seconds at most. */
const STALE_SECONDS = 60;

/**
 * Erases confirmed lists part by part, as one person is erased. A part is one transaction with its rows, its share of the
 * receipt, its entry in the audit log and the place in the list: whoever takes a list over begins with the next part.
 */
@Injectable()
export class ErasureListRunnerService {
  private readonly closing = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly users: UserLookupService,
    private readonly erasures: ErasureService,
    private readonly lists: ErasureListRepository,
  ) {}

  /** Works confirmed lists off, one after the other, until none waits or `stopWork` is called. */
  async runDue(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const claimed = await this.db.tx(async (tx) => {
        const next = await this.lists.lockNext(tx, STALE_SECONDS);
        return next && this.lists.claim(tx, next);
      });
      if (!claimed) {
        return;
      }
      await this.run(claimed);
    }
  }

  /** Ends `runDue` after its present part, because the process stops. */
  stopWork(): void {
    this.closing.abort();
  }

  private async run(list: ErasureList): Promise<void> {
    try {
      while (await this.db.inTransaction(() => this.eraseNext(list))) {
        if (this.closing.signal.aborted) {
          await this.lists.release(list);
          return;
        }
      }
    } catch (error) {
      if (!(error instanceof AppError && error.refusal === 'not_granted')) {
        throw error;
      }
      const { epoch } = list;
      await this.db.tx((tx) => this.lists.finish(tx, list, { state: 'FAILED', fault: error.message, epoch }));
    }
  }

  /** @returns false at the end of the list, and when it was stopped or another process has it */
  private async eraseNext(list: ErasureList): Promise<boolean> {
    const { appId, receiptId, epoch, origin } = list;
    return this.db.tx(async (tx) => {
      if (!(await this.lists.touch(tx, list))) {
        return false;
      }
      const next = await this.lists.findNextPart(tx, list);
      if (!next) {
        await this.lists.finish(tx, list, { state: 'FINISHED', epoch });
        return false;
      }
      const { part, extIds } = next;
      const users = await this.users.findUidsByExtIds(appId, extIds);
      await this.erasures.eraseUsers(appId, extIds, origin, { receiptId });
      await this.lists.completePart(
        tx,
        list,
        part,
        extIds.map((extId) => users.has(extId)),
      );
      return true;
    });
  }
}

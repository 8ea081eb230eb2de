import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { Recurring, StopSignal, WorkQueue } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ErasureService } from './erasure.service.js';
import { ERASURE_LIST_WORK, ErasureListRepository } from './lists/erasure-list.repository.js';
import type { ErasureList } from './lists/erasure-list.types.js';

/** Pause between searches for confirmed lists of people to erase. */
const CHECK_MS = 2_000;

/**
 * Erases confirmed lists part by part, as one person is erased. A part is one transaction with its rows, its share of the
 * receipt, its entry in the audit log and the place in the list: whoever takes a list over begins with the next part.
 */
@Injectable()
export class ErasureListRunnerService {
  private readonly queue: WorkQueue;

  constructor(
    private readonly db: Database,
    stopSignal: StopSignal,
    private readonly users: UserLookupService,
    private readonly erasures: ErasureService,
    private readonly lists: ErasureListRepository,
  ) {
    this.queue = new WorkQueue(db, stopSignal, ERASURE_LIST_WORK);
  }

  /** Works confirmed lists off, one after the other, until none waits or the process stops. */
  @Recurring('erasures.run', CHECK_MS)
  async runDue(): Promise<void> {
    await this.queue.runDue(
      (tx, claim) => this.lists.findClaimed(tx, claim),
      (list) => this.run(list),
    );
  }

  private async run(list: ErasureList): Promise<void> {
    try {
      await this.queue.runParts({ ...list, id: list.receiptId }, (tx) => this.eraseNext(tx, list));
    } catch (error) {
      if (!(error instanceof AppError && error.refusal === 'not_granted')) {
        throw error;
      }
      const { epoch } = list;
      await this.db.tx((tx) => this.lists.finish(tx, list, { state: 'FAILED', fault: error.message, epoch }));
    }
  }

  /** @returns false at the end of the list */
  private async eraseNext(tx: Tx, list: ErasureList): Promise<boolean> {
    const { appId, receiptId, epoch, origin } = list;
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
  }
}

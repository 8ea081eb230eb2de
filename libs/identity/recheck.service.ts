import { Injectable } from '@nestjs/common';
import { DeliveryErasureService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxMaintenanceService } from '#libs/inbox';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { RecheckRepository } from './recheck.repository.js';

/**
 * Looks once more at users who were erased or became others. A worker that was sending to one of them, or a request about
 * one, may have stored something under the old number after its rows had gone: that goes the same way now.
 */
@Injectable()
export class RecheckService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly events: EventsService,
    private readonly inbox: InboxMaintenanceService,
    private readonly deliveryErasure: DeliveryErasureService,
    private readonly rechecks: RecheckRepository,
  ) {}

  /** Does all that is due, each in a short transaction of its own; several schedulers share the work. */
  async runDueRechecks(before = this.clock.now()): Promise<void> {
    while (await this.db.tx((tx) => this.runNextRecheck(tx, before))) {
      // Each turn is one.
    }
  }

  /** @returns false when nothing is due */
  private async runNextRecheck(tx: Tx, before: Date): Promise<boolean> {
    const recheck = await this.rechecks.takeDue(tx, before);
    if (!recheck) {
      return false;
    }
    const { appId, toUid, resultBuckets } = recheck;
    const uids = [...new Set(resultBuckets.map(({ uid }) => uid))];
    if (toUid === null) {
      await this.deliveryErasure.erase(tx, appId, { locations: resultBuckets, extIds: [], tokens: [], addresses: [] });
      await this.inbox.eraseMessages(tx, appId, uids);
      await this.events.eraseEvents(tx, appId, uids, []);
      return true;
    }
    for (const uid of uids) {
      const vbs = resultBuckets.flatMap((bucket) => (bucket.uid === uid ? [bucket.vb] : []));
      await this.events.moveEvents(tx, appId, uid, toUid);
      await this.inbox.moveMessages(tx, appId, uid, toUid);
      await this.deliveryErasure.move(tx, appId, vbs, uid, toUid);
    }
    return true;
  }
}

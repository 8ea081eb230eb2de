import { Injectable } from '@nestjs/common';
import { RecordsService } from '#libs/delivery';
import { EventsService } from '#libs/events';
import { InboxUpkeep } from '#libs/inbox';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { SecondLookRepository } from './second-look.repository.js';

/**
 * Looks once more at users who were erased or became others. A worker that was sending to one of them, or a request about
 * one, may have stored something under the old number after its rows had gone: that goes the same way now.
 */
@Injectable()
export class SecondLookService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly events: EventsService,
    private readonly inbox: InboxUpkeep,
    private readonly records: RecordsService,
    private readonly looks: SecondLookRepository,
  ) {}

  /** Does all that is due, each in a short transaction of its own; several schedulers share the work. */
  async lookAgain(before = this.clock.now()): Promise<void> {
    while (await this.db.tx((tx) => this.lookAtOne(tx, before))) {
      // Each turn is one.
    }
  }

  /** @returns false when nothing is due */
  private async lookAtOne(tx: Tx, before: Date): Promise<boolean> {
    const look = await this.looks.take(tx, before);
    if (!look) {
      return false;
    }
    const { appId, toUid, places } = look;
    const uids = [...new Set(places.map(({ uid }) => uid))];
    if (toUid === null) {
      await this.records.erase(tx, appId, { places, extIds: [], tokens: [], addresses: [] });
      await this.inbox.erase(tx, appId, uids);
      await this.events.erase(tx, appId, uids, []);
      return true;
    }
    for (const uid of uids) {
      const vbs = places.flatMap((place) => (place.uid === uid ? [place.vb] : []));
      await this.events.move(tx, appId, uid, toUid);
      await this.inbox.move(tx, appId, uid, toUid);
      await this.records.move(tx, appId, vbs, uid, toUid);
    }
    return true;
  }
}

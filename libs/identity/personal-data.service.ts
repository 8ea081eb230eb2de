import { Injectable } from '@nestjs/common';
import { SegmentErasureRepository } from '#libs/audience';
import { DeliveryErasureService } from '#libs/delivery';
import { PersonEventsService } from '#libs/events';
import { InboxMaintenanceService } from '#libs/inbox';
import { AddressSendService } from '#libs/notifications';
import { WrittenCampaignErasureRepository } from '#libs/notifications/drafts';
import type { ErasedAddresses, ResultPlace } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { PersonalDataRegistryService } from './personal-data-registry.service.js';

/** Names and numbers by which other libraries may know some people. */
export interface PersonalKeys extends ErasedAddresses {
  uids: readonly number[];
  /** Partitions with their results. */
  places: readonly ResultPlace[];
  extIds: readonly string[];
  tokens: readonly string[];
}

/** Moves and erases the data of a person outside of `libs/users`. */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly events: PersonEventsService,
    private readonly inbox: InboxMaintenanceService,
    private readonly deliveryErasure: DeliveryErasureService,
    private readonly addressSends: AddressSendService,
    private readonly segments: SegmentErasureRepository,
    private readonly written: WrittenCampaignErasureRepository,
    private readonly owners: PersonalDataRegistryService,
  ) {}

  /** Gives the data of one user to another one. @param places  where results of the first user may lie */
  async moveData(tx: Tx, appId: number, places: readonly ResultPlace[], fromUid: number, toUid: number): Promise<void> {
    await this.events.moveEvents(tx, appId, fromUid, toUid);
    await this.inbox.moveMessages(tx, appId, fromUid, toUid);
    await this.deliveryErasure.move(tx, appId, places, fromUid, toUid);
    // After the events: readers of the feed lock them for what they store.
    for (const owner of this.owners.list()) {
      await owner.move?.(tx, appId, fromUid, toUid);
    }
  }

  /** Erases the data of some people. @returns the number of rows that were erased, by table */
  async eraseData(tx: Tx, appId: number, keys: PersonalKeys): Promise<Record<string, number>> {
    const { uids, places, extIds, tokens, addresses } = keys;
    const delivery = await this.deliveryErasure.erase(tx, appId, {
      uids,
      places,
      extIds,
      tokens,
      addresses,
    });
    const counts: Record<string, number> = {
      ...delivery.counts,
      ...(await this.written.eraseAddresses(tx, appId, keys)),
      'audience.segment': await this.segments.eraseAddresses(tx, appId, keys),
      'notifications.definition': await this.addressSends.eraseMessages(tx, appId, delivery.notificationKeys),
      'inbox.message': await this.inbox.eraseMessages(tx, appId, uids, delivery.dispatchIds),
      'events.event': await this.events.eraseEvents(tx, appId, uids, extIds),
    };
    for (const owner of this.owners.list()) {
      counts[owner.table] = await owner.erase(tx, appId, uids);
    }
    return counts;
  }
}

import { Injectable } from '@nestjs/common';
import { WebhookDeliveryService } from '#libs/delivery/webhooks';
import type { PersonalDataOwner } from '#libs/identity';
import type { Tx } from '#platform/db';
import { StoredReplayRepository } from '../stored-replays/stored-replay.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';
import { JourneyPeopleService } from './journey-people.service.js';

/** Exports, moves and erases what journeys store of persons: their visits, open calls of webhooks about them, and
 * examples of replays. */
@Injectable()
export class JourneyPersonalDataService implements PersonalDataOwner {
  readonly table = 'journeys.visit';
  readonly exported = {
    name: 'journeys',
    read: (appId: number, uid: number): AsyncIterable<object> => this.people.exportVisits(appId, uid),
  };

  constructor(
    private readonly visits: VisitRepository,
    private readonly people: JourneyPeopleService,
    private readonly deliveries: WebhookDeliveryService,
    private readonly replays: StoredReplayRepository,
  ) {}

  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.visits.moveToUser(tx, appId, fromUid, toUid);
    await this.deliveries.moveCalls(tx, appId, fromUid, toUid);
  }

  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    await this.replays.erase(tx, appId, uids);
    return (await this.visits.erase(tx, appId, uids)) + (await this.deliveries.eraseCalls(tx, appId, uids));
  }
}

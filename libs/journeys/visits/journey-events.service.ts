import { Injectable } from '@nestjs/common';
import { type NewHookEvent, WebhookDeliveryService } from '#libs/delivery/webhooks';
import { INTERNAL_EVENTS, PersonEventsService } from '#libs/events';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { type Journey, LEAVING, type Leaving } from '../model/journey.types.js';

type JourneyName = Pick<Journey, 'appId' | 'name'>;
type JourneyEvent = keyof typeof INTERNAL_EVENTS;

/** Writes who entered and left a journey as events: for segments, other journeys and webhooks. */
@Injectable()
export class JourneyEventsService {
  constructor(
    private readonly events: PersonEventsService,
    private readonly deliveries: WebhookDeliveryService,
  ) {}

  /** @param locked  those of them whose users the transaction locks already */
  async addEntered(
    tx: Tx,
    { appId, name }: JourneyName,
    uids: readonly number[],
    locked: readonly number[],
  ): Promise<void> {
    await this.add(tx, appId, [{ event: 'JourneyEntered', data: { journey: name }, uids }], locked);
  }

  async addLeft(
    tx: Tx,
    { appId, name }: JourneyName,
    left: readonly { uid: number; reason: Leaving }[],
  ): Promise<void> {
    const uidsOf = (visits: readonly { uid: number }[]): number[] => visits.map(({ uid }) => uid);
    const groups = [...groupBy(left, ({ reason }) => reason)];
    const converted = left.filter(({ reason }) => reason === LEAVING.goal);
    await this.add(tx, appId, [
      ...groups.map(([reason, visits]) => ({
        event: 'JourneyLeft' as const,
        data: { journey: name, reason },
        uids: uidsOf(visits),
      })),
      { event: 'JourneyConverted', data: { journey: name }, uids: uidsOf(converted) },
    ]);
  }

  private async add(
    tx: Tx,
    appId: number,
    written: readonly { event: JourneyEvent; data: Record<string, string>; uids: readonly number[] }[],
    locked: readonly number[] = [],
  ): Promise<void> {
    const groups = written.filter(({ uids }) => uids.length > 0);
    await this.events.addInternal(
      tx,
      appId,
      groups.flatMap(({ event, data, uids }) =>
        uids.map((uid) => ({ uid, eventId: INTERNAL_EVENTS[event], attrs: data })),
      ),
      locked,
    );
    const reported = groups.map(({ event, data, uids }): NewHookEvent => ({
      event,
      data,
      about: null,
      fetcher: null,
      uids: [...new Set(uids)],
    }));
    await this.deliveries.reportEvents(tx, appId, reported);
  }
}

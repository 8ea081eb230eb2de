import { Inject, Injectable } from '@nestjs/common';
import { type PersonCall, WebhookDeliveryService } from '#libs/delivery/webhooks';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import type { Journey, Visit } from '../model/journey.types.js';
import { readCollected, withoutCollected } from '../model/collected.js';
import type { Step } from './step.types.js';

/** Calls webhooks from steps. A call is stored with the step, and is repeated under one id until it is taken or given up. */
@Injectable()
export class StepCallService {
  constructor(
    private readonly deliveries: WebhookDeliveryService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores the calls of some steps. @returns the call that each person waits for */
  async store(
    tx: Tx,
    { appId, name }: Pick<Journey, 'appId' | 'name'>,
    steps: readonly Step[],
  ): Promise<Map<Step, number | null>> {
    const called = steps.flatMap((step) => (step.advance.called ?? []).map((webhook) => ({ step, webhook })));
    const calls = called.map(({ step: { visit }, webhook }): PersonCall => {
      const { items } = readCollected(visit.data);
      const data = { journey: name, node: webhook.id, data: withoutCollected(visit.data) };
      return {
        hook: webhook.hook,
        event: 'journey.webhook',
        uid: visit.uid,
        data: items.length > 1 ? { ...data, batch: items } : data,
      };
    });
    const ids = calls.length > 0 ? await this.deliveries.storeCalls(tx, appId, calls) : [];
    const lost = ids.filter((id) => id === null).length;
    if (lost > 0) {
      this.logger.error({ appId, journey: name, lost }, 'a journey calls a webhook that is not defined any more');
    }
    return new Map(
      called.flatMap(({ step, webhook }, index) => (webhook.failed ? [[step, ids[index] ?? null] as const] : [])),
    );
  }

  /** The fates of calls that people wait for. @returns by uid: taken, given up, or null: under way */
  async findFates(visits: readonly Visit[]): Promise<ReadonlyMap<number, boolean | null>> {
    const ids = visits.flatMap(({ callId }) => callId ?? []);
    const open = await this.deliveries.findOpen(ids);
    return new Map(
      visits.map(({ uid, callId }) => {
        const isGivenUp = callId === null || callId === undefined ? true : open.get(callId);
        return [uid, isGivenUp === undefined ? true : isGivenUp ? false : null];
      }),
    );
  }
}

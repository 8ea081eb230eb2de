import { Injectable } from '@nestjs/common';
import { WebhookDeliveryService } from '#libs/delivery/webhooks';
import { Database, type Tx } from '#platform/db';
import { AlarmRepository, type WatchedName } from './alarm.repository.js';
import type { Finding } from './alarm.types.js';

/** Begins and ends alarms by what was found. */
@Injectable()
export class AlarmChangeService {
  constructor(
    private readonly db: Database,
    private readonly alarms: AlarmRepository,
    private readonly hooks: WebhookDeliveryService,
  ) {}

  /** Begins alarms, and ends them without their reason. Endpoints that list them hear of both. */
  async change(tx: Tx, { appId, journeyId, name }: WatchedName, findings: readonly Finding[]): Promise<void> {
    const open = await this.alarms.findOpen(tx, appId, journeyId);
    const isSame = (a: Pick<Finding, 'kind' | 'node'>, b: Pick<Finding, 'kind' | 'node'>): boolean =>
      a.kind === b.kind && a.node === b.node;
    const began = findings.filter((finding) => !open.some((alarm) => isSame(alarm, finding)));
    const ended = open.filter((alarm) => !findings.some((finding) => isSame(finding, alarm)));
    for (const finding of findings) {
      await this.alarms.put(tx, appId, journeyId, finding);
    }
    for (const { alarmId } of ended) {
      await this.alarms.end(tx, appId, alarmId);
    }
    const report = (state: 'began' | 'ended', { kind, node, hours, seen, usual }: Finding) => ({
      event: 'JourneyAlarm' as const,
      about: null,
      fetcher: null,
      uids: [],
      data: { journey: name, state, kind, ...(node !== '' && { node }), hours, seen, usual },
    });
    await this.hooks.reportEvents(tx, appId, [
      ...began.map((finding) => report('began', finding)),
      ...ended.map((alarm) => report('ended', alarm)),
    ]);
  }

  /** Ends the alarms of journeys that were removed: no later look at them would. */
  async endRemoved(): Promise<void> {
    for (const journey of await this.alarms.listRemoved(this.db)) {
      await this.db.tx((tx) => this.change(tx, journey, []));
    }
  }

  /** Deletes ended alarms. */
  async deleteBefore(before: Date): Promise<void> {
    await this.alarms.deleteBefore(this.db, before);
  }
}

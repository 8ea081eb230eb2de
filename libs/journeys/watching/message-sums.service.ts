import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '#platform/background';
import { Database } from '#platform/db';
import { MessageKeysService } from '../definitions/message-keys.service.js';
import type { Journey } from '../model/journey.types.js';
import { FAILING_HOURS } from './alarm-rules.js';
import { HourCountRepository } from './hour-count.repository.js';

/** Counts what became of the messages of steps. Steps that send one definition share its messages. */
@Injectable()
export class MessageSumsService {
  constructor(
    private readonly db: Database,
    private readonly hours: HourCountRepository,
    private readonly keys: MessageKeysService,
  ) {}

  /** Messages of the last hours by the step that sends them. */
  async sum(journey: Journey, until: Date): Promise<Map<string, { sent: number; failed: number }>> {
    const keys = journey.state === 'on' ? await this.keys.find(journey) : new Map<string, number>();
    const since = new Date(until.getTime() - FAILING_HOURS * HOUR_MS);
    const rows = keys.size > 0 ? await this.hours.sumMessages(this.db, journey.appId, [...keys.values()], since) : [];
    const byKey = new Map(rows.map(({ key, ...sums }) => [key, sums]));
    return new Map(
      [...keys].flatMap(([node, key]) => {
        const sums = byKey.get(key);
        return sums ? [[node, sums] as const] : [];
      }),
    );
  }
}

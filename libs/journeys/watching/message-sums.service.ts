import { Injectable } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { HOUR_MS } from '#platform/background';
import { Database } from '#platform/db';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { listMessages, listSteps } from '../model/program.js';
import { FAILING_HOURS } from './alarm-rules.js';
import { HourCountRepository } from './hour-count.repository.js';

/** Counts what became of the messages of steps. Steps that send one definition share its messages. */
@Injectable()
export class MessageSumsService {
  constructor(
    private readonly db: Database,
    private readonly hours: HourCountRepository,
    private readonly journeys: JourneyRepository,
    private readonly messages: NotificationDefinitionService,
  ) {}

  /** Messages of the last hours by the step that sends them. */
  async sum(
    { appId, journeyId, version, definition, state }: Journey,
    until: Date,
  ): Promise<Map<string, { sent: number; failed: number }>> {
    const [stored] = state === 'on' ? await this.journeys.findVersions(this.db, appId, journeyId, [version]) : [];
    const named = stored ? await this.messages.findSendable(appId, listMessages(definition)) : new Map<string, never>();
    const keys = new Map<string, number>();
    for (const step of listSteps(definition.steps)) {
      const key =
        step.kind !== 'send'
          ? undefined
          : 'message' in step
            ? named.get(step.message)?.notificationKey
            : stored?.keys[step.id];
      if (step.kind === 'send' && key !== undefined) {
        keys.set(step.id, key);
      }
    }
    const since = new Date(until.getTime() - FAILING_HOURS * HOUR_MS);
    const rows = keys.size > 0 ? await this.hours.sumMessages(this.db, appId, [...keys.values()], since) : [];
    const byKey = new Map(rows.map(({ key, ...sums }) => [key, sums]));
    return new Map(
      [...keys].flatMap(([node, key]) => {
        const sums = byKey.get(key);
        return sums ? [[node, sums] as const] : [];
      }),
    );
  }
}

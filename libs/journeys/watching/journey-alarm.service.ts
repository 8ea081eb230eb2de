import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '#platform/background';
import { Database } from '#platform/db';
import { CachedFigures, type MetricSource } from '#platform/health';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { AlarmRepository } from './alarm.repository.js';
import { ALARM_KINDS, type Alarm } from './alarm.types.js';
import { HourCountRepository } from './hour-count.repository.js';
import { addWeek, DIGEST_NODES, type WeekFigures } from './week-digest.js';

const WEEK_MS = 7 * 24 * HOUR_MS;
const MAX_AGE_MS = 10_000;

/** An alarm with the name of its journey. */
export type NamedAlarm = Alarm & { journey: string };

/** A journey in the digest of a week. @property before  the week before */
export interface DigestedJourney {
  journey: Journey;
  week: WeekFigures;
  before: WeekFigures;
  alarms: Alarm[];
}

/** Alarms of journeys, and what became of them in a week. */
@Injectable()
export class JourneyAlarmService {
  constructor(
    private readonly db: Database,
    private readonly alarms: AlarmRepository,
    private readonly hours: HourCountRepository,
    private readonly journeys: JourneyRepository,
    private readonly clock: ClockService,
  ) {}

  /** Alarms that last, and those that ended within a week, the newest first. */
  async list(appId: number): Promise<NamedAlarm[]> {
    const names = new Map((await this.journeys.list(this.db, appId)).map(({ journeyId, name }) => [journeyId, name]));
    const alarms = await this.alarms.list(this.db, appId, this.weekAgo());
    return alarms.flatMap((alarm) => {
      const journey = names.get(alarm.journeyId);
      return journey === undefined ? [] : { ...alarm, journey };
    });
  }

  /** Lists the alarms of one journey. */
  async listOf({ appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>): Promise<Alarm[]> {
    return this.alarms.list(this.db, appId, this.weekAgo(), [journeyId]);
  }

  /** The last seven days of each journey up to the last full hour, beside the seven before; those with people alone. */
  async digest(appId: number): Promise<{ from: Date; to: Date; journeys: DigestedJourney[] }> {
    const to = new Date(Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS);
    const from = new Date(to.getTime() - WEEK_MS);
    const earlier = new Date(from.getTime() - WEEK_MS);
    const alarms = await this.alarms.list(this.db, appId, from);
    const digested: DigestedJourney[] = [];
    for (const journey of await this.journeys.list(this.db, appId)) {
      const hours = await this.hours.find(this.db, journey, earlier, DIGEST_NODES);
      const own = alarms.filter(({ journeyId }) => journeyId === journey.journeyId);
      if (hours.length > 0 || own.length > 0) {
        const week = addWeek(hours, from, to);
        digested.push({ journey, week, before: addWeek(hours, earlier, from), alarms: own });
      }
    }
    return { from, to, journeys: digested };
  }

  metrics(): MetricSource[] {
    const open = new CachedFigures(() => this.alarms.countOpen(this.db), MAX_AGE_MS);
    return [
      {
        name: 'herald_journeys_alarmed',
        help: 'Journeys with an alarm that lasts, by its kind',
        labels: ['kind'],
        read: async () => {
          const counts = await open.get();
          return ALARM_KINDS.map((kind) => ({
            labels: { kind },
            value: counts.find((count) => count.kind === kind)?.journeys ?? 0,
          }));
        },
      },
    ];
  }

  private weekAgo(): Date {
    return new Date(this.clock.now().getTime() - WEEK_MS);
  }
}

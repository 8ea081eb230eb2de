import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { AlarmChangeService } from './alarm-change.service.js';
import { WATCHED_HOURS } from './alarm-rules.js';
import { HourCountRepository, type NodeSums } from './hour-count.repository.js';
import { judgeJourney } from './judge-journey.js';
import { MessageSumsService } from './message-sums.service.js';

const WATCH_MS = 60_000;
const RETENTION_MS = 15 * 24 * HOUR_MS;
/** Ended alarms. */
const ALARM_RETENTION_MS = 90 * 24 * HOUR_MS;

/** Watches journeys hour by hour, and begins and ends alarms. */
@Injectable()
export class JourneyWatchService {
  constructor(
    private readonly db: Database,
    private readonly hours: HourCountRepository,
    private readonly alarms: AlarmChangeService,
    private readonly journeys: JourneyRepository,
    private readonly passages: PassageRepository,
    private readonly messages: MessageSumsService,
    private readonly clock: ClockService,
  ) {}

  /** Looks at each journey once for each full hour. */
  @Recurring('journeys.watch', WATCH_MS)
  async watchDue(): Promise<void> {
    const until = new Date(Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS);
    const known = new Map<number, Journey[]>();
    for (const { appId, journeyId } of await this.hours.listDue(this.db, until)) {
      const own = known.get(appId) ?? (await this.journeys.list(this.db, appId));
      known.set(appId, own);
      const journey = own.find((each) => each.journeyId === journeyId);
      if (journey) {
        await this.watch(journey, until);
      }
    }
    await this.alarms.endRemoved();
    await this.hours.deleteBefore(this.db, new Date(until.getTime() - RETENTION_MS));
    await this.alarms.deleteBefore(new Date(until.getTime() - ALARM_RETENTION_MS));
  }

  private async watch(journey: Journey, until: Date): Promise<void> {
    const failures = await this.messages.sum(journey, until);
    await this.db.tx(async (tx) => {
      const { since, lookedUntil, sums } = await this.hours.lock(tx, journey, until);
      if (lookedUntil > until || (lookedUntil.getTime() === until.getTime() && since < until)) {
        return;
      }
      const now = await this.addHour(tx, journey, { sums, since, until });
      await this.hours.save(tx, journey, until, now);
      const hoursPassed = Math.round((until.getTime() - lookedUntil.getTime()) / HOUR_MS);
      const findings =
        journey.state === 'on'
          ? judgeJourney({
              steps: journey.definition.steps,
              counts: await this.readHours(tx, journey, { since, until }),
              messages: failures,
              isCaughtUp: hoursPassed > 1,
            })
          : [];
      await this.alarms.change(tx, journey, findings);
    });
  }

  /** Stores the people of the last hour. At the first look there is none to compare with. @returns the sums of now */
  private async addHour(
    tx: Tx,
    journey: Journey,
    { sums, since, until }: { sums: NodeSums; since: Date; until: Date },
  ): Promise<NodeSums> {
    const now: Record<string, number> = {};
    for (const { node, passed } of await this.passages.sum(tx, journey.appId, journey.journeyId)) {
      now[node] = (now[node] ?? 0) + passed;
    }
    if (since < until) {
      const grown = Object.entries(now).map(([node, sum]) => [node, sum - (sums[node] ?? 0)] as const);
      await this.hours.add(
        tx,
        journey,
        new Date(until.getTime() - HOUR_MS),
        new Map(grown.filter(([, more]) => more > 0)),
      );
    }
    return now;
  }

  /** By node, the last full hour first. */
  private async readHours(
    tx: Tx,
    journey: Journey,
    { since, until }: { since: Date; until: Date },
  ): Promise<Map<string, number[]>> {
    const watched = Math.min(WATCHED_HOURS, Math.floor((until.getTime() - since.getTime()) / HOUR_MS));
    const first = new Date(until.getTime() - watched * HOUR_MS);
    const counts = new Map<string, number[]>();
    for (const { hour, node, passed } of await this.hours.find(tx, journey, first)) {
      const own = counts.get(node) ?? Array.from({ length: watched }, () => 0);
      counts.set(node, own);
      own[Math.round((until.getTime() - hour.getTime()) / HOUR_MS) - 1] = passed;
    }
    return counts;
  }
}

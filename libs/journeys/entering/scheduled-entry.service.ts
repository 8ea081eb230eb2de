import { Injectable } from '@nestjs/common';
import { Recurring, StopSignal } from '#platform/background';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Stretch } from '../model/entry-times.js';
import type { Journey } from '../model/journey.types.js';
import { type SchedulePosition, ScheduleRepository } from '../visits/schedule.repository.js';
import { DuePeopleService } from './due-people.service.js';
import { JourneyEntryService } from './journey-entry.service.js';

/** People of one transaction. */
const BATCH = 2000;
/** Moments that lie further back let no one in: a scheduler was away. */
const MAX_AGE_MS = 3_600_000;

/** Lets people into journeys whose time is a date of theirs, or a time of day for an audience. */
@Injectable()
export class ScheduledEntryService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly schedules: ScheduleRepository,
    private readonly people: DuePeopleService,
    private readonly entries: JourneyEntryService,
    private readonly clock: ClockService,
    private readonly stopSignal: StopSignal,
  ) {}

  /**
   * Enters people by moments since the last look. Each moment counts once, whichever process looks.
   *
   * @throws the first fault, after all journeys
   */
  @Recurring('journeys.enter', 30_000)
  async enterDue(): Promise<void> {
    await this.schedules.forgetIdle(this.db);
    const faults: unknown[] = [];
    for (const journey of await this.journeys.listScheduled(this.db)) {
      await this.enter(journey).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  private async enter(journey: Journey): Promise<void> {
    const { appId, journeyId } = journey;
    const now = this.clock.now();
    let position = await this.schedules.begin(this.db, appId, journeyId, now);
    const to = position.lookingUntil ?? now;
    const from = new Date(Math.max(position.lookedUntil.getTime(), to.getTime() - MAX_AGE_MS));
    for await (const part of this.people.readAfter(journey, { from, to }, position.afterUid)) {
      for (const uids of cutInto(part, BATCH)) {
        const next = { ...position, lookingUntil: to, afterUid: uids.at(-1) ?? null };
        if (this.stopSignal.isStopped || !(await this.admit(journey, { from, to }, uids, position, next))) {
          return;
        }
        position = next;
      }
    }
    const done = { lookedUntil: to, lookingUntil: null, afterUid: null };
    await this.db.tx((tx) => this.schedules.move(tx, appId, journeyId, position, done));
  }

  private async admit(
    journey: Journey,
    stretch: Stretch,
    uids: readonly number[],
    from: SchedulePosition,
    to: SchedulePosition,
  ): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const current = await this.journeys.lockForEntry(tx, journey.appId, journey.name);
      const isSame = current?.journeyId === journey.journeyId && current.version === journey.version;
      if (
        !isSame ||
        current.state !== 'on' ||
        !(await this.schedules.move(tx, journey.appId, journey.journeyId, from, to))
      ) {
        return false;
      }
      const due = await this.people.select(tx, journey, stretch, uids);
      await this.entries.admit(
        tx,
        journey,
        due.map((uid) => ({ uid, key: '', data: {} })),
      );
      return true;
    });
  }
}

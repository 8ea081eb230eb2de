import { Injectable } from '@nestjs/common';
import { Recurring, StopSignal } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { LEAVING, type Visit } from '../model/journey.types.js';
import { kindsOf } from '../model/message-results.js';
import { Tally } from '../model/tally.js';
import { storeWays } from '../model/way.js';
import type { WithWays } from '../visits/locked-visits.sql.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { type DueJourney, type EndedVisit, STEP_WORK, VisitRepository } from '../visits/visit.repository.js';
import { StepEffectsService } from './step-effects.service.js';
import type { Step } from './step.types.js';
import { VisitWalkService } from './visit-walk.service.js';

/** Visits of one transaction. */
const BATCH = 1000;
/** Transactions of one journey before the next journey. */
const MAX_BATCHES = 20;

/** Moves people on whose time has come. A step and its sends are one transaction, so a kill repeats all of it or none. */
@Injectable()
export class JourneyStepService {
  constructor(
    private readonly db: Database,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly walks: VisitWalkService,
    private readonly effects: StepEffectsService,
    private readonly clock: ClockService,
    private readonly stopSignal: StopSignal,
  ) {}

  /**
   * Moves on all visits that are due. Several schedulers may do it: each takes other visits.
   *
   * @throws the first fault, after all journeys
   */
  @Recurring(STEP_WORK, 1_000)
  async stepDue(): Promise<void> {
    const faults: unknown[] = [];
    for (const journey of await this.visits.findDueJourneys(this.db, this.clock.now())) {
      for (
        let count = BATCH, turn = 0;
        count === BATCH && turn < MAX_BATCHES && !this.stopSignal.isStopped;
        turn += 1
      ) {
        try {
          count = await this.stepBatch(journey);
        } catch (error) {
          faults.push(error);
          break;
        }
      }
    }
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** @returns how many visits were locked */
  private async stepBatch(journey: DueJourney): Promise<number> {
    const { appId, journeyId } = journey;
    if (journey.isStopped) {
      return this.db.tx(async (tx) => this.leave(tx, journey));
    }
    const messages = await this.effects.prepare(journey);
    return this.db.tx(async (tx) => {
      const now = this.clock.now();
      const locked = await this.visits.lockDue(tx, appId, journeyId, now, BATCH);
      // A version that came since its messages were read is left to the next batch.
      const due = locked.filter(({ version }) => messages.versions.has(version));
      // Events that were answered before are applied first: a purchase before the time-out ends the wait.
      const kinds = kindsOf(new Set([...messages.awaited.values()].flatMap((events) => [...events])));
      const settled = await this.walks.chooseSettled(tx, appId, due, kinds);
      const steps = await this.walks.walk(tx, { appId, journeyId }, settled, now);
      const done = await this.effects.apply(tx, journey, messages, steps);
      await this.store(tx, journey, steps, done, now);
      return locked.length;
    });
  }

  /** People leave where the message of their step is not there. */
  private async store(
    tx: Tx,
    journey: DueJourney,
    steps: readonly Step[],
    { absent, calls, messages }: Awaited<ReturnType<StepEffectsService['apply']>>,
    now: Date,
  ): Promise<void> {
    const { appId, journeyId } = journey;
    const ended: (EndedVisit & WithWays)[] = [];
    const moved: (Omit<Visit, 'data'> & WithWays)[] = [];
    const tally = new Tally();
    for (const step of steps) {
      const { visit, advance } = step;
      const { data: _data, ...place } = visit;
      const { sent } = advance;
      const left = sent && absent.has(step) ? { node: sent.node, reason: LEAVING.noMessage } : advance.left;
      const ways = storeWays(advance.ways ?? [], now);
      advance.passed.forEach((node) => tally.pass(visit.version, node));
      advance.ways?.forEach(({ node, way }) => tally.choose(visit.version, node, way));
      if (left) {
        ended.push({ ...place, ...left, ways });
        tally.leave({ ...place, ...left });
      } else if (advance.rest) {
        const callId = calls.get(step) ?? (advance.rest.node === visit.node ? visit.callId : null) ?? null;
        const count = visit.steps + advance.passed.length;
        const own = { steps: count, callId, ways, messages: messages.get(step) ?? null };
        moved.push({ ...place, ...advance.rest, isWoken: false, ...own });
      }
    }
    await this.visits.end(tx, appId, journeyId, ended);
    await this.effects.tellLeft(tx, journey, ended);
    await this.visits.move(tx, appId, journeyId, moved);
    await this.passages.add(tx, appId, journeyId, tally.list(), now);
  }

  /** Lets people leave a journey that is off. @returns how many */
  private async leave(tx: Tx, journey: DueJourney): Promise<number> {
    const { appId, journeyId } = journey;
    const stopped = await this.visits.lockStopped(tx, appId, journeyId, BATCH);
    const ended = stopped.map((visit) => ({ ...visit, reason: LEAVING.stopped }));
    await this.visits.end(tx, appId, journeyId, ended);
    await this.effects.tellLeft(tx, journey, ended);
    const tally = new Tally();
    ended.forEach((visit) => tally.leave(visit));
    await this.passages.add(tx, appId, journeyId, tally.list(), this.clock.now());
    return stopped.length;
  }
}

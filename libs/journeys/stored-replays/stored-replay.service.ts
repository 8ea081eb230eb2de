import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { HOUR_MS, Recurring, StopSignal, WorkQueue } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService, type Logger } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { ReplayService } from '../replay/replay.service.js';
import { type AskedReplay, REPLAY_WORK, StoredReplayRepository } from './stored-replay.repository.js';
import type { ShownReplay, StoredReplay } from './stored-replay.types.js';

/** Delay at most until a replay begins; a member waits for it. */
const RUN_MS = 2_000;
/** Pause between two shares that a replay shows. */
const TOUCH_MS = 1_000;
/** Each reads all events of the application. */
const MAX_OPEN = 3;
/** Processes that have died or failed over one replay. */
const MAX_RUNS = 3;
const RETENTION_MS = 30 * 24 * HOUR_MS;
const FAILED = 'It could not be replayed. Ask again';

/** Replays that go on after the answer, as a job that survives its process. */
@Injectable()
export class StoredReplayService {
  private readonly queue: WorkQueue;

  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly replays: ReplayService,
    private readonly rows: StoredReplayRepository,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
    stopSignal: StopSignal,
  ) {
    this.queue = new WorkQueue(db, stopSignal, REPLAY_WORK);
  }

  /**
   * Asks for a replay. The running version has one at a time: a further question gets the one that is under way.
   *
   * @throws AppError wrong_state while three of the application are open
   */
  async start(journey: Journey, asked: AskedReplay): Promise<ShownReplay> {
    const replayId = await this.db.tx(async (tx) => {
      const open = await this.rows.lockOpen(tx, journey.appId);
      const newest = await this.rows.findNewest(journey.appId, journey.journeyId);
      if (asked.definition === null && newest && isOpen(newest) && newest.days === asked.days) {
        return newest.replayId;
      }
      if (open >= MAX_OPEN) {
        throw new AppError('wrong_state', `${MAX_OPEN} replays of the application are under way; wait for one of them`);
      }
      return this.rows.insert(tx, journey, asked);
    });
    return this.get(journey.appId, replayId);
  }

  /** Asks for a replay in the transaction of what needs it, past the limit. @returns its id */
  async insert(tx: Tx, journey: Journey, asked: AskedReplay): Promise<number> {
    return this.rows.insert(tx, journey, asked);
  }

  /** @throws AppError unknown_id */
  async get(appId: number, replayId: number): Promise<ShownReplay> {
    const replay = await this.rows.find(this.db, appId, replayId);
    if (!replay) {
      throw new AppError('unknown_id', `There is no replay ${replayId}`);
    }
    return this.show(replay);
  }

  /** The newest replay of the running version of a journey; null: there is none. */
  async findNewest(appId: number, journeyId: number): Promise<ShownReplay | null> {
    const replay = await this.rows.findNewest(appId, journeyId);
    return replay ? this.show(replay) : null;
  }

  /** Replays what waits, one after the other, until nothing does or the process stops. */
  @Recurring('journeys.replay', RUN_MS)
  async runDue(): Promise<void> {
    await this.queue.runDue(
      (tx, claim) => this.rows.findClaimed(tx, claim),
      (replay, signal) => this.run(replay, signal),
    );
  }

  @Recurring('replays.expire', HOUR_MS)
  async deleteExpired(): Promise<void> {
    await this.rows.deleteBefore(new Date(this.clock.now().getTime() - RETENTION_MS));
  }

  private async run(replay: StoredReplay, limit: AbortSignal): Promise<void> {
    const { appId, journeyId, epoch, days, definition, createdAt } = replay;
    const journey = (await this.journeys.list(this.db, appId)).find((known) => known.journeyId === journeyId);
    if (!journey || epoch > MAX_RUNS) {
      await this.rows.end(replay, FAILED);
      return;
    }
    const [ended, lost] = [new AbortController(), new AbortController()];
    const progress = { share: 0 };
    const touching = this.touch(replay, progress, lost, ended.signal);
    const signal = AbortSignal.any([limit, lost.signal]);
    try {
      const question = { journey, days, now: createdAt, ...(definition && { other: definition }) };
      const outcome = await this.replays.walk(question, { signal, onShare: (share) => void (progress.share = share) });
      await this.rows.end(replay, outcome);
    } catch (error) {
      if (error instanceof AppError) {
        await this.rows.end(replay, error.message);
        return;
      }
      if (!signal.aborted) {
        this.logger.error({ err: error, appId, journeyId }, 'a replay failed');
      }
      await this.queue.release({ appId, id: replay.replayId, epoch });
    } finally {
      ended.abort();
      await touching;
    }
  }

  /** Shows the share until the replay has ended, and ends it when another process has it. */
  private async touch(
    replay: StoredReplay,
    progress: { readonly share: number },
    lost: AbortController,
    ended: AbortSignal,
  ): Promise<void> {
    while (await sleep(TOUCH_MS, true, { signal: ended }).catch(() => false)) {
      if (!(await this.rows.touch(replay, progress.share).catch(() => true))) {
        lost.abort();
        return;
      }
    }
  }

  private async show({ report, more, fewer, definition: _definition, ...replay }: StoredReplay): Promise<ShownReplay> {
    if (!report) {
      return { ...replay, report };
    }
    const { difference, from, to, entries = {}, ...sums } = report;
    const described = await this.replays.describe(replay.appId, {
      ...sums,
      entries,
      from: new Date(from),
      to: new Date(to),
      ...(difference && {
        difference: {
          more: { people: difference.more, examples: more },
          fewer: { people: difference.fewer, examples: fewer },
        },
      }),
    });
    return { ...replay, report: described };
  }
}

function isOpen({ state }: StoredReplay): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

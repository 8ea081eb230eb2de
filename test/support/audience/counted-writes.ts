import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk, type RestClient } from '../api-document/rest-client.js';

/** Attributes of the users that are counted: those of before are silver, and become golden; new users are golden. */
const BEFORE = 'silver';
const AFTER = 'gold';
/** Users of one request. */
const CHANGED = 10;
const ADDED = 10;
const PAUSE_MS = 50;
/** Shorter than the lag from which on the rows would answer. */
const PATIENCE_MS = 50_000;

/** Counts of one moment. */
export interface Plans {
  silver: number;
  gold: number;
}

/**
 * Writes users all the time, and counts them through a gateway all the time. An answer has everything that was acknowledged
 * before its own time, and nothing that was not asked for yet; whatever it says beyond these bounds is a fault.
 */
export class CountedWrites {
  readonly faults: string[] = [];
  /** Answers that were compared. */
  answers = 0;
  /** Requests that were acknowledged. */
  get batches(): number {
    return this.acknowledgedAt.length;
  }
  private issued = 0;
  private readonly acknowledgedAt: number[] = [];
  private isStopped = false;
  private isPaused = true;
  private writing: Promise<void> = Promise.resolve();
  private readonly reading: Promise<void>;

  /** @param present  extIds of users that are there, who change in this order */
  constructor(
    private readonly rest: RestClient,
    private readonly present: readonly string[],
  ) {
    this.reading = this.read();
  }

  /** Users as they are before the first request. */
  static before(extIds: readonly string[]): object[] {
    return extIds.map((extId) => ({ extId, profile: { plan: BEFORE } }));
  }

  /** Begins to write, or goes on. */
  write(): void {
    this.isPaused = false;
    this.writing = this.writeOn();
    // `pause` reports a failure.
    this.writing.catch(() => undefined);
  }

  /** Ends with what is under way. @returns what is there now */
  async pause(): Promise<Plans> {
    this.isPaused = true;
    await this.writing;
    return this.after(this.issued);
  }

  /**
   * Counts at a gateway once its answers are from after the last request.
   *
   * @throws Error when they are not soon
   */
  async countAll(): Promise<Plans> {
    const since = Date.now();
    const plans: Plans = { silver: -1, gold: -1 };
    for (const plan of [BEFORE, AFTER] as const) {
      for (let answer = await this.count(plan); ; answer = await this.count(plan)) {
        plans[plan] = answer.users;
        if (answer.asOf > since) {
          break;
        }
        if (Date.now() > since + PATIENCE_MS) {
          throw new Error(`After 50 s a count is still from ${since - answer.asOf} ms before it`);
        }
        await sleep(PAUSE_MS);
      }
    }
    return plans;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.pause();
    await this.reading;
  }

  private async writeOn(): Promise<void> {
    while (!this.isPaused) {
      const from = this.issued;
      this.issued += 1;
      const changed = this.present.slice(from * CHANGED, this.issued * CHANGED);
      const added = Array.from({ length: ADDED }, (_, i) => `new-${from * ADDED + i}`);
      await this.rest.register([...changed, ...added].map((extId) => ({ extId, profile: { plan: AFTER } })));
      this.acknowledgedAt.push(Date.now());
      await sleep(PAUSE_MS);
    }
  }

  private async read(): Promise<void> {
    while (!this.isStopped) {
      for (const plan of [BEFORE, AFTER] as const) {
        await this.compare(plan).catch((error: unknown) => this.faults.push(String(error)));
      }
      await sleep(PAUSE_MS / 2);
    }
  }

  private async compare(plan: keyof Plans): Promise<void> {
    const { users, asOf } = await this.count(plan);
    // Milliseconds are cut off: what was acknowledged within that of the answer may be later.
    const acknowledged = this.acknowledgedAt.filter((at) => at < asOf).length;
    const bounds = [this.after(acknowledged)[plan], this.after(this.issued)[plan]];
    this.answers += 1;
    if (users < Math.min(...bounds) || users > Math.max(...bounds)) {
      this.faults.push(
        `${plan}: ${users} is not between ${bounds.join(' and ')}, with ${acknowledged} requests acknowledged`,
      );
    }
  }

  private async count(plan: keyof Plans): Promise<{ users: number; asOf: number }> {
    const answer = await this.rest.post<{ count: number }>('targeting/count', { target: { profile: { plan } } });
    return { users: expectOk(answer).count, asOf: Number(answer.headers.get('x-as-of')) };
  }

  /** The expected counts after so many requests. */
  private after(requests: number): Plans {
    const changed = Math.min(requests * CHANGED, this.present.length);
    return { silver: this.present.length - changed, gold: changed + requests * ADDED };
  }
}

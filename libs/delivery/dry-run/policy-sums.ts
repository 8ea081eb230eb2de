import { dispatchOf } from '#libs/contact-policy';
import type { UsedUpCap } from '#libs/delivery/checks';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { LeftOutCount, PolicyForecast, UsedCapForecast } from './dry-run.types.js';

/** Messages that are named for a cap, those that most people got first. */
const MAX_MESSAGES = 5;

/** The people that one cap holds back. */
interface CapSum {
  people: number;
  nextAt: number;
  /** People by the dispatch whose messages used it up. */
  byDispatch: Map<number, number>;
}

/** Adds up the people that the contact policy holds back, and the times at which others may leave. */
export class PolicySums {
  private readonly caps = new Map<string, CapSum>();
  private deferred = 0;
  private quietHours = 0;
  private first = Infinity;
  private last = -Infinity;

  /** @param dueAt  when the send begins */
  constructor(private readonly dueAt: Date) {}

  /** Dispatches whose messages used caps up. */
  get dispatchIds(): number[] {
    return [...new Set([...this.caps.values()].flatMap(({ byDispatch }) => [...byDispatch.keys()]))];
  }

  addBatch({ heldBack, recipients, postponed }: Pick<Batch, 'heldBack' | 'recipients' | 'postponed'>): void {
    for (const { cap } of heldBack) {
      if (cap) {
        this.addCap(cap);
      } else {
        this.quietHours += 1;
      }
    }
    const times = [...postponed.map(({ notBefore }) => notBefore), ...recipients.slice(0, 1).map(() => this.dueAt)];
    for (const time of times) {
      this.first = Math.min(this.first, time.getTime());
      this.last = Math.max(this.last, time.getTime());
    }
  }

  /**
   * @param keys  of `dispatchIds`
   * @returns undefined: no one is held back
   */
  build(notChosen: readonly LeftOutCount[], keys: ReadonlyMap<number, number>): PolicyForecast | undefined {
    const heldOut = notChosen.filter(({ reason }) => reason === 'HOLDOUT').map(({ users }) => users);
    const holdout = heldOut.reduce((sum, users) => sum + users, 0);
    const { caps, deferred, quietHours } = this;
    if (caps.size + quietHours + holdout === 0) {
      return undefined;
    }
    return {
      caps: Object.fromEntries([...caps].map(([name, { people }]) => [name, people])),
      deferred,
      quietHours,
      holdout,
      firstAt: toText(this.first),
      lastAt: toText(this.last),
      usedUp: [...caps].map(([name, sum]) => describe(name, sum, keys)),
    };
  }

  private addCap({ name, defers, nextAt, messages }: UsedUpCap): void {
    const sum = this.caps.get(name) ?? { people: 0, nextAt: Infinity, byDispatch: new Map() };
    this.caps.set(name, sum);
    sum.people += 1;
    sum.nextAt = Math.min(sum.nextAt, nextAt.getTime());
    for (const id of new Set(messages.map(dispatchOf))) {
      sum.byDispatch.set(id, (sum.byDispatch.get(id) ?? 0) + 1);
    }
    this.deferred += defers ? 1 : 0;
  }
}

function describe(name: string, { nextAt, byDispatch }: CapSum, keys: ReadonlyMap<number, number>): UsedCapForecast {
  const messages = [...byDispatch].flatMap(([dispatchId, people]) => {
    const notificationKey = keys.get(dispatchId);
    return notificationKey === undefined ? [] : [{ notificationKey, people }];
  });
  return {
    name,
    nextAt: toText(nextAt),
    messages: messages.toSorted((a, b) => b.people - a.people).slice(0, MAX_MESSAGES),
  };
}

function toText(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

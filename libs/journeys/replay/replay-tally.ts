import type { Platform } from '#libs/content';
import type { Leaving } from '../model/journey.types.js';
import type { PricedMessages } from '../prices/cost-of-messages.js';
import type { KeptBack, ReplaySums } from './replay.types.js';

const DAY_MS = 86_400_000;

/** Adds up what a version would have done. */
export class ReplayTally {
  entered = 0;
  sent = 0;
  converted = 0;
  inside = 0;
  /** People who get two messages within seven days. */
  twiceInWeek = 0;
  readonly deferred = { quietHours: 0, caps: 0 };
  readonly decisions = { all: 0, onPresent: 0 };
  private readonly reasons = new Map<Leaving | KeptBack, number>();
  private readonly refused = new Map<string, number>();
  private readonly messages = new Map<number, Map<Platform, number>>();
  private readonly entries = new Map<number, number>();
  /** By platform and country, apart by a blank. */
  private readonly priced = new Map<string, number>();

  enter(at: Date): void {
    this.entered += 1;
    add(this.entries, dayNumber(at));
  }

  refuse(reason: string): void {
    add(this.refused, reason);
  }

  leave(reason: Leaving): void {
    add(this.reasons, reason);
    this.converted += reason === 'GOAL' ? 1 : 0;
  }

  /** Counts a message that a step hands over. @param reaches  it has a destination */
  hand(reaches: boolean): void {
    this.sent += 1;
    if (!reaches) {
      add(this.reasons, 'UNREACHABLE');
    }
  }

  /** Counts a message of a platform that does not leave. */
  keepBack(reason: KeptBack): void {
    add(this.reasons, reason);
  }

  /** Counts a message of a platform that leaves later. */
  defer(by: 'quietHours' | 'caps', isDeferred: boolean): void {
    this.deferred[by] += isDeferred ? 1 : 0;
  }

  /** Counts a message that leaves. @param country  of the person's number; absent: not known */
  send(at: Date, platform: Platform, country = ''): void {
    const day = this.messages.get(dayNumber(at)) ?? new Map<Platform, number>();
    this.messages.set(dayNumber(at), day);
    add(day, platform);
    add(this.priced, `${platform} ${country}`);
  }

  /** Entries of the day with the most. */
  get busiestDay(): number {
    return [...this.entries.values()].reduce((peak, count) => Math.max(peak, count), 0);
  }

  listPriced(): PricedMessages[] {
    return [...this.priced].map(([place, count]) => {
      const [platform = '', country] = place.split(' ');
      return { platform: platform as Platform, country: country === '' ? undefined : country, count };
    });
  }

  toSums(): ReplaySums {
    const { entered, sent, converted, inside, twiceInWeek, deferred, decisions } = this;
    return {
      entered,
      entries: byDay(this.entries, (count) => count),
      sent,
      messages: byDay(this.messages, (platforms) =>
        Object.fromEntries([...platforms].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ),
      reasons: Object.fromEntries(this.reasons),
      converted,
      refused: Object.fromEntries(this.refused),
      inside,
      twiceInWeek,
      deferred,
      decisions,
    };
  }
}

/** Values by day, the first one first. */
function byDay<T, Shown>(days: ReadonlyMap<number, T>, show: (value: T) => Shown): Record<string, Shown> {
  return Object.fromEntries(
    [...days]
      .toSorted(([a], [b]) => a - b)
      .map(([day, value]) => [new Date(day * DAY_MS).toISOString().slice(0, 10), show(value)]),
  );
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

import type { Platform } from '#libs/content';
import type { Leaving } from '../model/journey.types.js';
import type { PricedMessages } from '../prices/cost-of-messages.js';
import type { ReplaySums } from './replay.types.js';

const DAY_MS = 86_400_000;

/** Adds up what a version would have done. */
export class ReplayTally {
  entered = 0;
  sent = 0;
  converted = 0;
  inside = 0;
  readonly decisions = { all: 0, onPresent: 0 };
  private readonly reasons = new Map<Leaving | 'UNREACHABLE', number>();
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

  /** @param country  of the person's number; absent: not known */
  send(at: Date, platforms: readonly Platform[], country = ''): void {
    this.sent += 1;
    if (platforms.length === 0) {
      add(this.reasons, 'UNREACHABLE');
      return;
    }
    const day = this.messages.get(dayNumber(at)) ?? new Map<Platform, number>();
    this.messages.set(dayNumber(at), day);
    for (const platform of platforms) {
      add(day, platform);
      add(this.priced, `${platform} ${country}`);
    }
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
    const { entered, sent, converted, inside, decisions } = this;
    const days = [...this.messages].toSorted(([a], [b]) => a - b);
    return {
      entered,
      sent,
      messages: Object.fromEntries(
        days.map(([day, platforms]) => [
          new Date(day * DAY_MS).toISOString().slice(0, 10),
          Object.fromEntries([...platforms].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        ]),
      ),
      reasons: Object.fromEntries(this.reasons),
      converted,
      refused: Object.fromEntries(this.refused),
      inside,
      decisions,
    };
  }
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

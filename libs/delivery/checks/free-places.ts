import { type Cap, findFreeTime, listHolding, messageKey, type Place, type UsedCap } from '#libs/contact-policy';
import type { UsedUpCap } from './recipient.js';

/** The free places of users who have too few for all messages of a batch. */
export class FreePlaces {
  private readonly used = new Map<number, UsedCap[]>();
  /** Messages of the batch that have a place, by user and slot. */
  private readonly chosen = new Map<string, Set<string>>();

  /** @param used  of users without enough places; every other user has enough */
  constructor(
    used: readonly UsedCap[],
    private readonly caps: readonly Cap[],
    private readonly now: Date,
  ) {
    used.forEach((cap) => this.used.set(cap.uid, [...(this.used.get(cap.uid) ?? []), cap]));
  }

  /**
   * Takes the places of a recipient, all or none.
   *
   * @returns the cap without a place that skips its message, else the one that lets it wait longest; undefined: they are its own
   */
  take(places: readonly Place[]): UsedUpCap | undefined {
    const full = places.flatMap((place) => this.listUsed(place).filter((cap) => this.isFull(cap, place)));
    if (full.length > 0) {
      return full
        .flatMap((cap) => this.describe(cap) ?? [])
        .toSorted((a, b) => Number(a.defers) - Number(b.defers) || b.nextAt.getTime() - a.nextAt.getTime())[0];
    }
    places.forEach((place) => this.listUsed(place).forEach((cap) => this.chosenOf(cap).add(messageKey(place))));
    return undefined;
  }

  private describe(used: UsedCap): UsedUpCap | undefined {
    const { slot, times, messages, zone } = used;
    const cap = this.caps.find((each) => each.slot === slot);
    // Messages of the batch that leave now are the newest.
    const all = [...Array.from(this.chosenOf(used), () => this.now.getTime()), ...times];
    return (
      cap && {
        name: cap.entry.name,
        defers: cap.entry.over === 'defer',
        sentAt: times.map((time) => new Date(time)),
        messages,
        nextAt: findFreeTime(cap, all, { zone, now: this.now }),
      }
    );
  }

  private isFull(cap: UsedCap, place: Place): boolean {
    const most = this.caps.find(({ slot }) => slot === cap.slot)?.entry.most ?? Infinity;
    const messages = this.chosenOf(cap);
    return !messages.has(messageKey(place)) && cap.messages.length + messages.size >= most;
  }

  private listUsed({ uid, marks, zone }: Place): UsedCap[] {
    const holding = new Set(listHolding(this.caps, marks).map(({ slot }) => slot));
    const caps = this.used.get(uid) ?? [];
    return caps.filter(({ slot, zone: counted }) => holding.has(slot) && (counted === null || counted === zone));
  }

  private chosenOf({ uid, slot }: UsedCap): Set<string> {
    const key = `${uid} ${slot}`;
    const messages = this.chosen.get(key) ?? new Set<string>();
    this.chosen.set(key, messages);
    return messages;
  }
}

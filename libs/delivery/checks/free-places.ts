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
  ) {
    used.forEach((cap) => this.used.set(cap.uid, [...(this.used.get(cap.uid) ?? []), cap]));
  }

  /** Takes the places of a recipient, all or none. @returns the cap without a place; undefined: they are its own */
  take(places: readonly Place[]): UsedUpCap | undefined {
    for (const place of places) {
      const full = this.listUsed(place).find((cap) => this.isFull(cap, place));
      if (full) {
        return this.describe(full);
      }
    }
    places.forEach((place) => this.listUsed(place).forEach((cap) => this.chosenOf(cap).add(messageKey(place))));
    return undefined;
  }

  private describe({ slot, times }: UsedCap): UsedUpCap | undefined {
    const cap = this.caps.find((each) => each.slot === slot);
    return (
      cap && { name: cap.entry.name, sentAt: times.map((time) => new Date(time)), nextAt: findFreeTime(cap, times) }
    );
  }

  private isFull(cap: UsedCap, place: Place): boolean {
    const most = this.caps.find(({ slot }) => slot === cap.slot)?.entry.most ?? Infinity;
    const messages = this.chosenOf(cap);
    return !messages.has(messageKey(place)) && cap.messages.length + messages.size >= most;
  }

  private listUsed({ uid, marks }: Place): UsedCap[] {
    const holding = new Set(listHolding(this.caps, marks).map(({ slot }) => slot));
    return (this.used.get(uid) ?? []).filter(({ slot }) => holding.has(slot));
  }

  private chosenOf({ uid, slot }: UsedCap): Set<string> {
    const key = `${uid} ${slot}`;
    const messages = this.chosen.get(key) ?? new Set<string>();
    this.chosen.set(key, messages);
    return messages;
  }
}

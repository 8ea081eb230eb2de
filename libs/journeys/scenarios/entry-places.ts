import type { EntryLimits } from '../model/journey.types.js';

/** Counts entries against the limits of a journey, in days and minutes of UTC. */
export class EntryPlaces {
  private readonly entries = new Map<string, number>();

  constructor(private readonly limits: EntryLimits = {}) {}

  /** How many more people may enter at a time. */
  readonly free = (at: Date): number => {
    const { perDay = Infinity, perMinute = Infinity } = this.limits;
    return Math.max(0, Math.min(perDay - this.of(dayOf(at)), perMinute - this.of(minuteOf(at))));
  };

  take(at: Date): void {
    [dayOf(at), minuteOf(at)].forEach((span) => this.entries.set(span, this.of(span) + 1));
  }

  private of(span: string): number {
    return this.entries.get(span) ?? 0;
  }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16);
}

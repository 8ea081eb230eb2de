import type { ReportedEvent, UnmatchedCount } from './model/event.types.js';

/** Length of a stored example, in UTF-16 units: enough to see what the client sends. */
const MAX_EXAMPLE_LENGTH = 2000;

/** Counts the events of one request with undefined names. */
export class UnmatchedCounter {
  private readonly byName = new Map<string, { count: number; last: ReportedEvent; subject: EventSubject }>();

  /** @param times  how often it was fired */
  countEvent(event: ReportedEvent, subject: EventSubject, times = 1): void {
    const seen = this.byName.get(event.name);
    this.byName.set(event.name, { count: (seen?.count ?? 0) + times, last: event, subject });
  }

  listCounts(): UnmatchedCount[] {
    return [...this.byName].map(([name, { count, last, subject: whose }]) => ({
      name,
      count,
      ...whose,
      lastExample: JSON.stringify(last.attributes).slice(0, MAX_EXAMPLE_LENGTH),
    }));
  }
}

type EventSubject = Pick<UnmatchedCount, 'lastUid' | 'lastExtId'>;

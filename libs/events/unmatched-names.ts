import type { ReportedEvent, UnmatchedEvents } from './event.types.js';

/** How much of an example is kept, in UTF-16 units: enough to see what the client sends. */
const MAX_EXAMPLE = 2000;

/** Events of one request that nobody defined, added up by name. */
export class UnmatchedNames {
  private readonly byName = new Map<string, { count: number; last: ReportedEvent; whose: Whose }>();

  add(event: ReportedEvent, whose: Whose): void {
    const seen = this.byName.get(event.name);
    this.byName.set(event.name, { count: (seen?.count ?? 0) + 1, last: event, whose });
  }

  list(): UnmatchedEvents[] {
    return [...this.byName].map(([name, { count, last, whose }]) => ({
      name,
      count,
      ...whose,
      lastExample: JSON.stringify(last.attributes).slice(0, MAX_EXAMPLE),
    }));
  }
}

type Whose = Pick<UnmatchedEvents, 'lastUid' | 'lastExtId'>;

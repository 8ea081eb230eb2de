import { Injectable } from '@nestjs/common';
import { EventRepository } from './storing/event.repository.js';
import type { EventCursor, StoredEventRow } from './model/event.types.js';
import { STANDARD_EVENTS } from './standard-events.js';
import { UnmatchedEventRepository } from './storing/unmatched-event.repository.js';

const PAGE_SIZE = 1000;

/** Reads the events of one person. */
@Injectable()
export class EventExportService {
  constructor(
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
  ) {}

  /** Events of a user, oldest first, page by page. An event keeps its code after its definition was removed. */
  async *readEvents(appId: number, uid: number): AsyncGenerator<object> {
    for (let after: EventCursor | null = null, isLast = false; !isLast;) {
      const rows: StoredEventRow[] = await this.events.findByUser(appId, uid, after, PAGE_SIZE);
      yield* rows.map(({ at, eventId, code, attrs }) => ({
        at,
        name: code ?? findStandardCode(eventId),
        attributes: attrs,
      }));
      after = rows.at(-1) ?? null;
      isLast = rows.length < PAGE_SIZE;
    }
  }

  /** Examples of undefined events that name a user. */
  async findExamples(appId: number, uids: readonly number[], extId: string): Promise<object[]> {
    return this.unmatched.findExamples(appId, uids, extId);
  }
}

/** The code of a built-in event; the number of one that is none. */
export function findStandardCode(eventId: number): string {
  return STANDARD_EVENTS.find((event) => event.eventId === eventId)?.code ?? String(eventId);
}

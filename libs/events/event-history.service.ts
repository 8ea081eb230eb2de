import { Injectable } from '@nestjs/common';
import { malformed } from '#platform/errors';
import { EventDefinitionService } from './event-definition.service.js';
import { findStandardCode } from './event-export.service.js';
import type { EventCursor, ResolvedEvent, StoredEventRow } from './model/event.types.js';
import { EventRepository } from './storing/event.repository.js';

/** The text in place of a value that the reader may not see. */
const HIDDEN = '***';
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,10}) (\(\d{1,10},\d{1,5}\))$/;

/** @property name  code of its definition; it keeps it after the definition was removed */
export interface PastEvent {
  at: Date;
  name: string;
  attributes: Record<string, unknown>;
}

/** @property next  cursor of the page after it; absent on the last page */
export interface PastEventPage {
  list: PastEvent[];
  next?: string;
}

/** Reads the events of a user, the newest first. */
@Injectable()
export class EventHistoryService {
  constructor(
    private readonly events: EventRepository,
    private readonly definitions: EventDefinitionService,
  ) {}

  /**
   * A page of the events of a user.
   *
   * @param isPrivateShown  otherwise only attributes are shown whose definition says that they are not private
   * @param after           `next` of the page before
   * @throws AppError malformed for a cursor that is none
   */
  async listPage(
    appId: number,
    uid: number,
    max: number,
    { isPrivateShown, after }: { isPrivateShown: boolean; after?: string },
  ): Promise<PastEventPage> {
    const rows = await this.events.findNewest(appId, uid, after === undefined ? null : readCursor(after), max + 1);
    const page = rows.slice(0, max);
    const definitions = isPrivateShown || page.length === 0 ? [] : await this.definitions.findLatest(appId);
    const last = rows.length > max ? page.at(-1) : undefined;
    return {
      list: page.map((row) => toPastEvent(row, isPrivateShown ? undefined : listOpenCodes(definitions, row.eventId))),
      ...(last && { next: writeCursor(last) }),
    };
  }
}

/** @param open  codes of the attributes that are shown; absent: all */
function toPastEvent({ at, eventId, code, attrs }: StoredEventRow, open: ReadonlySet<string> | undefined): PastEvent {
  const attributes = Object.entries(attrs).map(([name, value]) => [name, open?.has(name) === false ? HIDDEN : value]);
  return { at, name: code ?? findStandardCode(eventId), attributes: Object.fromEntries(attributes) };
}

function listOpenCodes(definitions: readonly ResolvedEvent[], eventId: number): ReadonlySet<string> {
  const definition = definitions.find((candidate) => candidate.eventId === eventId);
  const attributes = definition ? [...definition.attributes, ...definition.inherited] : [];
  return new Set(attributes.flatMap(({ code, privateInfo }) => (privateInfo ? [] : code)));
}

function writeCursor({ ts, partition, place }: EventCursor): string {
  return Buffer.from(`${ts} ${partition} ${place}`).toString('base64url');
}

function readCursor(text: string): EventCursor {
  const [, ts, partition, place] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (ts === undefined || place === undefined || Number.isNaN(Date.parse(ts))) {
    throw malformed('There is no such place in the events');
  }
  return { ts, partition: Number(partition), place };
}

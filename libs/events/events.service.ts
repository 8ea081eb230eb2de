import { Injectable } from '@nestjs/common';
import { UserEnsurerService, uniqueExtIds } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { FaultList } from '#platform/errors';
import { bucketOf } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { EventDefinitionService } from './event-definition.service.js';
import { hasOwnTime, readOrigin } from './storing/event-origin.js';
import { EventTimeService } from './storing/event-time.service.js';
import { EventWriterService } from './storing/event-writer.service.js';
import { EventRepository } from './storing/event.repository.js';
import type {
  CheckedEvent,
  EventOrigin,
  FiredEvent,
  ResolvedEvent,
  NamedEvent,
  ReportedEvent,
  UnmatchedCount,
  UnmatchedName,
} from './model/event.types.js';
import {
  findUndefined,
  readAttributeName,
  toAttributeName,
  UNDEFINED_KEY,
  UndefinedAttributeCounter,
} from './misspelt-attributes.js';
import { readEvent } from './read-event.js';
import { UnmatchedCounter } from './unmatched-counter.js';
import { UnmatchedEventRepository } from './storing/unmatched-event.repository.js';

/** After a request with a new user, this many requests look their users up. */
const LOOKUP_REQUESTS = 20;

/**
 * Events about users: checked against their definitions, stored and added to the change feed. The time of an event is
 * that of its arrival, unless a server tells its own.
 */
@Injectable()
export class EventsService {
  private readonly undefinedAttributes = new UndefinedAttributeCounter();
  /** By application: the number of next requests that look their users up first. */
  private readonly remainingLookups = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly definitions: EventDefinitionService,
    private readonly users: UserEnsurerService,
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedEventRepository,
    private readonly outbox: OutboxRepository,
    private readonly writer: EventWriterService,
    private readonly times: EventTimeService,
  ) {}

  /**
   * Stores events that a server fires, in one transaction. Missing users are created. Events with an undefined name are
   * only counted: they create no user. An event whose `messageId` was taken for its user in the last 24 hours is not
   * stored again.
   *
   * @throws AppError malformed for a wrong or missing attribute, with the index of the event, or for more than 1000
   *   different extIds; nothing is stored then
   */
  async fireEvents(appId: number, events: readonly FiredEvent[]): Promise<void> {
    uniqueExtIds(events.map(({ extId }) => extId));
    const definitions = await this.matchDefinitions(appId, events);
    const unmatched = new UnmatchedCounter();
    const extIds: string[] = [];
    for (const { extId, name, attributes } of events) {
      const definition = definitions.get(name);
      if (definition) {
        extIds.push(extId);
        this.countUndefined(appId, definition, { name, attributes }, { lastExtId: extId }, unmatched);
      } else {
        unmatched.countEvent({ name, attributes }, { lastExtId: extId });
      }
    }
    if (extIds.length === 0) {
      await this.db.tx((tx) => this.unmatched.addCounts(tx, appId, unmatched.listCounts()));
      return;
    }
    const tellTime = events.some((event) => hasOwnTime(definitions.get(event.name), event));
    const bounds = tellTime ? await this.times.getBounds(appId) : undefined;
    const check = (): CheckedEvent[] =>
      checkEvents(definitions, events, (definition, event) => readOrigin(definition, event, bounds));
    let checked: CheckedEvent[] | undefined;
    if (bounds) {
      checked = check();
      await this.times.prepareDays(checked.flatMap(({ at }) => at ?? []));
    }
    if (this.canAssumeUsersExist(appId)) {
      checked ??= check();
      const named = checked.map((event, i): NamedEvent => {
        const extId = extIds[i] ?? '';
        return { ...event, extId, vb: bucketOf(appId, extId) };
      });
      if (await this.writer.storeNamed(appId, named, unmatched.listCounts())) {
        return;
      }
      this.remainingLookups.set(appId, LOOKUP_REQUESTS);
    }
    await this.users.withUsers(
      appId,
      extIds,
      (tx, uids) => {
        const rows = (checked ?? []).map((event, i) => ({ ...event, uid: uids.get(extIds[i] ?? '') ?? Number.NaN }));
        return this.writer.store(tx, appId, rows, unmatched.listCounts());
      },
      () => {
        checked ??= check();
      },
    );
  }

  /**
   * Stores events that a device reports of its user, as `fireEvents` does.
   *
   * @param uid  the user of an authenticated installation
   * @throws AppError malformed
   */
  async reportEvents(appId: number, uid: number, events: readonly ReportedEvent[]): Promise<void> {
    const definitions = await this.matchDefinitions(appId, events);
    const rows = checkEvents(definitions, events, () => ({})).map((event) => ({ ...event, uid }));
    const unmatched = new UnmatchedCounter();
    for (const event of events) {
      const definition = definitions.get(event.name);
      if (definition) {
        this.countUndefined(appId, definition, event, { lastUid: uid }, unmatched);
      } else {
        unmatched.countEvent(event, { lastUid: uid });
      }
    }
    await this.db.tx((tx) => this.writer.store(tx, appId, rows, unmatched.listCounts()));
  }

  /** Undefined names and attributes that were fired: the 1000 that were seen last, newest first. */
  async listUnmatchedNames(appId: number): Promise<UnmatchedName[]> {
    const names = (await this.unmatched.list(appId)).map((row) => ({ ...row, ...readAttributeName(row.name) }));
    const attributed = names.flatMap(({ name, attribute }) => (attribute === undefined ? [] : name));
    const catalogue = attributed.length > 0 ? await this.definitions.getCatalogueFor(appId, attributed) : undefined;
    // What was defined since is no misspelling any more.
    return names.filter(
      ({ name, attribute }) => attribute === undefined || !catalogue?.find(name)?.attributeByKey.has(attribute),
    );
  }

  /** Moves the events of one user to another in a merge. */
  async moveEvents(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    const keys = await this.events.moveToUser(tx, appId, fromUid, toUid);
    await this.outbox.add(tx, { appId, kind: 'event', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.unmatched.moveToUser(tx, appId, fromUid, toUid);
  }

  /**
   * Erases the events of users.
   *
   * @param extIds  theirs, and unknown ones: an unmatched event may have named them
   * @returns the number of deleted events
   */
  async eraseEvents(tx: Tx, appId: number, uids: readonly number[], extIds: readonly string[]): Promise<number> {
    await this.unmatched.eraseExamples(tx, appId, uids, extIds);
    return this.events.deleteByUsers(tx, appId, uids);
  }

  /** Counts attributes that the definition of an event does not have, such as misspelt ones. */
  private countUndefined(
    appId: number,
    definition: ResolvedEvent,
    event: ReportedEvent,
    subject: Pick<UnmatchedCount, 'lastUid' | 'lastExtId'>,
    unmatched: UnmatchedCounter,
  ): void {
    for (const [attribute, value] of findUndefined(definition, event)) {
      const name = toAttributeName(definition.code, attribute);
      const count = this.undefinedAttributes.count(appId, name);
      if (count > 0) {
        unmatched.countEvent({ name, attributes: { [attribute]: value } }, subject, count);
      }
    }
  }

  /** The definitions that events name, looked up once per name. */
  private async matchDefinitions(appId: number, events: readonly ReportedEvent[]): Promise<Map<string, ResolvedEvent>> {
    const names = new Set(events.map(({ name }) => name));
    const catalogue = await this.definitions.getCatalogueFor(appId, names);
    return new Map(
      [...names].flatMap((name): [string, ResolvedEvent][] => {
        const definition = catalogue.find(name);
        return definition ? [[name, definition]] : [];
      }),
    );
  }

  /** Whether the last requests had existing users only. */
  private canAssumeUsersExist(appId: number): boolean {
    const remaining = this.remainingLookups.get(appId) ?? 0;
    this.remainingLookups.set(appId, Math.max(0, remaining - 1));
    return remaining === 0;
  }
}

/** Checks the events that have a definition, in their order. @throws AppError malformed */
function checkEvents<E extends ReportedEvent>(
  definitions: ReadonlyMap<string, ResolvedEvent>,
  events: readonly E[],
  readOriginOf: (definition: ResolvedEvent, event: E) => EventOrigin,
): CheckedEvent[] {
  const checked: CheckedEvent[] = [];
  const faults = new FaultList();
  for (const [index, event] of events.entries()) {
    const definition = definitions.get(event.name);
    if (definition) {
      const entry = 'extId' in event && typeof event.extId === 'string' ? { index, extId: event.extId } : { index };
      faults.check(entry, () => {
        const read = readEvent(definition, event);
        const others = findUndefined(definition, event);
        const attrs = JSON.stringify(others.size > 0 ? { ...read, [UNDEFINED_KEY]: Object.fromEntries(others) } : read);
        checked.push({ eventId: definition.eventId, attrs, ...readOriginOf(definition, event) });
      });
    }
  }
  faults.throwFirst();
  return checked;
}

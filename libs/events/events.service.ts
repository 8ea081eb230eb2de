import { Injectable } from '@nestjs/common';
import { UserEnsurerService, uniqueExtIds } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { FaultList } from '#platform/errors';
import { bucketOf, bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { EventDefinitionService } from './event-definition.service.js';
import { EventRepository } from './event.repository.js';
import type {
  CheckedEvent,
  EventRow,
  FiredEvent,
  ResolvedEvent,
  NamedEvent,
  ReportedEvent,
  UnmatchedCount,
  UnmatchedName,
} from './event.types.js';
import {
  findUndefined,
  readAttributeName,
  toAttributeName,
  UNDEFINED_KEY,
  UndefinedAttributeCounter,
} from './misspelt-attributes.js';
import { readEvent } from './read-event.js';
import { UnmatchedCounter } from './unmatched-counter.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

/** After a request with a new user, this many requests look their users up. */
const LOOKUP_REQUESTS = 20;

/** Events were stored under the assumption that their users exist, but one does not. Thrown to roll back. */
class MissingUserError extends Error {
  override readonly name = 'MissingUserError';
}

/**
 * Events about users: checked against their definitions, stored and added to the change feed. The time of an event is
 * that of its arrival; a client's own time is a plain attribute.
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
  ) {}

  /**
   * Stores events that a server fires, in one transaction. Missing users are created. Events with an undefined name are
   * only counted: they create no user.
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
    if (this.canAssumeUsersExist(appId)) {
      const named = checkEvents(definitions, events).map((event, i): NamedEvent => {
        const extId = extIds[i] ?? '';
        return { ...event, extId, vb: bucketOf(appId, extId) };
      });
      if (await this.storeNamed(appId, named, unmatched.listCounts())) {
        return;
      }
    }
    let checked: CheckedEvent[] = [];
    await this.users.withUsers(
      appId,
      extIds,
      (tx, uids) => {
        const rows = checked.map((event, i) => ({ ...event, uid: uids.get(extIds[i] ?? '') ?? Number.NaN }));
        return this.storeEvents(tx, appId, rows, unmatched.listCounts());
      },
      () => {
        checked = checkEvents(definitions, events);
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
    const rows = checkEvents(definitions, events).map((event) => ({ ...event, uid }));
    const unmatched = new UnmatchedCounter();
    for (const event of events) {
      const definition = definitions.get(event.name);
      if (definition) {
        this.countUndefined(appId, definition, event, { lastUid: uid }, unmatched);
      } else {
        unmatched.countEvent(event, { lastUid: uid });
      }
    }
    await this.db.tx((tx) => this.storeEvents(tx, appId, rows, unmatched.listCounts()));
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

  /**
   * Stores events without the look-up of their users.
   *
   * @returns false when a user does not exist; nothing is stored then
   */
  private async storeNamed(
    appId: number,
    named: readonly NamedEvent[],
    unmatched: readonly UnmatchedCount[],
  ): Promise<boolean> {
    try {
      await this.db.tx(async (tx) => {
        const sorted = named.toSorted((a, b) => a.vb - b.vb);
        const { uids, count } = await this.events.insertNamed(tx, appId, sorted);
        if (count < sorted.length) {
          throw new MissingUserError('A user is new');
        }
        await this.outbox.add(tx, {
          appId,
          kind: 'event',
          uids,
          keys: sortUnique(named.map(({ eventId }) => eventId)),
        });
        if (unmatched.length > 0) {
          await this.unmatched.addCounts(tx, appId, unmatched);
        }
      });
      return true;
    } catch (error) {
      if (!(error instanceof MissingUserError)) {
        throw error;
      }
      this.remainingLookups.set(appId, LOOKUP_REQUESTS);
      return false;
    }
  }

  private async storeEvents(
    tx: Tx,
    appId: number,
    rows: readonly EventRow[],
    unmatched: readonly UnmatchedCount[],
  ): Promise<void> {
    if (rows.length > 0) {
      const sorted = rows.toSorted((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
      await this.events.insert(tx, appId, sorted);
      await this.outbox.add(tx, {
        appId,
        kind: 'event',
        uids: sortUnique(rows.map(({ uid }) => uid)),
        keys: sortUnique(rows.map(({ eventId }) => eventId)),
      });
    }
    if (unmatched.length > 0) {
      await this.unmatched.addCounts(tx, appId, unmatched);
    }
  }
}

/** Checks the events that have a definition, in their order. @throws AppError malformed */
function checkEvents(
  definitions: ReadonlyMap<string, ResolvedEvent>,
  events: readonly ReportedEvent[],
): CheckedEvent[] {
  const checked: CheckedEvent[] = [];
  const faults = new FaultList();
  for (const [index, event] of events.entries()) {
    const definition = definitions.get(event.name);
    if (definition) {
      const entry = 'extId' in event && typeof event.extId === 'string' ? { index, extId: event.extId } : { index };
      faults.check(entry, () => {
        const read = readEvent(definition, event, index);
        const others = findUndefined(definition, event);
        const attrs = JSON.stringify(others.size > 0 ? { ...read, [UNDEFINED_KEY]: Object.fromEntries(others) } : read);
        checked.push({ eventId: definition.eventId, attrs });
      });
    }
  }
  faults.throwFirst();
  return checked;
}

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

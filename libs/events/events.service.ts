import { Injectable } from '@nestjs/common';
import { UserEnsurerService, uniqueExtIds } from '#libs/users';
import { Database, isNotNullViolation, type Tx } from '#platform/db';
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
import { readEvent } from './read-event.js';
import { UnmatchedCounter } from './unmatched-counter.js';
import { UnmatchedEventRepository } from './unmatched-event.repository.js';

/** After a request with a new user, so many are looked up before the next one is presumed to have none. */
const LOOKUP_REQUESTS = 20;

/**
 * Events about users: checked against their definitions, stored, and told in the change feed. Their time is that of their
 * arrival; an instant of the client's own is an attribute like any other.
 */
@Injectable()
export class EventsService {
  /** By application: how many of the next requests have their users looked up first. */
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
   * Takes events that a server fires, in one transaction. Users who do not exist are created. Events whose name is not
   * defined are kept apart: they make no user and reach no profile.
   *
   * @throws AppError malformed for a wrong or missing attribute, which is named with the place of the event, or for more
   *   than 1000 different extIds; nothing is stored then
   */
  async fireEvents(appId: number, events: readonly FiredEvent[]): Promise<void> {
    uniqueExtIds(events.map(({ extId }) => extId));
    const definitions = await this.matchDefinitions(appId, events);
    const unmatched = new UnmatchedCounter();
    const extIds: string[] = [];
    for (const { extId, name, attributes } of events) {
      if (definitions.has(name)) {
        extIds.push(extId);
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
   * Takes events that a device reports of its user, as `fire` does.
   *
   * @param uid  the user of an installation that has proven to be itself
   * @throws AppError malformed
   */
  async reportEvents(appId: number, uid: number, events: readonly ReportedEvent[]): Promise<void> {
    const definitions = await this.matchDefinitions(appId, events);
    const rows = checkEvents(definitions, events).map((event) => ({ ...event, uid }));
    const unmatched = new UnmatchedCounter();
    for (const event of events) {
      if (!definitions.has(event.name)) {
        unmatched.countEvent(event, { lastUid: uid });
      }
    }
    await this.db.tx((tx) => this.storeEvents(tx, appId, rows, unmatched.listCounts()));
  }

  /** Names that were fired and are not defined: at most the 1000 that were seen last, newest first. */
  async listUnmatchedNames(appId: number): Promise<UnmatchedName[]> {
    return this.unmatched.list(appId);
  }

  /** Gives the events of one user to another, when two turn out to be one person. */
  async moveEvents(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    const keys = await this.events.moveToUser(tx, appId, fromUid, toUid);
    await this.outbox.add(tx, { appId, kind: 'event', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.unmatched.moveToUser(tx, appId, fromUid, toUid);
  }

  /**
   * Deletes what is known here of users, for good.
   *
   * @param extIds  theirs, and of people who are no users: an event may have named them
   * @returns how many events went
   */
  async eraseEvents(tx: Tx, appId: number, uids: readonly number[], extIds: readonly string[]): Promise<number> {
    await this.unmatched.eraseExamples(tx, appId, uids, extIds);
    return this.events.deleteByUsers(tx, appId, uids);
  }

  /** The definitions that events name, by that name: looked up once per name and not per event. */
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

  /** Whether the users of a request are taken for known: the last ones were. */
  private canAssumeUsersExist(appId: number): boolean {
    const remaining = this.remainingLookups.get(appId) ?? 0;
    this.remainingLookups.set(appId, Math.max(0, remaining - 1));
    return remaining === 0;
  }

  /**
   * Stores events of users who are presumed to exist, without looking them up before.
   *
   * @returns false when one does not; nothing is stored then
   */
  private async storeNamed(
    appId: number,
    named: readonly NamedEvent[],
    unmatched: readonly UnmatchedCount[],
  ): Promise<boolean> {
    try {
      await this.db.tx(async (tx) => {
        const sorted = named.toSorted((a, b) => a.vb - b.vb);
        const uids = await this.events.insertNamed(tx, appId, sorted);
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
      if (!isNotNullViolation(error)) {
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

/** The events that are defined, checked, in their order. @throws AppError malformed */
function checkEvents(
  definitions: ReadonlyMap<string, ResolvedEvent>,
  events: readonly ReportedEvent[],
): CheckedEvent[] {
  const checked: CheckedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const definition = definitions.get(event.name);
    if (definition) {
      const attrs = JSON.stringify(readEvent(definition, event, index));
      checked.push({ eventId: definition.eventId, attrs });
    }
  }
  return checked;
}

function sortUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

import { Injectable } from '@nestjs/common';
import { UserEnsurerService, uniqueExtIds } from '#libs/users';
import { Database, isNotNullViolation, type Tx } from '#platform/db';
import { bucketOf, bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { DefinitionService } from './definition.service.js';
import { EventRepository } from './event.repository.js';
import type {
  CheckedEvent,
  EventRow,
  FiredEvent,
  KnownEvent,
  NamedEvent,
  ReportedEvent,
  UnmatchedEvents,
  UnmatchedName,
} from './event.types.js';
import { readEvent } from './read-event.js';
import { UnmatchedNames } from './unmatched-names.js';
import { UnmatchedRepository } from './unmatched.repository.js';

/** After a request with a new user, so many are looked up before the next one is presumed to have none. */
const LOOKED_UP = 20;

/**
 * Events about users: checked against their definitions, stored, and told in the change feed. Their time is that of their
 * arrival; an instant of the client's own is an attribute like any other.
 */
@Injectable()
export class EventsService {
  /** By application: how many of the next requests have their users looked up first. */
  private readonly lookUps = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionService,
    private readonly users: UserEnsurerService,
    private readonly events: EventRepository,
    private readonly unmatched: UnmatchedRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /**
   * Takes events that a server fires, in one transaction. Users who do not exist are created. Events whose name is not
   * defined are kept apart: they make no user and reach no profile.
   *
   * @throws AppError malformed for a wrong or missing attribute, which is named with the place of the event, or for more
   *   than 1000 different extIds; nothing is stored then
   */
  async fire(appId: number, events: readonly FiredEvent[]): Promise<void> {
    uniqueExtIds(events.map(({ extId }) => extId));
    const known = await this.match(appId, events);
    const unmatched = new UnmatchedNames();
    const extIds: string[] = [];
    for (const { extId, name, attributes } of events) {
      if (known.has(name)) {
        extIds.push(extId);
      } else {
        unmatched.add({ name, attributes }, { lastExtId: extId });
      }
    }
    if (extIds.length === 0) {
      await this.db.tx((tx) => this.unmatched.add(tx, appId, unmatched.list()));
      return;
    }
    if (this.mayPresume(appId)) {
      const named = readKnown(known, events).map((event, i): NamedEvent => {
        const extId = extIds[i] ?? '';
        return { ...event, extId, vb: bucketOf(appId, extId) };
      });
      if (await this.storeKnown(appId, named, unmatched.list())) {
        return;
      }
    }
    let checked: CheckedEvent[] = [];
    await this.users.withUsers(
      appId,
      extIds,
      (tx, uids) => {
        const rows = checked.map((event, i) => ({ ...event, uid: uids.get(extIds[i] ?? '') ?? Number.NaN }));
        return this.write(tx, appId, rows, unmatched.list());
      },
      () => {
        checked = readKnown(known, events);
      },
    );
  }

  /**
   * Takes events that a device reports of its user, as `fire` does.
   *
   * @param uid  the user of an installation that has proven to be itself
   * @throws AppError malformed
   */
  async report(appId: number, uid: number, events: readonly ReportedEvent[]): Promise<void> {
    const known = await this.match(appId, events);
    const rows = readKnown(known, events).map((event) => ({ ...event, uid }));
    const unmatched = new UnmatchedNames();
    for (const event of events) {
      if (!known.has(event.name)) {
        unmatched.add(event, { lastUid: uid });
      }
    }
    await this.db.tx((tx) => this.write(tx, appId, rows, unmatched.list()));
  }

  /** Names that were fired and are not defined: at most the 1000 that were seen last, newest first. */
  async unmatchedNames(appId: number): Promise<UnmatchedName[]> {
    return this.unmatched.list(appId);
  }

  /** Gives the events of one user to another, when two turn out to be one person. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    const keys = await this.events.move(tx, appId, fromUid, toUid);
    await this.outbox.add(tx, { appId, kind: 'event', uids: keys.length > 0 ? [toUid] : [], keys });
    await this.unmatched.move(tx, appId, fromUid, toUid);
  }

  /**
   * Deletes what is known here of users, for good.
   *
   * @param extIds  theirs, and of people who are no users: an event may have named them
   * @returns how many events went
   */
  async erase(tx: Tx, appId: number, uids: readonly number[], extIds: readonly string[]): Promise<number> {
    await this.unmatched.erase(tx, appId, uids, extIds);
    return this.events.erase(tx, appId, uids);
  }

  /** The definitions that events name, by that name: looked up once per name and not per event. */
  private async match(appId: number, events: readonly ReportedEvent[]): Promise<Map<string, KnownEvent>> {
    const names = new Set(events.map(({ name }) => name));
    const catalogue = await this.definitions.catalogueOf(appId, names);
    return new Map(
      [...names].flatMap((name): [string, KnownEvent][] => {
        const known = catalogue.find(name);
        return known ? [[name, known]] : [];
      }),
    );
  }

  /** Whether the users of a request are taken for known: the last ones were. */
  private mayPresume(appId: number): boolean {
    const left = this.lookUps.get(appId) ?? 0;
    this.lookUps.set(appId, Math.max(0, left - 1));
    return left === 0;
  }

  /**
   * Stores events of users who are presumed to exist, without looking them up before.
   *
   * @returns false when one does not; nothing is stored then
   */
  private async storeKnown(
    appId: number,
    named: readonly NamedEvent[],
    unmatched: readonly UnmatchedEvents[],
  ): Promise<boolean> {
    try {
      await this.db.tx(async (tx) => {
        const sorted = named.toSorted((a, b) => a.vb - b.vb);
        const uids = await this.events.insertNamed(tx, appId, sorted);
        await this.outbox.add(tx, { appId, kind: 'event', uids, keys: ascending(named.map(({ eventId }) => eventId)) });
        if (unmatched.length > 0) {
          await this.unmatched.add(tx, appId, unmatched);
        }
      });
      return true;
    } catch (error) {
      if (!isNotNullViolation(error)) {
        throw error;
      }
      this.lookUps.set(appId, LOOKED_UP);
      return false;
    }
  }

  private async write(
    tx: Tx,
    appId: number,
    rows: readonly EventRow[],
    unmatched: readonly UnmatchedEvents[],
  ): Promise<void> {
    if (rows.length > 0) {
      const sorted = rows.toSorted((a, b) => bucketOfId(a.uid) - bucketOfId(b.uid) || a.uid - b.uid);
      await this.events.insert(tx, appId, sorted);
      await this.outbox.add(tx, {
        appId,
        kind: 'event',
        uids: ascending(rows.map(({ uid }) => uid)),
        keys: ascending(rows.map(({ eventId }) => eventId)),
      });
    }
    if (unmatched.length > 0) {
      await this.unmatched.add(tx, appId, unmatched);
    }
  }
}

/** The events that are defined, checked, in their order. @throws AppError malformed */
function readKnown(known: ReadonlyMap<string, KnownEvent>, events: readonly ReportedEvent[]): CheckedEvent[] {
  const checked: CheckedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const definition = known.get(event.name);
    if (definition) {
      const attrs = JSON.stringify(readEvent(definition, event, index));
      checked.push({ eventId: definition.eventId, attrs });
    }
  }
  return checked;
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

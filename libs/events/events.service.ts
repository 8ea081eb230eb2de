import { Injectable } from '@nestjs/common';
import { UserEnsurer, uniqueExtIds } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { OutboxRepository } from '#platform/outbox';
import { DefinitionService } from './definition.service.js';
import { EventRepository } from './event.repository.js';
import type {
  CheckedEvent,
  EventRow,
  FiredEvent,
  KnownEvent,
  ReportedEvent,
  UnmatchedEvents,
  UnmatchedName,
} from './event.types.js';
import { readEvent } from './read-event.js';
import { UnmatchedNames } from './unmatched-names.js';
import { UnmatchedRepository } from './unmatched.repository.js';

/**
 * Events about users: checked against their definitions, stored, and told in the change feed. Their time is that of their
 * arrival; an instant of the client's own is an attribute like any other.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionService,
    private readonly users: UserEnsurer,
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
    await this.events.move(tx, appId, fromUid, toUid);
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

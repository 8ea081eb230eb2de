import { Injectable } from '@nestjs/common';
import { uniqueExtIds } from '#libs/users/identities';
import { UserEnsurerService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { FaultList } from '#platform/errors';
import { EventDefinitionService } from './event-definition.service.js';
import { hasOwnTime, readOrigin } from './storing/event-origin.js';
import { EventTimeService } from './storing/event-time.service.js';
import { EventWriterService } from './storing/event-writer.service.js';
import type {
  EventOrigin,
  FiredEvent,
  NamedEvent,
  ResolvedEvent,
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
 * that of its arrival, unless a server names its own.
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
    private readonly unmatched: UnmatchedEventRepository,
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
    const extIds = events.flatMap(({ name, extId }) => (definitions.has(name) ? extId : []));
    const unmatched = new UnmatchedCounter();
    for (const { extId, name, attributes } of events) {
      if (!definitions.has(name)) {
        unmatched.countEvent({ name, attributes }, { lastExtId: extId });
      }
    }
    if (extIds.length === 0) {
      await this.db.tx((tx) => this.unmatched.addCounts(tx, appId, unmatched.listCounts()));
      return;
    }
    const tellTime = events.some((event) => hasOwnTime(definitions.get(event.name), event));
    const bounds = tellTime ? await this.times.getBounds(appId) : undefined;
    const check = (): NamedEvent[] =>
      this.checkEvents(appId, definitions, events, unmatched, {
        readOriginOf: (definition, event) => readOrigin(definition, event, bounds),
        subjectOf: ({ extId }) => ({ lastExtId: extId }),
      });
    let checked: NamedEvent[] | undefined;
    if (bounds) {
      checked = check();
      await this.times.prepareDays(checked.flatMap(({ at }) => at ?? []));
    }
    if (this.canAssumeUsersExist(appId) || this.writer.hasCached(appId, extIds)) {
      checked ??= check();
      if (await this.writer.storeNamed(appId, checked, unmatched.listCounts())) {
        return;
      }
      this.remainingLookups.set(appId, LOOKUP_REQUESTS);
    }
    await this.users.withUsers(
      appId,
      extIds,
      (tx, uids) => {
        const rows = checked ?? [];
        rows.forEach((event) => (event.uid = uids.get(event.extId) ?? Number.NaN));
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
    const unmatched = new UnmatchedCounter();
    const checked = this.checkEvents(appId, definitions, events, unmatched, {
      readOriginOf: () => ({}),
      subjectOf: () => ({ lastUid: uid }),
    });
    for (const event of events) {
      if (!definitions.has(event.name)) {
        unmatched.countEvent(event, { lastUid: uid });
      }
    }
    checked.forEach((event) => (event.uid = uid));
    await this.db.tx((tx) => this.writer.store(tx, appId, checked, unmatched.listCounts()));
  }

  /** Undefined names and attributes that were fired: the 1000 that were seen last, newest first. */
  async listUnmatchedNames(appId: number): Promise<UnmatchedName[]> {
    const names = (await this.unmatched.list(appId)).map((row) => ({ ...row, ...readAttributeName(row.name) }));
    const attributed = names.flatMap(({ name, attribute }) => (attribute === undefined ? [] : name));
    const catalogue = attributed.length > 0 ? await this.definitions.getCatalogueFor(appId, attributed) : undefined;
    // A name that was defined since is no misspelling any more.
    return names.filter(
      ({ name, attribute }) => attribute === undefined || !catalogue?.find(name)?.attributeByKey.has(attribute),
    );
  }

  /**
   * Checks the events that have a definition, in their order, and counts attributes that their definitions do not have,
   * such as misspelt ones.
   *
   * @throws AppError malformed; nothing is counted then
   */
  private checkEvents<E extends ReportedEvent>(
    appId: number,
    definitions: ReadonlyMap<string, ResolvedEvent>,
    events: readonly E[],
    unmatched: UnmatchedCounter,
    { readOriginOf, subjectOf }: EventReading<E>,
  ): NamedEvent[] {
    const checked: NamedEvent[] = [];
    const misspelt: { definition: ResolvedEvent; event: E; values: ReturnType<typeof findUndefined> }[] = [];
    const faults = new FaultList();
    for (const [index, event] of events.entries()) {
      const definition = definitions.get(event.name);
      if (definition) {
        const extId = 'extId' in event && typeof event.extId === 'string' ? event.extId : undefined;
        faults.check(extId === undefined ? { index } : { index, extId }, () => {
          const read = readEvent(definition, event);
          const values = findUndefined(definition, event);
          if (values.size > 0) {
            misspelt.push({ definition, event, values });
          }
          const attrs = values.size > 0 ? { ...read, [UNDEFINED_KEY]: Object.fromEntries(values) } : read;
          const { at, repeatKey } = readOriginOf(definition, event);
          checked.push({ eventId: definition.eventId, attrs, extId: extId ?? '', uid: 0, vb: 0, at, repeatKey });
        });
      }
    }
    faults.throwFirst();
    for (const { definition, event, values } of misspelt) {
      for (const [attribute, value] of values) {
        const name = toAttributeName(definition.code, attribute);
        const count = this.undefinedAttributes.count(appId, name);
        if (count > 0) {
          unmatched.countEvent({ name, attributes: { [attribute]: value } }, subjectOf(event), count);
        }
      }
    }
    return checked;
  }

  /** The definitions that events name, looked up once per name. No request fires what Herald writes itself. */
  private async matchDefinitions(appId: number, events: readonly ReportedEvent[]): Promise<Map<string, ResolvedEvent>> {
    const names = new Set(events.map(({ name }) => name));
    const catalogue = await this.definitions.getCatalogueFor(appId, names);
    return new Map(
      [...names].flatMap((name): [string, ResolvedEvent][] => {
        const definition = catalogue.find(name);
        return definition && !definition.isInternal ? [[name, definition]] : [];
      }),
    );
  }

  /** Tests if the last requests had existing users only. */
  private canAssumeUsersExist(appId: number): boolean {
    const remaining = this.remainingLookups.get(appId) ?? 0;
    this.remainingLookups.set(appId, Math.max(0, remaining - 1));
    return remaining === 0;
  }
}

/** The differences between events of servers and of devices. */
interface EventReading<E> {
  readOriginOf(definition: ResolvedEvent, event: E): EventOrigin;
  subjectOf(event: E): Pick<UnmatchedCount, 'lastUid' | 'lastExtId'>;
}

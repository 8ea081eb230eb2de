import { Injectable } from '@nestjs/common';
import { type WatchKind, type WatchPart, type WatchPlace, type WatchRound, WatchRunnerService } from '#libs/catalogs';
import { Recurring } from '#platform/background';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import { EventDefinitionService } from '../event-definition.service.js';
import type { EventCatalogue } from '../event-catalogue.js';
import type { ResolvedEvent } from '../model/event.types.js';
import { readEvent } from '../read-event.js';
import type { ITEM_EVENTS } from '../standard-events.js';
import { PersonEventsService } from '../storing/person-events.service.js';
import { type ConcernedPerson, ItemEventRepository, type ItemInterest } from './item-event.repository.js';

const CHECK_MS = 5000;
/** Events of one transaction. */
const PART_PEOPLE = 2000;
/** Buckets of the first part: fewer where many people are concerned. */
const FIRST_STEP = 64;
const MAX_STEP = 256;

const EVENT_OF: Readonly<Record<WatchKind, keyof typeof ITEM_EVENTS>> = {
  priceDrop: 'PriceDropped',
  backInStock: 'BackInStock',
};

/** An event of some users about an item. */
export interface ItemEventReport {
  event: keyof typeof ITEM_EVENTS;
  data: Record<string, unknown>;
  uids: number[];
}

type Listener = (tx: Tx, appId: number, reports: readonly ItemEventReport[]) => Promise<void>;

/** The event of a watch, and the attributes of each change. */
interface Recording {
  definition: ResolvedEvent;
  interest: ItemInterest;
  attributes: ReadonlyMap<number, { written: Record<string, unknown>; stored: Record<string, unknown> }>;
}

/** Records events for people with interest in items: prices that drop, items that are back in stock. */
@Injectable()
export class ItemEventService {
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly watches: WatchRunnerService,
    private readonly definitions: EventDefinitionService,
    private readonly people: ItemEventRepository,
    private readonly events: PersonEventsService,
  ) {}

  /** Adds what is done with events in the transaction that records them. */
  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  @Recurring('item-events.record', CHECK_MS)
  async recordDue(): Promise<void> {
    await this.watches.runDue((tx, round) => this.recordPart(tx, round));
  }

  private async recordPart(tx: Tx, round: WatchRound): Promise<WatchPart> {
    const recording = prepare(await this.definitions.findCatalogue(tx, round.appId), round);
    if (typeof recording === 'string') {
      return { place: null, people: new Map(), limited: [], error: recording };
    }
    const { found, place } = await this.findPeople(tx, round, recording.interest);
    const { chosen, limited } = chooseWithin(round, found);
    const present = await this.events.addInternal(
      tx,
      round.appId,
      chosen.map(({ uid, changeId }) => ({
        uid,
        eventId: recording.definition.eventId,
        attrs: recording.attributes.get(changeId)?.stored ?? {},
      })),
    );
    const recorded = chosen.filter(({ uid }) => present.has(uid));
    const byChange = [...groupBy(recorded, ({ changeId }) => changeId)];
    const reports = byChange.map(([changeId, concerned]): ItemEventReport => ({
      event: EVENT_OF[round.watch.kind],
      data: recording.attributes.get(changeId)?.written ?? {},
      uids: concerned.map(({ uid }) => uid),
    }));
    for (const listener of this.listeners) {
      await listener(tx, round.appId, reports);
    }
    return { place, people: new Map(byChange.map(([id, concerned]) => [id, concerned.length])), limited };
  }

  /** Finds the people of the next buckets: of fewer where they are too many for one part. */
  private async findPeople(
    tx: Tx,
    { appId, changes, place }: WatchRound,
    interest: ItemInterest,
  ): Promise<{ found: readonly ConcernedPerson[]; place: WatchPlace | null }> {
    const open = changes.filter(({ isLimited }) => !isLimited);
    const { bucket, after = { uid: 0, changeId: 0 } } = place ?? { bucket: 0 };
    let step = place?.step ?? FIRST_STEP;
    while (open.length > 0) {
      const buckets = Array.from({ length: Math.min(step, BUCKETS - bucket) }, (_, index) => bucket + index);
      const page = { buckets, after, limit: PART_PEOPLE + 1 };
      const found = await this.people.findConcerned(tx, appId, interest, open, page);
      if (found.length > PART_PEOPLE && step > 1) {
        step = Math.ceil(step / 4);
        continue;
      }
      const last = found.length > PART_PEOPLE ? found[PART_PEOPLE - 1] : undefined;
      return {
        found: found.slice(0, PART_PEOPLE),
        place: last ? { bucket, step, after: last } : behind(bucket, step, found),
      };
    }
    return { found: [], place: null };
  }
}

function behind(bucket: number, step: number, found: readonly unknown[]): WatchPlace | null {
  const next = bucket + step;
  return next >= BUCKETS
    ? null
    : { bucket: next, step: found.length < PART_PEOPLE / 4 ? Math.min(step * 2, MAX_STEP) : step };
}

/** Keeps to the most people of each change. */
function chooseWithin(
  { watch, changes }: WatchRound,
  found: readonly ConcernedPerson[],
): { chosen: ConcernedPerson[]; limited: number[] } {
  const left = new Map(changes.map(({ id, people }) => [id, watch.most - people]));
  const limited = new Set<number>();
  const chosen = found.filter(({ changeId }) => {
    const free = left.get(changeId) ?? 0;
    left.set(changeId, free - 1);
    if (free <= 0) {
      limited.add(changeId);
    }
    return free > 0;
  });
  return { chosen, limited: [...limited] };
}

/** @returns the reason where a watch makes no events */
function prepare(catalogue: EventCatalogue, { catalog, watch, changes }: WatchRound): Recording | string {
  const definition = catalogue.find(EVENT_OF[watch.kind]);
  const [shown, ended] = [watch.events, watch.until].map((names) =>
    names.flatMap((name) => catalogue.find(name) ?? []),
  );
  if (!definition || !shown || !ended || shown.length < watch.events.length || ended.length < watch.until.length) {
    return 'UNKNOWN_EVENT';
  }
  const named = [...shown, ...ended].map((event) => event.attributeByKey.get(watch.attribute));
  if (named.includes(undefined)) {
    return 'UNKNOWN_ATTRIBUTE';
  }
  // The key says what the person was interested in.
  if (
    named.some((attribute) => attribute?.privateInfo) &&
    definition.attributeByKey.get('key')?.privateInfo === false
  ) {
    return 'PRIVATE_ATTRIBUTE';
  }
  try {
    return {
      definition,
      interest: {
        eventIds: shown.map(({ eventId }) => eventId),
        until: ended.map(({ eventId }) => eventId),
        codes: [...new Set(named.flatMap((attribute) => attribute?.code ?? []))],
        withinSeconds: watch.withinSeconds,
      },
      attributes: new Map(
        changes.map(({ id, key, oldValue, newValue }) => {
          const written = {
            catalog,
            key,
            field: watch.field,
            ...(oldValue !== null && { old: oldValue }),
            new: newValue,
          };
          return [id, { written, stored: readEvent(definition, { name: definition.code, attributes: written }) }];
        }),
      ),
    };
  } catch (error) {
    if (error instanceof AppError) {
      return 'WRONG_ATTRIBUTE';
    }
    throw error;
  }
}

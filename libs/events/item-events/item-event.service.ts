import { Injectable } from '@nestjs/common';
import {
  type WatchDefinition,
  type WatchFault,
  type WatchPart,
  type WatchRound,
  WatchRunnerService,
} from '#libs/catalogs';
import { Recurring } from '#platform/background';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { EventDefinitionService } from '../event-definition.service.js';
import type { ITEM_EVENTS } from '../standard-events.js';
import { PersonEventsService } from '../storing/person-events.service.js';
import { ConcernedPeopleService } from './concerned-people.service.js';
import type { ConcernedPerson } from './item-event.repository.js';
import { EVENT_OF, prepareRecording, readsPrivate } from './item-recording.js';

const CHECK_MS = 5000;
/** Stands for changes to come. */
const ANY_CHANGE = { id: 0, key: '-', oldValue: 2, newValue: 1, at: '', people: 0, isLimited: false };

/** An event of some users about an item. */
export interface ItemEventReport {
  event: keyof typeof ITEM_EVENTS;
  data: Record<string, unknown>;
  uids: number[];
}

type Listener = (tx: Tx, appId: number, reports: readonly ItemEventReport[]) => Promise<void>;

/** Records events for people with interest in items: prices that drop, items that are back in stock. */
@Injectable()
export class ItemEventService {
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly watches: WatchRunnerService,
    private readonly definitions: EventDefinitionService,
    private readonly people: ConcernedPeopleService,
    private readonly events: PersonEventsService,
  ) {}

  /** Adds what is done with events in the transaction that records them. */
  addListener(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Finds the reason why a watch makes no events. @returns undefined: it makes some */
  async findFault(tx: Tx, appId: number, catalog: string, watch: WatchDefinition): Promise<WatchFault | undefined> {
    const changes = [ANY_CHANGE];
    const recording = prepareRecording(await this.definitions.findCatalogue(tx, appId), { catalog, watch, changes });
    return typeof recording === 'string' ? recording : undefined;
  }

  /** Tests if a watch finds people by a private attribute of an event. */
  async readsPrivate(appId: number, watch: WatchDefinition): Promise<boolean> {
    return readsPrivate(await this.definitions.getCatalogueFor(appId, [...watch.events, ...watch.until]), watch);
  }

  @Recurring('item-events.record', CHECK_MS)
  async recordDue(): Promise<void> {
    await this.watches.runDue((tx, round) => this.recordPart(tx, round));
  }

  private async recordPart(tx: Tx, round: WatchRound): Promise<WatchPart> {
    const recording = prepareRecording(await this.definitions.findCatalogue(tx, round.appId), round);
    if (typeof recording === 'string') {
      return { place: null, people: new Map(), limited: [], error: recording };
    }
    const prepared = await this.people.prepare(tx, round, recording);
    if (prepared) {
      return { ...prepared, people: new Map(), limited: [] };
    }
    const { found, place } = await this.people.find(tx, round, recording);
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

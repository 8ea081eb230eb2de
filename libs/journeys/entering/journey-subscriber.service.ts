import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { EventDefinitionService, PersonEventsService } from '#libs/events';
import { cutInto } from '#platform/collections';
import type { Tx } from '#platform/db';
import { type Change, type FeedSubscriber, SEGMENT_CHANGES } from '#platform/outbox';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { SEGMENT_CHANGE_NAMES } from '../model/matching.js';
import { SUBSCRIBER } from '../visits/visit.repository.js';
import { EventEntryService } from './event-entry.service.js';
import type { NamedEvent } from './event-batch.js';
import { JourneyEntryService } from './journey-entry.service.js';
import { ProgramService } from '../running/program.service.js';

/** People of one statement. */
const BATCH = 2000;

const KINDS = ['event', ...SEGMENT_CHANGES] as const;
type FeedChange = Omit<Change<(typeof KINDS)[number]>, 'appId'>;

/** Lets people into journeys and wakes those that wait, by the change feed. Each event counts once. */
@Injectable()
export class JourneySubscriberService implements FeedSubscriber<(typeof KINDS)[number]> {
  readonly name = SUBSCRIBER;
  readonly kinds = KINDS;
  readonly isPrompt = true;

  constructor(
    private readonly journeys: JourneyRepository,
    private readonly programs: ProgramService,
    private readonly definitions: EventDefinitionService,
    private readonly events: PersonEventsService,
    private readonly eventEntries: EventEntryService,
    private readonly entries: JourneyEntryService,
    private readonly segments: PersonConditionService,
  ) {}

  async apply(tx: Tx, appId: number, changes: readonly FeedChange[]): Promise<void> {
    const journeys = (await this.journeys.list(tx, appId)).filter(({ state }) => state !== 'off');
    if (journeys.length === 0) {
      return;
    }
    const names = await this.programs.findNames(tx, journeys);
    const events = await this.findEvents(tx, appId, names.events, changes);
    for (const journey of events.length > 0 ? journeys : []) {
      await this.eventEntries.apply(tx, journey, events);
    }
    await this.wakeBySegments(tx, appId, journeys, names.segments, changes);
    await this.enterBySegments(tx, appId, journeys, changes);
  }

  /** Events that the feed has lost let no one in: they are hours old. */
  async restart(): Promise<void> {}

  private async findEvents(
    tx: Tx,
    appId: number,
    names: readonly string[],
    changes: readonly FeedChange[],
  ): Promise<NamedEvent[]> {
    const ofEvents = changes.filter(({ kind }) => kind === 'event');
    if (ofEvents.length === 0) {
      return [];
    }
    const catalogue = await this.definitions.getCatalogueFor(appId, names);
    const ids = new Map(names.flatMap((name) => [[catalogue.find(name)?.eventId ?? 0, name] as const]));
    const awaited = ofEvents.filter(({ keys }) => keys.some((key) => ids.has(key)));
    const fired = await this.events.findFired(tx, appId, awaited, [...ids.keys()]);
    return fired.flatMap(({ eventId, ...event }) => {
      const name = ids.get(eventId);
      return name === undefined ? [] : { ...event, name };
    });
  }

  /** Wakes people who wait for a segment: its changes are to waits as events. */
  private async wakeBySegments(
    tx: Tx,
    appId: number,
    journeys: readonly Journey[],
    names: readonly string[],
    changes: readonly FeedChange[],
  ): Promise<void> {
    const ofSegments = changes.filter(({ kind }) => kind !== 'event');
    if (names.length === 0 || ofSegments.length === 0) {
      return;
    }
    const ids = await this.segments.findSegmentIds(tx, appId);
    const nameOf = new Map(names.flatMap((name) => [[ids.get(name) ?? 0, name] as const]));
    const at = new Date();
    const events = ofSegments.flatMap(({ kind, keys, uids }) => {
      const segment = nameOf.get(keys[0] ?? 0);
      const name = SEGMENT_CHANGE_NAMES[kind === 'joined' ? 'joined' : 'left'];
      return segment === undefined ? [] : uids.map((uid): NamedEvent => ({ uid, name, at, attrs: { segment } }));
    });
    for (const part of cutInto(events, BATCH)) {
      for (const journey of journeys) {
        await this.eventEntries.apply(tx, journey, part);
      }
    }
  }

  /** A new version of a segment has changes where members differ: a calculation that finds the same lets no one in. */
  private async enterBySegments(
    tx: Tx,
    appId: number,
    journeys: readonly Journey[],
    changes: readonly FeedChange[],
  ): Promise<void> {
    const entered = journeys.flatMap((journey) => {
      const { entry } = journey.definition;
      return journey.state === 'on' && 'segment' in entry ? { journey, segment: entry.segment } : [];
    });
    const ofSegments = changes.filter(({ kind }) => kind !== 'event');
    if (entered.length === 0 || ofSegments.length === 0) {
      return;
    }
    const ids = await this.segments.findSegmentIds(tx, appId);
    for (const { journey, segment } of entered) {
      const [kind, name] =
        'joined' in segment ? (['joined', segment.joined] as const) : (['left', segment.left] as const);
      const id = ids.get(name);
      const uids = ofSegments.flatMap((change) =>
        change.kind === kind && id !== undefined && change.keys.includes(id) ? change.uids : [],
      );
      for (const part of cutInto([...new Set(uids)], BATCH)) {
        await this.entries.admit(
          tx,
          journey,
          part.map((uid) => ({ uid, key: '', data: {} })),
        );
      }
    }
  }
}

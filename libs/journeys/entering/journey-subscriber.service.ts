import { Injectable } from '@nestjs/common';
import { EventDefinitionService, PersonEventsService } from '#libs/events';
import type { Tx } from '#platform/db';
import { type Change, type FeedSubscriber, SEGMENT_CHANGES } from '#platform/outbox';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { RESULT_KINDS } from '../model/message-results.js';
import { SUBSCRIBER } from '../visits/visit.repository.js';
import { EventEntryService } from './event-entry.service.js';
import type { NamedEvent } from './event-batch.js';
import { MessageResultService, type ResultChange } from './message-result.service.js';
import { SegmentEntryService, type SegmentChange } from './segment-entry.service.js';
import { ProgramService } from '../running/program.service.js';

const KINDS = ['event', ...SEGMENT_CHANGES, ...RESULT_KINDS] as const;
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
    private readonly segmentEntries: SegmentEntryService,
    private readonly results: MessageResultService,
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
    const ofSegments = changes.filter(isOfSegment);
    if (ofSegments.length > 0) {
      await this.segmentEntries.apply(tx, { appId, journeys, awaited: names.segments }, ofSegments);
    }
    await this.results.apply(tx, { appId, journeys }, names.messages.length > 0 ? changes.filter(isOfMessage) : []);
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
}

function isOfSegment(change: FeedChange): change is FeedChange & SegmentChange {
  return SEGMENT_CHANGES.some((kind) => kind === change.kind);
}

function isOfMessage(change: FeedChange): change is FeedChange & ResultChange {
  return RESULT_KINDS.some((kind) => kind === change.kind);
}

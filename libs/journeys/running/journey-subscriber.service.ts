import { Injectable } from '@nestjs/common';
import { EventDefinitionService, PersonEventsService, type FiredRow } from '#libs/events';
import type { Tx } from '#platform/db';
import type { Change, FeedSubscriber } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { SUMS, type Journey } from '../model/journey.types.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { SUBSCRIBER, VisitRepository } from '../visits/visit.repository.js';
import { EventBatch } from './event-batch.js';
import { ProgramService } from './program.service.js';

const DAY_MS = 24 * 3_600_000;

type EventChange = Omit<Change<'event'>, 'appId'>;

/** Lets people into journeys and wakes those that wait, by the events of the change feed. Each event counts once. */
@Injectable()
export class JourneySubscriberService implements FeedSubscriber<'event'> {
  readonly name = SUBSCRIBER;
  readonly kinds = ['event'] as const;

  constructor(
    private readonly journeys: JourneyRepository,
    private readonly programs: ProgramService,
    private readonly definitions: EventDefinitionService,
    private readonly events: PersonEventsService,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly clock: ClockService,
  ) {}

  async apply(tx: Tx, appId: number, changes: readonly EventChange[]): Promise<void> {
    const journeys = (await this.journeys.list(tx, appId)).filter(({ state }) => state !== 'off');
    if (journeys.length === 0) {
      return;
    }
    const names = await this.programs.findEventNames(tx, journeys);
    const catalogue = await this.definitions.getCatalogueFor(appId, names);
    const ids = new Map(names.flatMap((name) => [[catalogue.find(name)?.eventId ?? 0, name] as const]));
    const fired = await this.events.findFired(tx, appId, changes, [...ids.keys()]);
    const named = fired.flatMap(({ eventId, ...event }) => {
      const name = ids.get(eventId);
      return name === undefined ? [] : { ...event, name };
    });
    for (const journey of named.length > 0 ? journeys : []) {
      await this.applyTo(tx, journey, named);
    }
  }

  /** Events that the feed has lost let no one in: they are hours old. */
  async restart(): Promise<void> {}

  private async applyTo(
    tx: Tx,
    journey: Journey,
    fired: readonly (Omit<FiredRow, 'eventId'> & { name: string })[],
  ): Promise<void> {
    const { appId, journeyId } = journey;
    const uids = [...new Set(fired.map(({ uid }) => uid))];
    const inside = await this.visits.lockOfUsers(tx, appId, journeyId, uids);
    const batch = new EventBatch(
      journey,
      await this.programs.findVersions(tx, journey, inside),
      inside,
      this.clock.now(),
    );
    const entering = batch.listEntering(fired);
    if (entering.length > 0 && journey.definition.entry.again !== 'always') {
      batch.setLastEntries(await this.visits.findLastEntries(tx, appId, journeyId, entering));
    }
    if (entering.length > 0) {
      const since = new Date(this.clock.now().getTime() - DAY_MS);
      const entrants = [...new Set(entering.map(({ uid }) => uid))];
      batch.setEntries(await this.visits.countEntries(tx, appId, journeyId, entrants, since));
    }
    fired.forEach((event) => batch.apply(event));
    const { ended, woken, entered, late, looped } = batch.result();
    await this.visits.end(tx, appId, journeyId, ended);
    await this.visits.move(tx, appId, journeyId, woken);
    await this.visits.insert(tx, appId, journeyId, entered);
    const count = (node: string, version: number, passed: number) => (passed > 0 ? [{ node, version, passed }] : []);
    const versions = [...new Set(ended.map(({ version }) => version))];
    await this.passages.add(tx, appId, journeyId, [
      ...count(SUMS.entered, journey.version, entered.length),
      ...count(SUMS.late, journey.version, late),
      ...count(SUMS.looped, journey.version, looped),
      ...versions.flatMap((version) => {
        const left = ended.filter((visit) => visit.version === version).length;
        return [...count(SUMS.left, version, left), ...count(SUMS.converted, version, left)];
      }),
    ]);
  }
}

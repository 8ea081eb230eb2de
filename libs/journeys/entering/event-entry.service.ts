import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { SUMS, type Journey } from '../model/journey.types.js';
import { Tally } from '../model/tally.js';
import { JourneyEventsService } from '../visits/journey-events.service.js';
import { isHeldOut } from '../running/held-out.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';
import { arrivalOf, EventBatch, type NamedEvent } from './event-batch.js';
import { JourneyEntryService } from './journey-entry.service.js';
import { PeopleInside } from './people-inside.js';
import { ProgramService } from '../running/program.service.js';

/** Applies events to a journey. */
@Injectable()
export class EventEntryService {
  constructor(
    private readonly entries: JourneyEntryService,
    private readonly programs: ProgramService,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly events: JourneyEventsService,
    private readonly clock: ClockService,
  ) {}

  /** Ends visits, wakes people and lets them in, by events in their order. */
  async apply(tx: Tx, journey: Journey, events: readonly NamedEvent[]): Promise<void> {
    const { appId, journeyId } = journey;
    const uids = [...new Set(events.map(({ uid }) => uid))];
    const visits = await this.visits.lockOfUsers(tx, appId, journeyId, uids);
    const versions = await this.programs.findVersions(tx, journey, visits);
    const inside = new PeopleInside(visits);
    const arrivals = events.flatMap((event) => arrivalOf(journey, event) ?? []);
    const admissions = await this.entries.open(tx, journey, arrivals, inside);
    const now = this.clock.now();
    const batch = new EventBatch(journey, versions, inside, admissions, now);
    events.forEach((event) => batch.apply(event));
    const { ended, completed, woken, collected, late } = batch.result();
    await this.visits.end(tx, appId, journeyId, ended);
    await this.visits.insertPast(tx, appId, journeyId, completed);
    await this.visits.move(tx, appId, journeyId, woken);
    await this.visits.setData(tx, appId, journeyId, collected);
    await this.entries.store(tx, journey, admissions, completed);
    const left = [...ended, ...completed];
    await this.events.addLeft(tx, journey, left);
    const tally = new Tally();
    tally.pass(journey.version, SUMS.late, late);
    for (const visit of left) {
      tally.leave(visit);
      tally.pass(visit.version, SUMS.converted);
      tally.pass(visit.version, SUMS.heldOutConverted, isHeldOut(journey, visit.uid) ? 1 : 0);
    }
    await this.passages.add(tx, appId, journeyId, tally.list(), now);
  }
}

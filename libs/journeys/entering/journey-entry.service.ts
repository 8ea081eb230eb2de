import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import { ClockService, type Logger } from '#platform/runtime';
import { SUMS, type Journey, type Visit } from '../model/journey.types.js';
import { Tally } from '../model/tally.js';
import { JourneyEventsService } from '../visits/journey-events.service.js';
import { isHeldOut } from '../running/held-out.js';
import { PassageRepository } from '../visits/passage.repository.js';
import { PaceRepository } from '../visits/pace.repository.js';
import { VisitRepository } from '../visits/visit.repository.js';
import { Admissions, type Arrival, type Refusal } from './admissions.js';
import { PeopleInside } from './people-inside.js';
import { ProgramService } from '../running/program.service.js';

const DAY_MS = 24 * 3_600_000;

/** Numbers of people who entered, and of refused ones by the rule. */
export interface EntryCounts {
  entered: number;
  refused: Record<Refusal, number>;
}

/** Lets people into journeys. */
@Injectable()
export class JourneyEntryService {
  constructor(
    private readonly programs: ProgramService,
    private readonly visits: VisitRepository,
    private readonly passages: PassageRepository,
    private readonly paces: PaceRepository,
    private readonly events: JourneyEventsService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Lets people in, each of them once. */
  async admit(tx: Tx, journey: Journey, arrivals: readonly Arrival[]): Promise<EntryCounts> {
    const { appId, journeyId } = journey;
    const uids = [...new Set(arrivals.map(({ uid }) => uid))];
    const inside = new PeopleInside(await this.visits.lockOfUsers(tx, appId, journeyId, uids));
    const admissions = await this.open(tx, journey, arrivals, inside);
    arrivals.forEach((arrival) => admissions.admit(arrival));
    return this.store(tx, journey, admissions);
  }

  /** Reads what the rules of a journey look at. @param inside  locked visits of those who arrive */
  async open(tx: Tx, journey: Journey, arrivals: readonly Arrival[], inside: PeopleInside): Promise<Admissions> {
    const { appId, journeyId, version, definition } = journey;
    const now = this.clock.now();
    const uids = [...new Set(arrivals.map(({ uid }) => uid))];
    const isRepeatable = arrivals.length === 0 || definition.entry.again === 'always';
    const earlier = {
      lastEntries: isRepeatable
        ? new Map<string, Date>()
        : await this.visits.findLastEntries(tx, appId, journeyId, arrivals),
      entries: await this.visits.countEntries(tx, appId, journeyId, uids, new Date(now.getTime() - DAY_MS)),
    };
    const { limits } = definition;
    const places =
      limits && arrivals.length > 0 ? await this.paces.lockPlaces(tx, appId, journeyId, limits, now) : Infinity;
    const versions = await this.programs.findVersions(tx, journey);
    return new Admissions(journey, versions.get(version)?.program, inside, earlier, now, places);
  }

  /**
   * Stores the visits of people who entered. With the same key in another transaction a person is inside already.
   *
   * @param ended  visits that have ended already
   */
  async store(
    tx: Tx,
    journey: Journey,
    admissions: Admissions,
    ended: readonly Pick<Visit, 'uid'>[] = [],
  ): Promise<EntryCounts> {
    const { appId, journeyId, version, definition } = journey;
    const { entered, refused } = admissions;
    const inserted = await this.visits.insert(tx, appId, journeyId, [...entered.values()]);
    const [stored, completed] = [inserted.length, ended.length];
    const both = [...ended.map(({ uid }) => uid), ...inserted];
    await this.events.addEntered(tx, journey, both, inserted);
    const tally = new Tally();
    tally.pass(version, SUMS.entered, stored + completed);
    tally.pass(version, SUMS.heldOut, both.filter((uid) => isHeldOut(journey, uid)).length);
    tally.pass(version, SUMS.limited, refused.limited);
    tally.pass(version, SUMS.looped, refused.looped);
    await this.passages.add(tx, appId, journeyId, tally.list(), this.clock.now());
    if (definition.limits && stored + completed + refused.limited > 0) {
      await this.paces.count(tx, journeyId, stored + completed, refused.limited);
    }
    if (refused.limited > 0) {
      this.logger.error({ appId, journeyId, refused: refused.limited }, 'the limits of a journey keep people out');
    }
    return { entered: stored, refused: { ...refused, inside: refused.inside + entered.size - stored } };
  }
}

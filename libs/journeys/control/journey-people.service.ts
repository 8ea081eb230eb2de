import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import type { Journey, PlacedStep } from '../model/journey.types.js';
import { ProgramService, type RunnableVersion } from '../running/program.service.js';
import type { PastVisit } from '../visits/visit.repository.js';
import type { Walked } from '../visits/walked-visits.js';
import { JourneyPeopleRepository, type Place, type VisitedJourney } from './journey-people.repository.js';
import { FIRST_PAGE, readMark, splitPage } from './page-mark.js';

/** Visits inside of one person that are shown. */
const SHOWN_INSIDE = 100;
/** Visits that an export reads by one statement. */
const EXPORT_PAGE = 1000;

/** A person who rests at a node. @property extId  null: the user has none */
export interface WaitingPerson extends Place {
  extId: string | null;
}

/** A visit of a person. @property step  where it is; undefined: the version does not have the step */
export interface PersonVisit {
  journey: VisitedJourney;
  visit: Walked<Place>;
  step: PlacedStep | undefined;
  /** After the wait; null: the journey ends. */
  next: PlacedStep | null;
  /** After the awaited event, where the step awaits one; null: the journey ends. */
  came: PlacedStep | null;
}

/** A visit of a person that ended. @property step  the last one */
export interface PastPersonVisit {
  journey: VisitedJourney;
  visit: Walked<PastVisit>;
  step: PlacedStep | undefined;
}

/** People in journeys: who waits at a node, and where one person is and was. */
@Injectable()
export class JourneyPeopleService {
  constructor(
    private readonly db: Database,
    private readonly people: JourneyPeopleRepository,
    private readonly programs: ProgramService,
    private readonly users: UserLookupService,
  ) {}

  /**
   * People who rest at a node, the next to go on first.
   *
   * @param after  `next` of the page before
   * @returns `next`: null at the end
   * @throws AppError malformed for another `after`
   */
  async listWaiting(
    { appId, journeyId }: Pick<Journey, 'appId' | 'journeyId'>,
    node: string,
    limit: number,
    after?: string,
  ): Promise<{ items: WaitingPerson[]; next: string | null }> {
    const mark = readMark(after);
    const found = await this.people.findWaiting(this.db, appId, journeyId, node, limit + 1, mark);
    const { page, next = null } = splitPage(found, limit, mark);
    const extIds = await this.users.findExtIds(appId, [...new Set(page.map(({ uid }) => uid))]);
    return {
      items: page.map((place) => ({ ...place, extId: extIds.get(place.uid) ?? null })),
      next,
    };
  }

  /** Finds the places of a user in all journeys. */
  async listInside(appId: number, uid: number): Promise<PersonVisit[]> {
    const rows = await this.people.findOfUser(this.db, appId, uid, SHOWN_INSIDE);
    const versions = await this.findVersions(appId, rows);
    return rows.map((row) => {
      const program = versions(row)?.program;
      const node = program?.nodes.get(row.node);
      const stepOf = (id: string | null | undefined): PlacedStep | null => program?.nodes.get(id ?? '')?.step ?? null;
      return { ...splitJourney(row), step: node?.step, next: stepOf(node?.next), came: stepOf(node?.ways.get('came')) };
    });
  }

  /**
   * Visits of a user that ended, the newest first.
   *
   * @param after  `next` of the page before
   * @returns `next`: null at the end
   * @throws AppError malformed for another `after`
   */
  async listPast(
    appId: number,
    uid: number,
    limit: number,
    after?: string,
  ): Promise<{ items: PastPersonVisit[]; next: string | null }> {
    const mark = readMark(after);
    const found = await this.people.findPastOfUser(this.db, appId, uid, limit + 1, mark);
    const { page, next = null } = splitPage(found, limit, mark);
    const versions = await this.findVersions(appId, page);
    return {
      items: page.map((row) => ({ ...splitJourney(row), step: versions(row)?.program.nodes.get(row.node)?.step })),
      next,
    };
  }

  /** All visits of a user for its export, those inside first. */
  async *exportVisits(appId: number, uid: number): AsyncGenerator<object> {
    for (const { name, version, node, key, ...times } of await this.people.findWholeOfUser(this.db, appId, uid)) {
      yield { journey: name, version, step: node, key, ...times };
    }
    for (let mark = FIRST_PAGE, isLast = false; !isLast;) {
      const found = await this.people.findPastOfUser(this.db, appId, uid, EXPORT_PAGE + 1, mark);
      const { page, next } = splitPage(found, EXPORT_PAGE, mark);
      for (const { name, version, node, key, enteredAt, leftAt, reason, ways } of page) {
        yield { journey: name, version, step: node, key, enteredAt, leftAt, reason, ways };
      }
      isLast = next === undefined;
      mark = readMark(next);
    }
  }

  private async findVersions(
    appId: number,
    rows: readonly (Pick<Place, 'version'> & VisitedJourney)[],
  ): Promise<(row: Pick<Place, 'version'> & VisitedJourney) => RunnableVersion | undefined> {
    const byJourney = new Map<number, ReadonlyMap<number, RunnableVersion>>();
    for (const { journeyId } of rows) {
      const own = rows.filter((row) => row.journeyId === journeyId);
      const [first] = own;
      if (first && !byJourney.has(journeyId)) {
        byJourney.set(journeyId, await this.programs.findVersions(this.db, { appId, ...first }, own));
      }
    }
    return ({ journeyId, version }) => byJourney.get(journeyId)?.get(version);
  }
}

function splitJourney<T extends VisitedJourney>({ journeyId, name, state, isRemoved, ...visit }: T) {
  return { journey: { journeyId, name, state, isRemoved }, visit };
}

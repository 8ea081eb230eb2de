import { Injectable } from '@nestjs/common';
import { integerArray, textArray, type Statements } from '#platform/db';
import { SUMS, type Journey, type Visit } from '../model/journey.types.js';
import type { PastVisit } from '../visits/visit.repository.js';
import { readWalked, type StoredWalk, type Walked } from '../visits/walked-visits.js';
import type { Passage } from '../visits/passage.repository.js';
import type { PageMark } from './page-mark.js';

const PLACE = `v.uid, v.key, v.version, v.node, v.entered_at AS "enteredAt"`;
const INSIDE = `${PLACE}, v.since, v.due_at AS "dueAt", v.is_woken AS "isWoken"`;
const JOURNEY = `j.journey_id AS "journeyId", j.name, j.state, j.removed_at IS NOT NULL AS "isRemoved"`;
const AFTER = `'epoch'::timestamptz + $4::bigint * interval '1 microsecond'`;
/** The user `$2` of the application `$1`. */
const OF_USER = 'v.vb = $2::bigint % 1024 AND v.app_id = $1 AND v.uid = $2';

/** A visit without the attributes of its event of entry. */
export type Place = Omit<Visit, 'data' | 'steps'>;

/** A visit of a person, with its journey. */
export type WalkedVisit<T> = Walked<T & VisitedJourney>;

/** The journey of a visit. @property isRemoved  it is not in the file any more */
export interface VisitedJourney extends Pick<Journey, 'journeyId' | 'name' | 'state'> {
  isRemoved: boolean;
}

/** A row with the time that orders it, in epoch µs: a Date would lose three digits of it. */
export type Ordered<T> = T & { at: number };

/** Statements about people in journeys, for those who run them. */
@Injectable()
export class JourneyPeopleRepository {
  /** Sums of some journeys without those of nodes · passage_journey · no versions. */
  async sumJourneys(
    on: Statements,
    appId: number,
    journeyIds: readonly number[],
  ): Promise<(Omit<Passage, 'version'> & { journeyId: number })[]> {
    return on.rows(
      `SELECT p.journey_id AS "journeyId", p.node, sum(p.passed)::bigint AS passed FROM journeys.passage AS p
       WHERE p.app_id = $1 AND p.journey_id = ANY ($2::integer[]) AND p.node = ANY ($3::text[])
       GROUP BY p.journey_id, p.node`,
      [appId, integerArray(journeyIds), textArray(Object.values(SUMS))],
    );
  }

  /** Counts the people inside some journeys · visit_due, all their entries. */
  async countInside(
    on: Statements,
    appId: number,
    journeyIds: readonly number[],
  ): Promise<{ journeyId: number; inside: number }[]> {
    return on.rows(
      `SELECT v.journey_id AS "journeyId", count(*) AS inside FROM journeys.visit AS v
       WHERE v.app_id = $1 AND v.journey_id = ANY ($2::integer[]) GROUP BY v.journey_id`,
      [appId, integerArray(journeyIds)],
    );
  }

  /** People who rest at a node, the next to go on first · visit_due, from the mark on. */
  async findWaiting(
    on: Statements,
    appId: number,
    journeyId: number,
    node: string,
    limit: number,
    mark: PageMark,
  ): Promise<Ordered<Place>[]> {
    return on.rows<Ordered<Place>>(
      `SELECT ${INSIDE}, ${microsOf('v.due_at')} FROM journeys.visit AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.node = $3
         AND v.due_at >= ${AFTER} AND (v.due_at > ${AFTER} OR v.uid >= $5::bigint)
       ORDER BY v.due_at, v.uid, v.key OFFSET $6 LIMIT $7`,
      [appId, journeyId, node, mark.at, mark.uid, mark.skip, limit],
    );
  }

  /** The visits of a user that are inside, the newest first · primary key. */
  async findOfUser(on: Statements, appId: number, uid: number, limit: number): Promise<WalkedVisit<Place>[]> {
    const rows = await on.rows<Place & VisitedJourney & StoredWalk>(
      `SELECT ${JOURNEY}, ${INSIDE}, v.ways FROM journeys.visit AS v
       JOIN journeys.journey AS j ON j.journey_id = v.journey_id
       WHERE ${OF_USER} ORDER BY v.entered_at DESC, v.journey_id, v.key LIMIT $3`,
      [appId, uid, limit],
    );
    return readWalked(rows);
  }

  /** All visits of a user that are inside, with what they keep of the event of entry · primary key. */
  async findWholeOfUser(
    on: Statements,
    appId: number,
    uid: number,
  ): Promise<
    Walked<Pick<Visit, 'version' | 'node' | 'key' | 'enteredAt' | 'since' | 'dueAt' | 'data'> & { name: string }>[]
  > {
    const rows = await on.rows<
      Pick<Visit, 'version' | 'node' | 'key' | 'enteredAt' | 'since' | 'dueAt' | 'data'> & { name: string } & StoredWalk
    >(
      `SELECT j.name, v.version, v.node, v.key, v.entered_at AS "enteredAt", v.since, v.due_at AS "dueAt", v.data, v.ways
       FROM journeys.visit AS v JOIN journeys.journey AS j ON j.journey_id = v.journey_id
       WHERE ${OF_USER} ORDER BY v.entered_at DESC, v.journey_id, v.key`,
      [appId, uid],
    );
    return readWalked(rows);
  }

  /** The visits of a user that ended, the newest first, from the mark on · the user's rows · primary key. */
  async findPastOfUser(
    on: Statements,
    appId: number,
    uid: number,
    limit: number,
    mark: PageMark,
  ): Promise<Ordered<WalkedVisit<PastVisit>>[]> {
    const rows = await on.rows<Ordered<PastVisit & VisitedJourney & StoredWalk>>(
      `SELECT ${JOURNEY}, ${PLACE}, v.left_at AS "leftAt", v.reason, v.ways, ${microsOf('v.left_at')} FROM journeys.past_visit AS v
       JOIN journeys.journey AS j ON j.journey_id = v.journey_id
       WHERE ${OF_USER} AND ($4::bigint = 0 OR v.left_at <= ${AFTER})
       ORDER BY v.left_at DESC, v.journey_id, v.key OFFSET $5 LIMIT $3`,
      [appId, uid, limit, mark.at, mark.skip],
    );
    return readWalked(rows);
  }
}

function microsOf(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000000)::bigint AS at`;
}

import { Injectable } from '@nestjs/common';
import { Database, numberArray, type Statements } from '#platform/db';
import { ALL_BUCKETS, type BucketRange } from './ranges.js';
import { daysSql } from './condition.sql.js';
import { Params } from './predicate.sql.js';
import type { EventLeaf, PersonEvent, ResolvedWhere, Span } from '../targets/behaviour.types.js';

/** Finds users by their events. Reads the table of the events module. */
@Injectable()
export class BehaviourRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users in a range of buckets with at least `atLeast` matching events; `did` is ignored · one row · only the
   * partitions of the window, by event_user or in whole · no locks. One read per leaf: a condition on each user's row
   * would search the index of every day once per user. Bits, because a list of a million users takes Postgres longer
   * than their events.
   *
   * @returns twelve bytes for 64 uids of which at least one is meant: their uid / 64, and a bit for each, the highest
   *   byte first
   */
  async findBits(appId: number, leaf: EventLeaf, range: BucketRange): Promise<Buffer> {
    const params = new Params();
    const isAll = range.vbFrom === ALL_BUCKETS.vbFrom && range.vbTo === ALL_BUCKETS.vbTo;
    const events = `events.v_event AS e WHERE ${conditions(appId, leaf, params)} ${
      isAll ? '' : `AND e.vb >= ${params.add(range.vbFrom)}::smallint AND e.vb < ${params.add(range.vbTo)}::smallint`
    }`;
    const uids =
      leaf.atLeast === 1
        ? events
        : `(SELECT e.uid FROM ${events} GROUP BY e.uid HAVING count(*) >= ${params.add(leaf.atLeast)}) AS e`;
    const row = await this.db.interruptibleRow<{ bits: Buffer | null }>(
      `SELECT string_agg(int4send(d.place) || int8send(d.bits), '') AS bits
       FROM (SELECT (e.uid >> 6)::integer AS place, bit_or(1::bigint << (e.uid & 63)::integer) AS bits
             FROM ${uids} GROUP BY 1) AS d`,
      params.values,
    );
    return row?.bits ?? Buffer.alloc(0);
  }

  /**
   * Uids of some users with at least `atLeast` matching events · one row · event_user of the days in the window, once per user and day · no
   * locks.
   */
  async findUidsAmong(on: Statements, appId: number, leaf: EventLeaf, uids: readonly number[]): Promise<number[]> {
    const params = new Params();
    const row = await on.row<{ uids: number[] }>(
      `SELECT coalesce(json_agg(d.uid), '[]') AS uids
       FROM (SELECT e.uid FROM unnest(${params.add(numberArray(uids))}::bigint[]) AS q (uid)
             JOIN events.v_event AS e ON e.vb = (q.uid % 1024)::smallint AND e.uid = q.uid
             WHERE ${conditions(appId, leaf, params)}
             GROUP BY e.uid HAVING count(*) >= ${params.add(leaf.atLeast)}) AS d`,
      params.values,
    );
    return row?.uids ?? [];
  }

  /**
   * Events of one user that fit a leaf apart from its conditions on attributes, newest first · event_user of the days
   * in the window · no locks.
   */
  async findUserEvents(appId: number, uid: number, leaf: EventLeaf): Promise<PersonEvent[]> {
    const params = new Params();
    return this.db.rows<PersonEvent>(
      `SELECT e.event_id AS "eventId", floor(extract(epoch FROM e.ts) * 1000)::bigint AS at, e.attrs
       FROM events.v_event AS e
       WHERE e.vb = (${params.add(uid)}::bigint % 1024)::smallint AND e.uid = ${params.add(uid)}
         AND ${conditions(appId, { ...leaf, where: [] }, params)}
       ORDER BY e.ts DESC`,
      params.values,
    );
  }
}

function conditions(appId: number, leaf: EventLeaf, params: Params): string {
  const eventId = params.add(leaf.eventId);
  const wheres = leaf.where.map((where) => whereCondition(where, params));
  return [
    `e.app_id = ${params.add(appId)}`,
    `e.event_id = ${eventId}`,
    ...spanConditions(leaf, params),
    // Postgres takes a function for as cheap as a comparison, and would ask it of events of every kind first.
    ...(wheres.length === 0 ? [] : [`CASE WHEN e.event_id = ${eventId} THEN ${wheres.join(' AND ')} ELSE false END`]),
  ].join(' AND ');
}

/** The day selects the partitions, the instant selects the rows. */
function spanConditions({ since, until }: Span, params: Params): string[] {
  const bound = (at: number): [string, string] => {
    const iso = new Date(at).toISOString();
    return [`${params.add(iso.slice(0, 10))}::date`, `${params.add(iso)}::timestamptz`];
  };
  const [sinceDay, sinceAt] = since === null ? [] : bound(since);
  const [untilDay, untilAt] = until === null ? [] : bound(until);
  return [
    ...(sinceDay ? [`e.day >= ${sinceDay}`, `e.ts >= ${sinceAt}`] : []),
    ...(untilDay ? [`e.day <= ${untilDay}`, `e.ts < ${untilAt}`] : []),
  ];
}

/** Values compare as jsonb. An array attribute matches when it holds one of the values. */
function whereCondition(where: ResolvedWhere, params: Params): string {
  if ('exists' in where) {
    const code = `${params.add(where.code)}::text`;
    return where.exists ? `e.attrs ? ${code}` : `NOT e.attrs ? ${code}`;
  }
  if ('is' in where) {
    const value = `e.attrs -> ${params.add(where.code)}::text`;
    const accepted = `ANY (${params.add(where.is.map((item) => JSON.stringify(item)))}::jsonb[])`;
    return `(${value}) ${where.array ? '@>' : '='} ${accepted}`;
  }
  if ('days' in where) {
    const value = `(e.attrs -> ${params.add(where.code)}::text)`;
    return daysSql(value, where.days, (param) => params.add(param));
  }
  // One look at the number where it stands. Numbers of an array count each; nothing else compares with a number.
  const bounds = [
    ...(where.least === null ? [] : [`@ >= ${where.least}`]),
    ...(where.most === null ? [] : [`@ <= ${where.most}`]),
  ];
  const path = `$.${JSON.stringify(where.code)} ? (${bounds.join(' && ') || '@.type() == "number"'})`;
  return `jsonb_path_exists(e.attrs, ${params.add(path)}::jsonpath)`;
}

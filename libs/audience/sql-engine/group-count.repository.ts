import { Injectable } from '@nestjs/common';
import { attributeSql, type AttributeDefinition, type AttributeScalar } from '#libs/users/profiles';
import { Database } from '#platform/db';
import { Params } from './predicate.sql.js';

export interface ValueCount<V> {
  value: V;
  users: number;
}

/** An attribute that is stored in `attrs`. */
export type StoredAttribute = Pick<AttributeDefinition, 'attrId' | 'array' | 'removing'>;

/** Counts distinct users per value. Each statement scans all users or installations of the application. */
@Injectable()
export class GroupCountRepository {
  constructor(private readonly db: Database) {}

  async countUsers(appId: number): Promise<number> {
    const row = await this.db.row<{ users: number }>(
      'SELECT count(*) AS users FROM users.v_app_user AS u WHERE u.app_id = $1',
      [appId],
    );
    return row?.users ?? 0;
  }

  /**
   * Users per value of an attribute, or per element of an array, at most `limit` values · one row · a scan of the
   * application's users · no locks · jsonb, because one number can have two spellings as text.
   */
  async countUsersPerValue(
    appId: number,
    attribute: StoredAttribute,
    values: readonly AttributeScalar[] | undefined,
    limit: number,
  ): Promise<ValueCount<AttributeScalar>[]> {
    const params = new Params();
    const app = params.add(appId);
    const elements = elementsOf(attribute, params, app);
    const accepted = values && params.add(values.map((value) => JSON.stringify(value)));
    const row = await this.db.interruptibleRow<{ counts: ValueCount<AttributeScalar>[] }>(
      `SELECT coalesce(json_agg(g), '[]') AS counts
       FROM (SELECT e.value, count(*) AS users FROM ${elements}
             WHERE e.value IS NOT NULL ${accepted ? `AND e.value = ANY (${accepted}::jsonb[])` : ''}
             GROUP BY e.value LIMIT ${params.add(limit)}) AS g`,
      params.values,
    );
    return row?.counts ?? [];
  }

  /**
   * Users per bucket of a numeric attribute · one row for each bucket with users, by its position in the list · a scan
   * of the application's users · no locks.
   *
   * @param buckets  [min, max]: the upper end is excluded, except in the last bucket
   */
  async countUsersPerRange(
    appId: number,
    attribute: StoredAttribute,
    buckets: readonly (readonly [number, number])[],
    values: readonly AttributeScalar[] | undefined,
  ): Promise<ValueCount<number>[]> {
    const params = new Params();
    const app = params.add(appId);
    const elements = elementsOf(attribute, params, app);
    const accepted = values && params.add(values.map((value) => JSON.stringify(value)));
    const lower = params.add(buckets.map(([from]) => from));
    const upper = params.add(buckets.map(([, to]) => to));
    const last = params.add(buckets.length);
    return this.db.rows<ValueCount<number>>(
      `SELECT b.no::integer AS value, count(${attribute.array ? 'DISTINCT h.uid' : '*'}) AS users
       FROM (SELECT ${attribute.array ? 'u' : 'e'}.uid, e.value::double precision AS x FROM ${elements}
             WHERE e.value IS NOT NULL ${accepted ? `AND e.value = ANY (${accepted}::jsonb[])` : ''}
             OFFSET 0) AS h
       JOIN unnest(${lower}::double precision[], ${upper}::double precision[]) WITH ORDINALITY AS b (least, most, no)
         ON h.x >= b.least AND (h.x < b.most OR (b.no = ${last}::integer AND h.x = b.most))
       GROUP BY b.no`,
      params.values,
    );
  }

  /**
   * Users per value of an installation column, retired installations included · one row per value, at most `limit` · a
   * scan of the application's installations · no locks.
   *
   * @param column  of `users.v_installation`; never from a request
   */
  async countByInstallation(
    appId: number,
    column: string,
    values: readonly string[] | undefined,
    limit: number,
  ): Promise<ValueCount<string>[]> {
    return this.db.rows<ValueCount<string>>(
      `SELECT d.value, count(*) AS users
       FROM (SELECT DISTINCT i.uid, i.${column}::text AS value FROM users.v_installation AS i WHERE i.app_id = $1) AS d
       WHERE d.value IS NOT NULL AND ($2::text[] IS NULL OR d.value = ANY ($2::text[]))
       GROUP BY d.value LIMIT $3`,
      [appId, values ?? null, limit],
    );
  }
}

/**
 * The users `u.uid` of an application with a value each, or with each distinct element of an array, as `e.value`. A value
 * stands beside its user and not in a lateral subquery of its own, which Citus refuses.
 *
 * @param condition  on the users
 */
export function elementsOf(attribute: StoredAttribute, params: Params, app: string, condition = 'true'): string {
  const value = attributeSql.visible(attribute, params.add(String(attribute.attrId)), app);
  const users = `(SELECT u.uid, ${value} AS value FROM users.v_app_user AS u WHERE u.app_id = ${app} AND ${condition})`;
  return attribute.array
    ? `${users} AS u CROSS JOIN LATERAL (SELECT DISTINCT a.value FROM jsonb_array_elements(u.value) AS a (value)) AS e`
    : `${users} AS e`;
}

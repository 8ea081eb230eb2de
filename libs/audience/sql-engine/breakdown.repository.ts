import { Injectable } from '@nestjs/common';
import type { AttributeScalar } from '#libs/users/profiles';
import { Database } from '#platform/db';
import type { ResolvedTarget } from '../targets/target.js';
import { elementsOf, type StoredAttribute, type ValueCount } from './group-count.repository.js';
import { Params, predicate, type LeafMembers } from './predicate.sql.js';
import type { BucketRange } from './ranges.js';

/** The users of a target that one statement reads. */
export interface TargetPart {
  appId: number;
  target: ResolvedTarget;
  range: BucketRange;
  members: LeafMembers;
}

/** Breaks the users of a target down. Each statement reads the users of one range as `AudienceRepository.countUsers` does. */
@Injectable()
export class BreakdownRepository {
  constructor(private readonly db: Database) {}

  /** Users by value of an attribute, or by element of an array · one row · no locks. */
  async countByValue(part: TargetPart, attribute: StoredAttribute): Promise<ValueCount<AttributeScalar>[]> {
    const { params, elements } = readElements(part, attribute);
    const row = await this.db.interruptibleRow<{ counts: ValueCount<AttributeScalar>[] }>(
      `SELECT coalesce(json_agg(g), '[]') AS counts
       FROM (SELECT e.value, count(*) AS users FROM ${elements} WHERE e.value IS NOT NULL GROUP BY e.value) AS g`,
      params.values,
    );
    return row?.counts ?? [];
  }

  /**
   * Users by value of a column of their installations, retired installations included · one row · no locks.
   *
   * @param column  of `users.v_installation`; never from a request
   */
  async countByInstallation(part: TargetPart, column: string): Promise<ValueCount<string>[]> {
    const { params, app, condition } = readPart(part);
    const row = await this.db.interruptibleRow<{ counts: ValueCount<string>[] }>(
      `SELECT coalesce(json_agg(g), '[]') AS counts
       FROM (SELECT d.value, count(*) AS users
             FROM (SELECT DISTINCT i.uid, i.${column}::text AS value
                   FROM users.v_app_user AS u
                   JOIN users.v_installation AS i ON i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid
                   WHERE u.app_id = ${app} AND ${condition}) AS d
             WHERE d.value IS NOT NULL GROUP BY d.value) AS g`,
      params.values,
    );
    return row?.counts ?? [];
  }

  /**
   * Users by the targets that they match: bit n stands for target n · one row · a scan of the users in the range, each
   * target once for each user · no locks.
   *
   * @param part  whose users are looked at; its members are those of all targets
   */
  async countCombinations(
    part: TargetPart,
    targets: readonly ResolvedTarget[],
  ): Promise<{ combination: number; users: number }[]> {
    const { params, app, condition } = readPart(part);
    const statement = { params, app, scope: 'user', members: part.members } as const;
    const bits = targets.map((target, bit) => `CASE WHEN ${predicate(target, statement)} THEN ${2 ** bit} ELSE 0 END`);
    const row = await this.db.interruptibleRow<{ counts: { combination: number; users: number }[] }>(
      `SELECT coalesce(json_agg(g), '[]') AS counts
       FROM (SELECT ${bits.join(' + ')} AS combination, count(*) AS users
             FROM users.v_app_user AS u WHERE u.app_id = ${app} AND ${condition} GROUP BY 1) AS g`,
      params.values,
    );
    return row?.counts ?? [];
  }

  /** The lowest and the highest number; null: no user has one · one row · no locks. */
  async findEnds(
    part: TargetPart,
    attribute: StoredAttribute,
  ): Promise<{ least: number | null; most: number | null } | undefined> {
    const { params, elements } = readElements(part, attribute);
    return this.db.interruptibleRow(
      `SELECT min(n.x) AS least, max(n.x) AS most
       FROM (SELECT e.value::double precision AS x FROM ${elements} WHERE e.value IS NOT NULL OFFSET 0) AS n`,
      params.values,
    );
  }
}

function readElements(part: TargetPart, attribute: StoredAttribute): { params: Params; elements: string } {
  const { params, app, condition } = readPart(part);
  return { params, elements: elementsOf(attribute, params, app, condition) };
}

/** @returns condition  on `u` of `users.v_app_user` */
function readPart({ appId, target, range, members }: TargetPart): { params: Params; app: string; condition: string } {
  const params = new Params();
  const app = params.add(appId);
  const condition = `u.vb >= ${params.add(range.vbFrom)}::smallint AND u.vb < ${params.add(range.vbTo)}::smallint
    AND ${predicate(target, { params, app, scope: 'user', members })}`;
  return { params, app, condition };
}

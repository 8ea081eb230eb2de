import { Injectable } from '@nestjs/common';
import { type AttributeDefinition, attributeSql } from '#libs/users/profiles';
import { bigintArray, type Statements } from '#platform/db';

/** @property zone  of the device that the person used last; null: none reports one */
export interface PersonTime {
  uid: number;
  value: unknown;
  zone: string | null;
}

/** Reads what the times of a person depend on. */
@Injectable()
export class PersonTimeRepository {
  /**
   * The values of an attribute and the time zones of some users · primary keys.
   *
   * @param attribute  absent: no value
   */
  async find(
    on: Statements,
    appId: number,
    uids: readonly number[],
    attribute: Pick<AttributeDefinition, 'attrId' | 'removing'> | undefined,
  ): Promise<PersonTime[]> {
    const value = attribute ? attributeSql.visible(attribute, '$3', '$1') : 'NULL::jsonb';
    return on.rows<PersonTime>(
      `SELECT u.uid, ${value} AS value, z.time_zone AS zone
       FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.v_app_user AS u ON u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid
       LEFT JOIN LATERAL (
         SELECT i.time_zone FROM users.v_installation AS i
         WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid AND i.time_zone IS NOT NULL
         ORDER BY i.last_active_at DESC NULLS LAST, i.inst_id DESC LIMIT 1) AS z ON true`,
      [appId, bigintArray(uids), ...(attribute ? [String(attribute.attrId)] : [])],
    );
  }
}

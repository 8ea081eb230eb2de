import { Injectable } from '@nestjs/common';
import { ONE_EACH, Database, numberArray, type Statements } from '#platform/db';
import type { AttributeValue } from '#libs/users/profiles';

/** A user with its stored values of chosen attributes, by attribute id. */
export interface StoredProfile {
  uid: number;
  extId: string | null;
  email: string | null;
  msisdn: string | null;
  attrs: Record<string, AttributeValue>;
}

@Injectable()
export class ProfilePageRepository {
  constructor(private readonly db: Database) {}

  /**
   * Some users, in the order of their uids; those that are gone are absent · up to 1000 rows · primary key · no locks ·
   * LATERAL with a limit, because a plain join reads the whole application while there are no statistics. Other values
   * than the chosen ones do not leave the server, which are most of a row.
   */
  async findUsers(
    appId: number,
    uids: readonly number[],
    attrIds: readonly number[],
    on: Statements = this.db,
  ): Promise<StoredProfile[]> {
    return on.rows(
      `SELECT f.uid, f.ext_id AS "extId", f.email, f.msisdn, f.attrs FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT u.uid, u.ext_id, u.email, u.msisdn,
                (SELECT coalesce(jsonb_object_agg(c.id, u.attrs -> c.id), '{}')
                 FROM unnest($3::text[]) AS c (id) WHERE u.attrs ? c.id) AS attrs
           FROM users.app_user AS u
          WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid ${ONE_EACH}) AS f
       ORDER BY f.uid`,
      [appId, numberArray(uids), attrIds.map(String)],
    );
  }
}

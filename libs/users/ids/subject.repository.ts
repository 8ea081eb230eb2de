import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { bucketOf } from '#platform/ids';

/** Everything by which a user is known outside this room. */
export interface Subject {
  uid: number;
  extId: string;
  /** E-mail address and number. */
  addresses: string[];
  /** Tokens of its installations, retired ones too. */
  tokens: string[];
}

@Injectable()
export class SubjectRepository {
  /** Users by extId · up to 1000 rows · unique (vb, app_id, ext_id), then primary key · no locks. */
  async findByExtIds(tx: Tx, appId: number, extIds: readonly string[]): Promise<Subject[]> {
    return tx.rows<Subject>(
      `SELECT found.* FROM unnest($2::smallint[], $3::text[]) AS q (vb, ext_id)
       CROSS JOIN LATERAL (
         SELECT u.uid, u.ext_id AS "extId", array_remove(ARRAY[u.email, u.msisdn], NULL) AS addresses,
                ARRAY(SELECT i.token FROM users.installation AS i
                      WHERE i.vb = u.vb AND i.app_id = $1 AND i.uid = u.uid AND i.token IS NOT NULL) AS tokens
         FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id LIMIT 1) AS found`,
      [appId, extIds.map((extId) => bucketOf(appId, extId)), extIds],
    );
  }
}

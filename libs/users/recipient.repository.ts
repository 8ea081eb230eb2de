import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { AttributeValue } from './attributes/attribute.types.js';
import type { ContactRecipient, PushRecipient, ReadOptions } from './users.types.js';

/** Values by attribute id, as `attrs` has them. */
export type StoredProfile = Readonly<Record<string, AttributeValue>>;

export type PushRecipientRow = Omit<PushRecipient, 'profile'> & ProfileColumns;
export type ContactRecipientRow = Omit<ContactRecipient, 'profile'> & ProfileColumns;

interface ProfileColumns {
  attrs: StoredProfile | null;
  email: string | null;
  msisdn: string | null;
}

/** Reads of users and installations at the moment of sending. */
@Injectable()
export class RecipientRepository {
  constructor(private readonly db: Database) {}

  /**
   * What for: the recipients of a push sub-batch · rows: some hundred · index: unique (vb, app_id, inst_id), then the
   * user's primary key · no locks · why over installation_home: an installation that changed its user lies in that
   * user's bucket · why LATERAL with a limit: each step stays an index look-up, also on a young table without
   * statistics, where a plain join is planned as a hash of the whole application (100,000 installations: 70 ms for 1000
   * rows in place of 5) · $5 is a constant to the planner, as the statement is planned each time: without the user, no
   * look-up of it is left.
   *
   * @param languageId  number of the attribute `language`
   */
  async findPush(
    appId: number,
    instIds: readonly number[],
    { withProfile, deviceAlone = false, languageId }: ReadOptions & { languageId: number },
  ): Promise<PushRecipientRow[]> {
    return this.db.rows<PushRecipientRow>(
      `SELECT i.inst_id AS "instId", i.uid, u.ext_id AS "extId", i.platform, i.token,
              i.push_permitted AS "pushPermitted", i.token_registered_at AS "tokenRegisteredAt",
              coalesce(u.attrs ->> $4::text, i.language) AS language, i.retired_at IS NOT NULL AS retired,
              u.email, u.msisdn, CASE WHEN $3 THEN u.attrs END AS attrs
       FROM unnest($2::bigint[]) AS q (inst_id)
       LEFT JOIN users.installation_home AS h ON h.vb = q.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = q.inst_id
       CROSS JOIN LATERAL (
         SELECT n.* FROM users.installation AS n
         WHERE n.vb = coalesce(h.uid, q.inst_id) % 1024 AND n.app_id = $1 AND n.inst_id = q.inst_id LIMIT 1) AS i
       LEFT JOIN LATERAL (
         SELECT n.* FROM users.app_user AS n WHERE n.vb = i.vb AND n.app_id = $1 AND n.uid = i.uid LIMIT 1) AS u ON NOT $5
       WHERE $5 OR u.uid IS NOT NULL`,
      [appId, instIds, withProfile, String(languageId), deviceAlone && !withProfile],
    );
  }

  /** The recipients of an e-mail or SMS sub-batch · some hundred rows · primary key · no locks. */
  async findContacts(
    appId: number,
    uids: readonly number[],
    { withProfile, languageId }: ReadOptions & { languageId: number },
  ): Promise<ContactRecipientRow[]> {
    return this.db.rows<ContactRecipientRow>(
      `SELECT u.uid, u.ext_id AS "extId", u.email, u.msisdn, u.email_opt_in AS "emailOptIn", u.sms_opt_in AS "smsOptIn",
              u.attrs ->> $4::text AS language, CASE WHEN $3 THEN u.attrs END AS attrs
       FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT n.* FROM users.app_user AS n WHERE n.vb = q.uid % 1024 AND n.app_id = $1 AND n.uid = q.uid LIMIT 1) AS u`,
      [appId, uids, withProfile, String(languageId)],
    );
  }
}

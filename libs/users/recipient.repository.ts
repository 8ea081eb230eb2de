import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { AttributeValue } from './attribute.types.js';
import type { ContactRecipient, PushRecipient } from './users.types.js';

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
   * user's bucket. attrs is read only when asked for: it triples the cost.
   *
   * @param languageId  number of the attribute `language`
   */
  async findPush(
    appId: number,
    instIds: readonly number[],
    { withProfile, languageId }: { withProfile: boolean; languageId: number },
  ): Promise<PushRecipientRow[]> {
    return this.db.rows<PushRecipientRow>(
      `SELECT i.inst_id AS "instId", i.uid, u.ext_id AS "extId", i.platform, i.token,
              i.push_permitted AS "pushPermitted", i.token_registered_at AS "tokenRegisteredAt",
              coalesce(u.attrs ->> $4::text, i.language) AS language, i.retired_at IS NOT NULL AS retired,
              u.email, u.msisdn, CASE WHEN $3 THEN u.attrs END AS attrs
       FROM (SELECT n.inst_id, coalesce(h.uid, n.inst_id) % 1024 AS vb
             FROM unnest($2::bigint[]) AS n (inst_id)
             LEFT JOIN users.installation_home AS h ON h.vb = n.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = n.inst_id) AS q
       JOIN users.installation AS i ON i.vb = q.vb AND i.app_id = $1 AND i.inst_id = q.inst_id
       JOIN users.app_user AS u ON u.vb = i.vb AND u.app_id = $1 AND u.uid = i.uid`,
      [appId, instIds, withProfile, String(languageId)],
    );
  }

  /** The recipients of an e-mail or SMS sub-batch · some hundred rows · primary key · no locks. */
  async findContacts(
    appId: number,
    uids: readonly number[],
    { withProfile, languageId }: { withProfile: boolean; languageId: number },
  ): Promise<ContactRecipientRow[]> {
    return this.db.rows<ContactRecipientRow>(
      `SELECT u.uid, u.ext_id AS "extId", u.email, u.msisdn, u.email_opt_in AS "emailOptIn", u.sms_opt_in AS "smsOptIn",
              u.attrs ->> $4::text AS language, CASE WHEN $3 THEN u.attrs END AS attrs
       FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.app_user AS u ON u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid`,
      [appId, uids, withProfile, String(languageId)],
    );
  }
}

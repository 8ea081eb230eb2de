import { Injectable } from '@nestjs/common';
import { ALL_EACH, ONE_EACH, Database, numberArray, prepared } from '#platform/db';
import { bucketOfId, BUCKETS } from '#platform/ids';
import type { AttributeValue } from '#libs/users/profiles';
import { addressColumnsSql } from '#libs/users/identities';
import type { ContactRecipient, PushRecipient, ReadOptions } from './recipient.types.js';

/** Values by attribute id, as in `attrs`. */
export type StoredProfile = Readonly<Record<string, AttributeValue>>;

export type PushRecipientRow = Omit<PushRecipient, 'profile'> & ProfileColumns;
export type ContactRecipientRow = Omit<ContactRecipient, 'profile'> & ProfileColumns;

interface ProfileColumns {
  attrs: StoredProfile | null;
  email: string | null;
  msisdn: string | null;
}

/**
 * Selects installations by id. Why LATERAL with a limit: each step stays an index look-up, also on a young table
 * without statistics, where Postgres plans a plain join as a hash of the whole application (100,000 installations: 70
 * ms instead of 5 for 1000 rows). There is only one plan, so each connection prepares it once.
 *
 * Neighbours of one bucket are read as a range, which costs a quarter less. Its OFFSET keeps it a look-up in turn.
 *
 * @param columns  of installation `i`
 * @param user  joins the user of the installation
 * @param highs  parameter with the last ids of ranges
 */
function selectDevices(columns: string, user: string, highs: string): Record<'unmoved' | 'inRanges' | 'moved', string> {
  const select = (asked: string, found: string, first = ''): string => `
    ${first}SELECT i.inst_id AS "instId", i.uid, i.platform, i.token, i.push_permitted AS "pushPermitted",
           i.token_registered_at AS "tokenRegisteredAt", i.retired_at IS NOT NULL AS retired, i.first_uid AS "firstUid",
           coalesce(i.server_registered, i.secret_hash IS NULL) OR i.token_accepted IS TRUE AS "isTrusted",
           i.draws_messages IS TRUE AS "drawsMessages",
           ${columns}
      FROM ${asked}
     CROSS JOIN LATERAL (SELECT n.* FROM users.installation AS n WHERE ${found}) AS i ${user}`;
  const read = (asked: string, bucketOf: string, first?: string): string =>
    select(asked, `n.vb = ${bucketOf} % ${BUCKETS} AND n.app_id = $1 AND n.inst_id = q.inst_id ${ONE_EACH}`, first);
  return {
    unmoved: prepared(read('unnest($2::bigint[]) AS q (inst_id)', 'q.inst_id')),
    inRanges: prepared(
      select(
        `unnest($2::bigint[], ${highs}::bigint[]) AS q (low, high)`,
        `n.vb = q.low % ${BUCKETS} AND n.app_id = $1 AND n.inst_id BETWEEN q.low AND q.high ${ALL_EACH}`,
      ),
    ),
    moved: read(
      'moved AS q',
      'q.uid',
      // In turn, because the home of an installation and its user are in different buckets.
      `WITH moved AS MATERIALIZED (
       SELECT h.inst_id, h.uid FROM unnest($2::bigint[]) AS a (inst_id) CROSS JOIN LATERAL (
         SELECT g.inst_id, g.uid FROM users.installation_home AS g
          WHERE g.vb = a.inst_id % ${BUCKETS} AND g.app_id = $1 AND g.inst_id = a.inst_id ${ONE_EACH}) AS h)
      `,
    ),
  };
}

const DEVICES = selectDevices('NULL AS "extId", i.language, NULL AS "timeZone"', '', '$3');
const DEVICES_WITH_USERS = selectDevices(
  `u.ext_id AS "extId", coalesce(u.attrs ->> $4::text, i.language) AS language,
           CASE WHEN $3 THEN u.email END AS email, CASE WHEN $3 THEN u.msisdn END AS msisdn,
           CASE WHEN $3 THEN u.attrs END AS attrs, CASE WHEN $5 THEN i.time_zone END AS "timeZone"`,
  `CROSS JOIN LATERAL (
       SELECT n.* FROM users.app_user AS n WHERE n.vb = i.vb AND n.app_id = $1 AND n.uid = i.uid ${ONE_EACH}) AS u`,
  '$6',
);
const CONTACTS = prepared(`
    SELECT u.uid, u.ext_id AS "extId", ${addressColumnsSql('u')}, u.email_opt_in AS "emailOptIn",
           u.sms_opt_in AS "smsOptIn",
           u.attrs ->> $4::text AS language, CASE WHEN $3 THEN u.attrs END AS attrs,
           CASE WHEN $5 THEN (
             SELECT i.time_zone FROM users.installation AS i
              WHERE i.vb = u.vb AND i.app_id = $1 AND i.uid = u.uid AND i.time_zone IS NOT NULL
              ORDER BY i.last_active_at DESC NULLS LAST, i.inst_id DESC LIMIT 1) END AS "timeZone"
      FROM unnest($2::bigint[]) AS q (uid)
     CROSS JOIN LATERAL (
       SELECT n.* FROM users.app_user AS n
        WHERE n.vb = q.uid % ${BUCKETS} AND n.app_id = $1 AND n.uid = q.uid ${ONE_EACH}) AS u`);

/** Reads users and installations at the moment of sending. */
@Injectable()
export class RecipientRepository {
  constructor(private readonly db: Database) {}

  /**
   * Recipients of a push batch: first those in the bucket of their id; then the missing ones, which have moved to
   * another user · some hundred rows, and half as many again when most of a bucket is asked for · unique (vb, app_id, inst_id), then the user's primary key; for moved ones the
   * primary key of installation_home before · no locks.
   *
   * @param languageId  id of the attribute `language`
   */
  async findPush(
    appId: number,
    instIds: readonly number[],
    { withProfile, deviceAlone = false, withTimeZone = false, languageId }: ReadOptions & { languageId: number },
  ): Promise<PushRecipientRow[]> {
    const { unmoved, inRanges, moved } = deviceAlone && !withProfile ? DEVICES : DEVICES_WITH_USERS;
    const profileParams = deviceAlone && !withProfile ? [] : [withProfile, String(languageId), withTimeZone];
    const ranges = findDenseRanges(instIds);
    const rows = ranges
      ? await this.db.rows<PushRecipientRow>(inRanges, [
          appId,
          numberArray(ranges.map(({ low }) => low)),
          ...profileParams,
          numberArray(ranges.map(({ high }) => high)),
        ])
      : await this.db.rows<PushRecipientRow>(unmoved, [appId, numberArray(instIds), ...profileParams]);
    const missingIds = new Set(instIds);
    // A range also has devices that were not asked for: of other platforms, and of other buckets that moved into this
    // one.
    const found = rows.filter(({ instId }) => missingIds.delete(instId));
    return missingIds.size === 0
      ? found
      : [
          ...found,
          ...(await this.db.rows<PushRecipientRow>(moved, [appId, numberArray([...missingIds]), ...profileParams])),
        ];
  }

  /** Recipients of an e-mail or SMS batch · some hundred rows · primary key · no locks. */
  async findContacts(
    appId: number,
    uids: readonly number[],
    { withProfile, withTimeZone = false, languageId }: ReadOptions & { languageId: number },
  ): Promise<ContactRecipientRow[]> {
    return this.db.rows<ContactRecipientRow>(CONTACTS, [appId, uids, withProfile, String(languageId), withTimeZone]);
  }
}

/** A range may have this many ids for each that is asked for. Ids of a bucket are dense, so it has about as many rows. */
const MAX_IDS_PER_ASKED = 1.5;
/** Shorter ranges cost as much as single look-ups. */
const MIN_ASKED_PER_RANGE = 4;

/**
 * The ranges of ids of one bucket that the given ids fill for the most part.
 *
 * @param instIds  ordered by bucket and id, as chunks have them; in another order there are no ranges
 */
export function findDenseRanges(instIds: readonly number[]): { low: number; high: number }[] | undefined {
  const ranges: { low: number; high: number }[] = [];
  for (const id of instIds) {
    const last = ranges.at(-1);
    if (last && id > last.high && bucketOfId(id) === bucketOfId(last.low)) {
      last.high = id;
    } else {
      ranges.push({ low: id, high: id });
    }
  }
  const contained = ranges.reduce((sum, { low, high }) => sum + (high - low) / BUCKETS + 1, 0);
  const isDense =
    instIds.length >= ranges.length * MIN_ASKED_PER_RANGE && contained <= instIds.length * MAX_IDS_PER_ASKED;
  return isDense && ranges.length > 0 ? ranges : undefined;
}

import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, numberArray, ONE_EACH } from '#platform/db';
import { CONTACT_KINDS, type ContactKind } from '../model/lookup-key.js';

/** Rules by which mailboxes are one. */
interface RuleFlags {
  dots: boolean;
  plus: boolean;
}

/** The parts of a mailbox of a user `u` that are compared; `$3` shows if what follows a plus sign does not count. */
const MAILBOX_PARTS = `u.uid, lower(normalize(translate(split_part(u.email, '@', 2), '。．｡', '...'), NFKC)) AS domain,
  split_part(lower(split_part(u.email, '@', 1)), CASE WHEN $3::boolean THEN '+' ELSE '@' END, 1) AS local`;
/** The number of a mailbox `h`; `$2` shows if dots do not count. */
const MAILBOX_HASH = `(hashtextextended(
  CASE WHEN h.local ~ '[^ -~]' THEN '' WHEN $2::boolean THEN replace(h.local, '.', '') ELSE h.local END || '@' ||
  CASE WHEN h.domain ~ '[^ -~]' OR h.domain ~ '(^|[.])xn--' THEN '' ELSE h.domain END, 0) >> 11)`;

/** Finds users that share an address, from the keys in `users.contact_lookup`. A look-up may be outdated, so may be the answer. */
@Injectable()
export class AddressSharerRepository {
  constructor(private readonly db: Database) {}

  /**
   * Users of keys with several users, in a range of buckets of keys · one row · primary key, of the index alone · no
   * locks. Keys without a second user leave the statement before their users are read.
   */
  async findSharers(appId: number, kind: ContactKind, range: { vbFrom: number; vbTo: number }): Promise<number[]> {
    const buckets = Array.from({ length: range.vbTo - range.vbFrom }, (_, n) => range.vbFrom + n);
    const row = await this.db.interruptibleRow<{ uids: number[] }>(
      `WITH shared AS MATERIALIZED (
         SELECT c.bucket, c.value_hash FROM users.contact_lookup AS c
          WHERE c.bucket = ANY ($3::smallint[]) AND c.app_id = $1 AND c.kind = $2
          GROUP BY c.bucket, c.value_hash HAVING count(*) > 1)
       SELECT coalesce(json_agg(f.uid), '[]') AS uids FROM shared AS s
       CROSS JOIN LATERAL (
         SELECT c.uid FROM users.contact_lookup AS c
          WHERE c.bucket = s.bucket AND c.app_id = $1 AND c.kind = $2 AND c.value_hash = s.value_hash ${ALL_EACH}) AS f`,
      [appId, CONTACT_KINDS[kind], buckets],
    );
    return row?.uids ?? [];
  }

  /**
   * E-mail addresses of a range of users, each as a number that is the same for all that the rules may take for one, and
   * for few others · one row · primary key by (vb, app_id) · no locks. Local parts beyond ASCII count as one here, and so
   * do such domains: the server folds case by its locale.
   */
  async hashMailboxes(
    appId: number,
    range: { vbFrom: number; vbTo: number },
    { dots, plus }: RuleFlags,
  ): Promise<[uid: number, hash: number][]> {
    const row = await this.db.interruptibleRow<{ hashes: [number, number][] }>(
      `SELECT coalesce(json_agg(json_build_array(h.uid, ${MAILBOX_HASH})), '[]') AS hashes
         FROM (SELECT ${MAILBOX_PARTS} FROM users.app_user AS u
                WHERE u.app_id = $1 AND u.vb >= $4::smallint AND u.vb < $5::smallint AND u.email IS NOT NULL) AS h`,
      [appId, dots, plus, range.vbFrom, range.vbTo],
    );
    return row?.hashes ?? [];
  }

  /** Hashes the mailboxes of some users, each number once · up to 1,000 rows · primary key · no locks. */
  async hashMailboxesOf(appId: number, uids: readonly number[], { dots, plus }: RuleFlags): Promise<number[]> {
    const rows = await this.db.rows<{ hash: number }>(
      `SELECT DISTINCT ${MAILBOX_HASH} AS hash
         FROM unnest($4::bigint[]) AS q (uid) CROSS JOIN LATERAL (
           SELECT ${MAILBOX_PARTS} FROM users.app_user AS u
            WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND u.email IS NOT NULL ${ONE_EACH}) AS h`,
      [appId, dots, plus, numberArray(uids)],
    );
    return rows.map(({ hash }) => hash);
  }

  /** Users of a range whose mailboxes have one of some numbers · one row · primary key by (vb, app_id) · no locks. */
  async findByMailboxes(
    appId: number,
    range: { vbFrom: number; vbTo: number },
    hashes: readonly number[],
    { dots, plus }: RuleFlags,
  ): Promise<number[]> {
    const row = await this.db.interruptibleRow<{ uids: number[] }>(
      `SELECT coalesce(json_agg(h.uid), '[]') AS uids
         FROM (SELECT ${MAILBOX_PARTS} FROM users.app_user AS u
                WHERE u.app_id = $1 AND u.vb >= $4::smallint AND u.vb < $5::smallint AND u.email IS NOT NULL) AS h
        WHERE ${MAILBOX_HASH} = ANY ($6::bigint[])`,
      [appId, dots, plus, range.vbFrom, range.vbTo, numberArray(hashes)],
    );
    return row?.uids ?? [];
  }

  /**
   * Finds users of the keys of some users, for keys that several have · one row, once for each key however many of the
   * users have it · contact_lookup_user, then the primary key · no locks.
   */
  async findSharersWith(appId: number, kind: ContactKind, uids: readonly number[]): Promise<number[]> {
    const row = await this.db.row<{ holders: [key: number, uid: number][] }>(
      `WITH own AS MATERIALIZED (
         SELECT row_number() OVER () AS n, k.bucket, k.value_hash FROM (
           SELECT DISTINCT c.bucket, c.value_hash FROM users.contact_lookup AS c
            WHERE c.app_id = $1 AND c.uid = ANY ($3::bigint[]) AND c.kind = $2) AS k)
       SELECT coalesce(json_agg(json_build_array(o.n, f.uid)), '[]') AS holders FROM own AS o
       CROSS JOIN LATERAL (
         SELECT c.uid FROM users.contact_lookup AS c
          WHERE c.bucket = o.bucket AND c.app_id = $1 AND c.kind = $2 AND c.value_hash = o.value_hash ${ALL_EACH}) AS f`,
      [appId, CONTACT_KINDS[kind], numberArray(uids)],
    );
    const holders = row?.holders ?? [];
    const counts = new Map<number, number>();
    holders.forEach(([key]) => counts.set(key, (counts.get(key) ?? 0) + 1));
    return [...new Set(holders.flatMap(([key, uid]) => ((counts.get(key) ?? 0) > 1 ? [uid] : [])))];
  }
}

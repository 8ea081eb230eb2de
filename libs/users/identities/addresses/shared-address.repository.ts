import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, numberArray } from '#platform/db';
import { CONTACT_KINDS, type ContactKind } from '../model/lookup-key.js';

/** Finds users that share an address, from the keys in `users.contact_lookup`. A look-up may be outdated, so may be the answer. */
@Injectable()
export class SharedAddressRepository {
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
   * for few others · one row · primary key by (vb, app_id) · no locks. Domains beyond ASCII count as one here.
   */
  async hashMailboxes(
    appId: number,
    range: { vbFrom: number; vbTo: number },
    { dots, plus }: { dots: boolean; plus: boolean },
  ): Promise<[uid: number, hash: number][]> {
    const row = await this.db.interruptibleRow<{ hashes: [number, number][] }>(
      `SELECT coalesce(json_agg(json_build_array(h.uid, hashtextextended(h.local || '@' ||
                CASE WHEN h.domain ~ '[^ -~]' OR h.domain ~ '(^|[.])xn--' THEN '' ELSE h.domain END, 0) >> 11)), '[]') AS hashes
       FROM (SELECT n.uid, CASE WHEN $4::boolean THEN replace(n.local, '.', '') ELSE n.local END AS local,
                    lower(normalize(translate(n.domain, '。．｡', '...'), NFKC)) AS domain
             FROM (SELECT u.uid, split_part(lower(normalize(split_part(u.email, '@', 1), NFC)), CASE WHEN $5::boolean THEN '+' ELSE '@' END, 1) AS local,
                          split_part(u.email, '@', 2) AS domain
                   FROM users.app_user AS u
                   WHERE u.app_id = $1 AND u.vb >= $2::smallint AND u.vb < $3::smallint AND u.email IS NOT NULL) AS n) AS h`,
      [appId, range.vbFrom, range.vbTo, dots, plus],
    );
    return row?.hashes ?? [];
  }

  /**
   * Those of some users that share a key, and the others of the key · one row · contact_lookup_user, then the primary key
   * once for each key · no locks.
   */
  async findSharersWith(appId: number, kind: ContactKind, uids: readonly number[]): Promise<number[]> {
    const row = await this.db.row<{ uids: number[] }>(
      `WITH own AS MATERIALIZED (
         SELECT c.bucket, c.value_hash, c.uid FROM users.contact_lookup AS c
          WHERE c.app_id = $1 AND c.uid = ANY ($3::bigint[]) AND c.kind = $2)
       SELECT coalesce(json_agg(DISTINCT e.uid), '[]') AS uids FROM (
         SELECT c.uid, o.uid AS own FROM own AS o
         CROSS JOIN LATERAL (
           SELECT c.uid FROM users.contact_lookup AS c
            WHERE c.bucket = o.bucket AND c.app_id = $1 AND c.kind = $2 AND c.value_hash = o.value_hash
              AND c.uid <> o.uid ${ALL_EACH}) AS c) AS f
       CROSS JOIN LATERAL (VALUES (f.uid), (f.own)) AS e (uid)`,
      [appId, CONTACT_KINDS[kind], numberArray(uids)],
    );
    return row?.uids ?? [];
  }
}

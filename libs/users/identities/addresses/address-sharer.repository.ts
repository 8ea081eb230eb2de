import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, numberArray } from '#platform/db';
import { CONTACT_KINDS, type ContactKind } from '../model/lookup-key.js';

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
    { dots, plus }: { dots: boolean; plus: boolean },
  ): Promise<[uid: number, hash: number][]> {
    const row = await this.db.interruptibleRow<{ hashes: [number, number][] }>(
      `SELECT coalesce(json_agg(json_build_array(h.uid, hashtextextended(
                CASE WHEN h.local ~ '[^ -~]' THEN '' WHEN $4::boolean THEN replace(h.local, '.', '') ELSE h.local END || '@' ||
                CASE WHEN h.domain ~ '[^ -~]' OR h.domain ~ '(^|[.])xn--' THEN '' ELSE h.domain END, 0) >> 11)), '[]') AS hashes
       FROM (SELECT u.uid, lower(normalize(translate(split_part(u.email, '@', 2), '。．｡', '...'), NFKC)) AS domain,
                    split_part(lower(split_part(u.email, '@', 1)), CASE WHEN $5::boolean THEN '+' ELSE '@' END, 1) AS local
             FROM users.app_user AS u
             WHERE u.app_id = $1 AND u.vb >= $2::smallint AND u.vb < $3::smallint AND u.email IS NOT NULL) AS h`,
      [appId, range.vbFrom, range.vbTo, dots, plus],
    );
    return row?.hashes ?? [];
  }

  /**
   * Finds users that share a key, and the others of the key · one row · contact_lookup_user, then the primary key
   * once for each key · no locks.
   */
  async findSharersWith(appId: number, kind: ContactKind, uids: readonly number[]): Promise<number[]> {
    const row = await this.db.row<{ others: number[]; own: number[] }>(
      `WITH own AS MATERIALIZED (
         SELECT c.bucket, c.value_hash, c.uid FROM users.contact_lookup AS c
          WHERE c.app_id = $1 AND c.uid = ANY ($3::bigint[]) AND c.kind = $2)
       SELECT coalesce(json_agg(f.uid), '[]') AS others, coalesce(json_agg(o.uid), '[]') AS own FROM own AS o
       CROSS JOIN LATERAL (
         SELECT c.uid FROM users.contact_lookup AS c
          WHERE c.bucket = o.bucket AND c.app_id = $1 AND c.kind = $2 AND c.value_hash = o.value_hash
            AND c.uid <> o.uid ${ALL_EACH}) AS f`,
      [appId, CONTACT_KINDS[kind], numberArray(uids)],
    );
    return [...new Set([...(row?.others ?? []), ...(row?.own ?? [])])];
  }
}

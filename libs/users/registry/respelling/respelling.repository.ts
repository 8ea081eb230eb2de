import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { CONTACT_KINDS, type LookupKey } from '#libs/users/identities';

/** The next work: the rows of an application from a bucket on. */
export interface ClaimedRespelling {
  appId: number;
  /** 1 begins with the release, 2 an hour later, when no process of the release before writes any more. */
  round: number;
  nextVb: number;
}

/** Buckets of one step. */
export interface BucketStep {
  appId: number;
  vbFrom: number;
  vbTo: number;
}

/** An installation and its token, as it is stored. */
export interface TokenHolder {
  uid: number;
  instId: number;
  platform: number;
  token: string;
  registeredAt: Date | null;
  pushPermitted: boolean;
}

/** A user with an e-mail address beyond ASCII. */
export interface WideMail {
  uid: number;
  email: string;
  /** It consists of the address alone. */
  isContact: boolean;
}

/** An entry of the list of suppressed e-mail addresses. */
export interface SuppressedMail extends LookupKey {
  reason: string;
  address: string | null;
}

/** An entry that goes to another key. */
export interface SuppressionMove extends SuppressedMail {
  to: LookupKey;
}

const HOLDER = `i.uid, i.inst_id AS "instId", i.platform, i.token, i.token_registered_at AS "registeredAt",
              i.push_permitted AS "pushPermitted"`;

/** Statements of `users.respelling`, and those that find what an earlier release stored under other keys. */
@Injectable()
export class RespellingRepository {
  /** The oldest work that is due · 1 row · locks it and skips locked ones. */
  async claimNext(tx: Tx, now: Date): Promise<ClaimedRespelling | undefined> {
    return tx.row<ClaimedRespelling>(
      `SELECT r.app_id AS "appId", r.round, r.next_vb AS "nextVb" FROM users.respelling AS r
       WHERE r.due_at <= $1 ORDER BY r.due_at, r.app_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
  }

  /** Moves on in claimed work, or ends it · 1 row, primary key. */
  async advance(tx: Tx, { appId, round }: ClaimedRespelling, nextVb: number, isDone: boolean): Promise<void> {
    await tx.affected(
      isDone
        ? 'DELETE FROM users.respelling AS r WHERE r.app_id = $1 AND r.round = $2'
        : 'UPDATE users.respelling AS r SET next_vb = $3 WHERE r.app_id = $1 AND r.round = $2',
      isDone ? [appId, round] : [appId, round, nextVb],
    );
  }

  /** Installations whose token has hexadecimal digits in upper case · a scan of some buckets by (vb, app_id) · no locks. */
  async findUpperCase(tx: Tx, { appId, vbFrom, vbTo }: BucketStep): Promise<TokenHolder[]> {
    return tx.rows<TokenHolder>(
      `SELECT ${HOLDER} FROM users.installation AS i
       WHERE i.app_id = $1 AND i.vb >= $2 AND i.vb < $3 AND i.token ~ '[A-F]' AND i.token ~ '^[0-9A-Fa-f]{32,}$'
       ORDER BY i.vb, i.uid, i.inst_id`,
      [appId, vbFrom, vbTo],
    );
  }

  /** Some installations · primary key · no locks. */
  async findHolders(tx: Tx, appId: number, places: readonly { uid: number; instId: number }[]): Promise<TokenHolder[]> {
    return tx.rows<TokenHolder>(
      `SELECT ${HOLDER} FROM unnest($2::bigint[], $3::bigint[]) AS q (uid, inst_id)
       JOIN users.installation AS i
         ON i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND i.token IS NOT NULL`,
      [appId, places.map(({ uid }) => uid), places.map(({ instId }) => instId)],
    );
  }

  /** Stores tokens in lower case, where they are still the same · primary key · locks: those rows. */
  async lowerTokens(tx: Tx, appId: number, holders: readonly TokenHolder[]): Promise<void> {
    await tx.affected(
      `UPDATE users.installation AS i SET token = q.lower
       FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS q (uid, inst_id, token, lower)
       WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid AND i.inst_id = q.inst_id AND i.token = q.token`,
      [
        appId,
        holders.map(({ uid }) => uid),
        holders.map(({ instId }) => instId),
        holders.map(({ token }) => token),
        holders.map(({ token }) => token.toLowerCase()),
      ],
    );
  }

  /** Deletes look-ups of tokens · primary key · locks: those rows. */
  async deleteTokenKeys(tx: Tx, appId: number, keys: readonly LookupKey[]): Promise<void> {
    await tx.affected(
      `DELETE FROM users.token_lookup AS t USING unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       WHERE t.bucket = q.bucket AND t.app_id = $1 AND t.token_hash = q.hash`,
      [appId, keys.map(({ bucket }) => bucket), keys.map(({ hash }) => hash)],
    );
  }

  /** Users with an e-mail address beyond ASCII · a scan of some buckets by (vb, app_id) · no locks. */
  async findWideMails(tx: Tx, { appId, vbFrom, vbTo }: BucketStep): Promise<WideMail[]> {
    return tx.rows<WideMail>(
      `SELECT u.uid, u.email, u.is_contact AS "isContact" FROM users.app_user AS u
       WHERE u.app_id = $1 AND u.vb >= $2 AND u.vb < $3 AND octet_length(u.email) <> char_length(u.email)
       ORDER BY u.vb, u.uid`,
      [appId, vbFrom, vbTo],
    );
  }

  /** Suppressed e-mail addresses by key · primary key · no locks. */
  async findSuppressed(tx: Tx, appId: number, keys: readonly LookupKey[]): Promise<SuppressedMail[]> {
    return tx.rows<SuppressedMail>(
      `SELECT s.bucket, s.value_hash AS hash, s.reason, s.address
       FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       JOIN users.suppression AS s ON s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $4 AND s.value_hash = q.hash`,
      [appId, keys.map(({ bucket }) => bucket), keys.map(({ hash }) => hash), CONTACT_KINDS.email],
    );
  }

  /** Suppressed e-mail addresses beyond ASCII · a scan of some buckets by primary key · no locks. */
  async findWideSuppressed(tx: Tx, { appId, vbFrom, vbTo }: BucketStep): Promise<SuppressedMail[]> {
    return tx.rows<SuppressedMail>(
      `SELECT s.bucket, s.value_hash AS hash, s.reason, s.address FROM users.suppression AS s
       WHERE s.app_id = $1 AND s.bucket >= $2 AND s.bucket < $3 AND s.channel = $4
         AND octet_length(s.address) <> char_length(s.address)`,
      [appId, vbFrom, vbTo, CONTACT_KINDS.email],
    );
  }

  /**
   * Moves entries to other keys; an entry that is there already stays · primary key · locks: those rows. Only inserts and
   * deletes write the history of consent, and a deleted entry has no look-up any more.
   */
  async moveSuppressed(tx: Tx, appId: number, moves: readonly SuppressionMove[]): Promise<void> {
    const params = [
      appId,
      CONTACT_KINDS.email,
      moves.map(({ bucket }) => bucket),
      moves.map(({ hash }) => hash),
      moves.map(({ reason }) => reason),
    ];
    await tx.affected(
      `UPDATE users.suppression AS s SET bucket = q.to_bucket, value_hash = q.to_hash
       FROM (SELECT DISTINCT ON (n.to_hash, n.reason) n.* FROM unnest($3::smallint[], $4::bytea[], $5::text[], $6::smallint[], $7::bytea[])
               AS n (bucket, hash, reason, to_bucket, to_hash) ORDER BY n.to_hash, n.reason) AS q
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $2 AND s.value_hash = q.hash AND s.reason = q.reason
         AND NOT EXISTS (SELECT FROM users.suppression AS d WHERE d.bucket = q.to_bucket AND d.app_id = $1
                            AND d.channel = $2 AND d.value_hash = q.to_hash AND d.reason = q.reason)`,
      [...params, moves.map(({ to }) => to.bucket), moves.map(({ to }) => to.hash)],
    );
    await tx.affected(
      `DELETE FROM users.suppression AS s
       USING unnest($3::smallint[], $4::bytea[], $5::text[]) AS q (bucket, hash, reason)
       WHERE s.bucket = q.bucket AND s.app_id = $1 AND s.channel = $2 AND s.value_hash = q.hash AND s.reason = q.reason`,
      params,
    );
  }
}

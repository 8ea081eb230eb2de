import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { OwnPlace, OwnUser } from './own-user.types.js';

/** Any numbers that no other advisory lock of two numbers uses as its first. */
const MEMBER_LOCK = 3_169;
const APPLICATION_LOCK = 3_170;

/** A code that was tried once more. @property mac  null: spent, or ended by a newer one */
export interface TriedCode {
  uid: number;
  mac: Buffer | null;
  tries: number;
  endsAt: Date;
}

/** Members' own users and the codes that prove them. Few rows each. */
@Injectable()
export class OwnUserRepository {
  constructor(private readonly db: Database) {}

  /** Makes transactions that count the codes of a member, or of an application, run one after the other. */
  async lockCounts(tx: Tx, { appId, memberId }: OwnPlace): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [MEMBER_LOCK, memberId]);
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [APPLICATION_LOCK, appId]);
  }

  /** The member's own, the oldest proof first · primary key. */
  async list({ appId, memberId }: OwnPlace): Promise<OwnUser[]> {
    return this.db.rows<OwnUser>(
      `SELECT o.uid, o.proved_at AS "provedAt" FROM members.own_user AS o
        WHERE o.member_id = $2 AND o.app_id = $1 ORDER BY o.proved_at, o.uid`,
      [appId, memberId],
    );
  }

  /**
   * Codes since a moment: of a member in all applications, and of a user from all members, each with when its oldest was
   * sent · user_code_by_member, user_code_by_user.
   */
  async countCodes(
    tx: Tx,
    { appId, memberId }: OwnPlace,
    uid: number,
    since: Date,
  ): Promise<{ byMember: number; memberSince: Date | null; toUser: number; userSince: Date | null } | undefined> {
    return tx.row(
      `SELECT m.n AS "byMember", m.since AS "memberSince", u.n AS "toUser", u.since AS "userSince"
         FROM (SELECT count(*)::integer AS n, min(c.sent_at) AS since FROM members.user_code AS c
                WHERE c.member_id = $2 AND c.sent_at > $4) AS m,
              (SELECT count(*)::integer AS n, min(c.sent_at) AS since FROM members.user_code AS c
                WHERE c.app_id = $1 AND c.uid = $3 AND c.sent_at > $4) AS u`,
      [appId, memberId, uid, since],
    );
  }

  /** Ends the codes of a member in an application: the newest alone is good · user_code_by_member. */
  async endCodes(tx: Tx, { appId, memberId }: OwnPlace): Promise<void> {
    await tx.affected(
      'UPDATE members.user_code SET mac = NULL WHERE member_id = $2 AND app_id = $1 AND mac IS NOT NULL',
      [appId, memberId],
    );
  }

  /** Deletes what no limit counts any more. The table has the codes of a day. */
  async deleteCodesBefore(tx: Tx, moment: Date): Promise<void> {
    await tx.affected('DELETE FROM members.user_code WHERE sent_at < $1', [moment]);
  }

  /** 1 row. */
  async insertCode(
    tx: Tx,
    { appId, memberId }: OwnPlace,
    { uid, mac, sentAt, endsAt }: { uid: number; mac: Buffer; sentAt: Date; endsAt: Date },
  ): Promise<number> {
    const row = await tx.row<{ codeId: number }>(
      `INSERT INTO members.user_code (member_id, app_id, uid, mac, sent_at, ends_at) VALUES ($2, $1, $3, $4, $5, $6)
       RETURNING code_id AS "codeId"`,
      [appId, memberId, uid, mac, sentAt, endsAt],
    );
    return row?.codeId ?? Number.NaN;
  }

  /** Counts a try before the code is compared, so that tries at once count as many · primary key · locks the row. */
  async tryCode(tx: Tx, { appId, memberId }: OwnPlace, codeId: number): Promise<TriedCode | undefined> {
    return tx.row<TriedCode>(
      `UPDATE members.user_code SET tries = least(tries + 1, 1000)
        WHERE code_id = $3 AND member_id = $2 AND app_id = $1
        RETURNING uid, mac, tries, ends_at AS "endsAt"`,
      [appId, memberId, codeId],
    );
  }

  /** Primary key. */
  async spendCode(tx: Tx, codeId: number): Promise<void> {
    await tx.affected('UPDATE members.user_code SET mac = NULL WHERE code_id = $1', [codeId]);
  }

  /** 1 row, or none where it is there already. */
  async insert(tx: Tx, { appId, memberId }: OwnPlace, { uid, provedAt }: OwnUser): Promise<void> {
    await tx.affected(
      `INSERT INTO members.own_user (member_id, app_id, uid, proved_at) VALUES ($2, $1, $3, $4) ON CONFLICT DO NOTHING`,
      [appId, memberId, uid, provedAt],
    );
  }

  /** Primary key. @returns whether it was there */
  async delete(tx: Tx, { appId, memberId }: OwnPlace, uid: number): Promise<boolean> {
    const deleted = await tx.affected(
      'DELETE FROM members.own_user WHERE member_id = $2 AND app_id = $1 AND uid = $3',
      [appId, memberId, uid],
    );
    return deleted > 0;
  }

  /** Deletes every trace of some users, the codes first: whoever tries one at this moment holds its row. @returns rows */
  async deleteUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    const codes = await tx.affected('DELETE FROM members.user_code WHERE app_id = $1 AND uid = ANY ($2::bigint[])', [
      appId,
      uids,
    ]);
    const users = await tx.affected('DELETE FROM members.own_user WHERE app_id = $1 AND uid = ANY ($2::bigint[])', [
      appId,
      uids,
    ]);
    return codes + users;
  }

  /**
   * Deletes what a member has in applications that it may not write in any more; codes that were sent still count, and
   * prove nothing · primary key, user_code_by_member.
   *
   * @param appIds  that it may write in; null: in all
   */
  async keepApplications(tx: Tx, memberId: number, appIds: readonly number[] | null): Promise<void> {
    if (appIds === null) {
      return;
    }
    await tx.affected(
      `UPDATE members.user_code SET mac = NULL
        WHERE member_id = $1 AND app_id <> ALL ($2::integer[]) AND mac IS NOT NULL`,
      [memberId, appIds],
    );
    await tx.affected('DELETE FROM members.own_user WHERE member_id = $1 AND app_id <> ALL ($2::integer[])', [
      memberId,
      appIds,
    ]);
  }
}

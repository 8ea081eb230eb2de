import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Session } from './members.types.js';
import { isRoleName, type Grant } from './permissions.js';

const COLUMNS = `
  s.session_id AS "sessionId", s.member_id AS "memberId", s.method, s.created_at AS "createdAt", s.seen_at AS "seenAt",
  s.idle_until AS "idleUntil", s.ends_at AS "endsAt", s.proved_at AS "provedAt",
  s.shared_with AS "sharedWith", s.address, s.agent`;
/** Neither idle for too long nor past its end, of a member who may sign in. */
const IS_ALIVE = `s.idle_until > $2 AND s.ends_at > $2
  AND EXISTS (SELECT FROM members.member AS m WHERE m.member_id = s.member_id AND m.ended_at IS NULL)`;

@Injectable()
export class SessionRepository {
  constructor(private readonly db: Database) {}

  /** Adds a session, and notes that its member was there. */
  async insertSession(tx: Tx, tokenHash: Buffer, session: Omit<Session, 'sessionId'>): Promise<number> {
    const { memberId, method, createdAt, seenAt, idleUntil, endsAt, provedAt, address, agent, sharedWith } = session;
    const row = await tx.row<{ sessionId: number }>(
      `WITH seen AS (UPDATE members.member SET last_seen_at = $5 WHERE member_id = $2)
       INSERT INTO members.session (token_hash, member_id, method, created_at, seen_at, idle_until, ends_at, proved_at,
                                    address, agent, shared_with)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint[]) RETURNING session_id AS "sessionId"`,
      [tokenHash, memberId, method, createdAt, seenAt, idleUntil, endsAt, provedAt, address, agent, sharedWith],
    );
    if (!row) {
      throw new Error('The session was not added');
    }
    return row.sessionId;
  }

  /** One row · unique index on token_hash · no locks. It is read at each request, so an end counts at once. */
  async findSession(tokenHash: Buffer, now: Date): Promise<Session | undefined> {
    return this.db.row<Session>(`SELECT ${COLUMNS} FROM members.session AS s WHERE s.token_hash = $1 AND ${IS_ALIVE}`, [
      tokenHash,
      now,
    ]);
  }

  /** Grants of the members of living sessions · one row a session · unique index on token_hash · no locks. */
  async findGrants(tokenHashes: readonly Buffer[], now: Date): Promise<{ tokenHash: Buffer; grants: Grant[] }[]> {
    const rows = await this.db.rows<{ tokenHash: Buffer; grants: { role: string; appId: number | null }[] }>(
      `SELECT s.token_hash AS "tokenHash", coalesce((
                SELECT json_agg(json_build_object('role', g.role, 'appId', g.app_id)) FROM members.member_grant AS g
                 WHERE g.member_id = s.member_id), '[]') AS grants
         FROM members.session AS s WHERE s.token_hash = ANY ($1::bytea[]) AND ${IS_ALIVE}`,
      [tokenHashes, now],
    );
    return rows.map(({ tokenHash, grants }) => ({
      tokenHash,
      grants: grants.flatMap(({ role, appId }) => (isRoleName(role) ? [{ role, appId }] : [])),
    }));
  }

  /** Notes that the member has shown who it is · one row · primary key. */
  async noteProof(tx: Tx, sessionId: number, provedAt: Date): Promise<void> {
    await tx.affected('UPDATE members.session AS s SET proved_at = $2 WHERE s.session_id = $1', [sessionId, provedAt]);
  }

  /** Notes the use of a session, and puts off its idle end. */
  async touchSession({ sessionId, memberId }: Session, seenAt: Date, idleUntil: Date): Promise<void> {
    await this.db.affected(
      `WITH seen AS (UPDATE members.session SET seen_at = $3, idle_until = $4 WHERE session_id = $1)
       UPDATE members.member SET last_seen_at = $3 WHERE member_id = $2`,
      [sessionId, memberId, seenAt, idleUntil],
    );
  }

  /** Sessions of a member that have not ended, the one that was used last first. */
  async listSessions(memberId: number, now: Date, on: Statements = this.db): Promise<Session[]> {
    return on.rows<Session>(
      `SELECT ${COLUMNS} FROM members.session AS s WHERE s.member_id = $1 AND ${IS_ALIVE}
        ORDER BY s.seen_at DESC, s.session_id DESC`,
      [memberId, now],
    );
  }

  /** @returns whether the member has such a session */
  async deleteSession(tx: Tx, memberId: number, sessionId: number): Promise<boolean> {
    return (
      (await tx.affected('DELETE FROM members.session WHERE session_id = $1 AND member_id = $2', [
        sessionId,
        memberId,
      ])) > 0
    );
  }

  /** Ends every session of a member, and forgets sessions of anybody that ended by themselves. */
  async deleteSessions(tx: Tx, memberId: number | null, now: Date): Promise<void> {
    await tx.affected('DELETE FROM members.session WHERE member_id = $1 OR idle_until <= $2 OR ends_at <= $2', [
      memberId,
      now,
    ]);
  }
}

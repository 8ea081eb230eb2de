import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { LinkPurpose } from './members.types.js';

/** Use of a link. @property sharedWith  other members who may have it */
export interface UsedLink {
  memberId: number | null;
  purpose: LinkPurpose;
  sharedWith: number[];
}

@Injectable()
export class LinkRepository {
  constructor(private readonly db: Database) {}

  /** Adds a link in place of earlier ones for the same member, or for the first. Links past their end go too. */
  async replaceLink(tx: Tx, link: UsedLink & { tokenHash: Buffer; madeAt: Date; endsAt: Date }): Promise<void> {
    const { tokenHash, memberId, purpose, sharedWith, madeAt, endsAt } = link;
    await tx.affected('DELETE FROM members.link WHERE member_id IS NOT DISTINCT FROM $1 OR ends_at <= $2', [
      memberId,
      madeAt,
    ]);
    await tx.affected(
      `INSERT INTO members.link (token_hash, member_id, purpose, made_at, ends_at, shared_with)
       VALUES ($1, $2, $3, $4, $5, $6::bigint[])`,
      [tokenHash, memberId, purpose, madeAt, endsAt, sharedWith],
    );
  }

  /** Spends a link: one row, which a second use finds spent, also one at the same time · primary key. */
  async useLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<UsedLink | undefined> {
    return tx.row<UsedLink>(
      `UPDATE members.link SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND ends_at > $2
       RETURNING member_id AS "memberId", purpose, shared_with AS "sharedWith"`,
      [tokenHash, now],
    );
  }

  /** Removes the links of a member that still open a session. @returns false when there are none */
  async deleteOpenLinks(tx: Tx, memberId: number, now: Date): Promise<boolean> {
    const sql = 'DELETE FROM members.link WHERE member_id = $1 AND used_at IS NULL AND ends_at > $2';
    return (await tx.affected(sql, [memberId, now])) > 0;
  }

  /** Ends of the invitations that can still be used, by member · few rows. */
  async listInvitations(now: Date, on: Statements = this.db): Promise<Map<number, Date>> {
    const rows = await on.rows<{ memberId: number; endsAt: Date }>(
      `SELECT member_id AS "memberId", ends_at AS "endsAt" FROM members.link
        WHERE purpose = 'invitation' AND member_id IS NOT NULL AND used_at IS NULL AND ends_at > $1`,
      [now],
    );
    return new Map(rows.map(({ memberId, endsAt }) => [memberId, endsAt]));
  }
}

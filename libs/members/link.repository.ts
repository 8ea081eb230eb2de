import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { LinkPurpose } from './members.types.js';

/** Use of a link. @property sharedWith  other members who may have it */
export interface UsedLink {
  memberId: number | null;
  purpose: LinkPurpose;
  sharedWith: number[];
}

@Injectable()
export class LinkRepository {
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
}

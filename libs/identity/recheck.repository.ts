import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';

/**
 * Users whose rows went, and to whom.
 *
 * @property toUid   null: they were deleted
 * @property places  buckets in which results of each may lie
 */
export interface Recheck {
  appId: number;
  toUid: number | null;
  resultBuckets: readonly { uid: number; vb: number }[];
}

/** Statements of `identity.second_look`. */
@Injectable()
export class RecheckRepository {
  /** Orders a second look; none where nobody was found · 1 row. */
  async insert(tx: Tx, { appId, toUid, resultBuckets }: Recheck): Promise<void> {
    if (resultBuckets.length > 0) {
      await tx.affected(
        `INSERT INTO identity.second_look (app_id, due_at, to_uid, uids, vbs)
         VALUES ($1, now() + interval '${RECHECK_DELAY}', $2, $3::bigint[], $4::integer[])`,
        [appId, toUid, resultBuckets.map(({ uid }) => uid), resultBuckets.map(({ vb }) => vb)],
      );
    }
  }

  /** The one that is due longest, off the table · 1 row · second_look_due · locks it, and passes over locked ones. */
  async takeDue(tx: Tx, before: Date): Promise<Recheck | undefined> {
    const row = await tx.row<{ appId: number; toUid: number | null; uids: number[]; vbs: number[] }>(
      `DELETE FROM identity.second_look AS l
       WHERE l.look_id = (SELECT o.look_id FROM identity.second_look AS o WHERE o.due_at <= $1
                          ORDER BY o.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING l.app_id AS "appId", l.to_uid AS "toUid", l.uids, l.vbs`,
      [before],
    );
    return row && { ...row, resultBuckets: row.uids.map((uid, i) => ({ uid, vb: row.vbs[i] ?? Number.NaN })) };
  }
}

/** Longer than a worker that has read a recipient can take to store what became of it, tries of half a minute included. */
const RECHECK_DELAY = '10 minutes';

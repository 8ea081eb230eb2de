import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';

/**
 * Users whose rows were erased, or moved to another user.
 *
 * @property toUid          the other user; null: they were erased
 * @property resultBuckets  buckets that may hold results of each
 */
export interface Recheck {
  appId: number;
  toUid: number | null;
  resultBuckets: readonly { uid: number; vb: number }[];
}

/** Statements of `identity.second_look`. */
@Injectable()
export class RecheckRepository {
  /** Schedules a recheck, unless there is no user · 1 row. */
  async insert(tx: Tx, { appId, toUid, resultBuckets }: Recheck): Promise<void> {
    if (resultBuckets.length > 0) {
      await tx.affected(
        `INSERT INTO identity.second_look (app_id, due_at, to_uid, uids, vbs)
         VALUES ($1, now() + interval '${RECHECK_DELAY}', $2, $3::bigint[], $4::integer[])`,
        [appId, toUid, resultBuckets.map(({ uid }) => uid), resultBuckets.map(({ vb }) => vb)],
      );
    }
  }

  /** Deletes and returns the recheck that is due longest · 1 row · second_look_due · locks it and skips locked rows. */
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

/** Longer than a worker can take from reading a recipient to storing its result, retries of half a minute included. */
const RECHECK_DELAY = '10 minutes';

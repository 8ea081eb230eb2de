import { Injectable } from '@nestjs/common';
import type { ResultPlace } from '#libs/users/identities';
import type { Tx } from '#platform/db';

/**
 * Users whose rows were erased, or moved to another user.
 *
 * @property toUid   the other user; null: they were erased
 * @property places  where results of each may lie
 */
export interface Recheck {
  appId: number;
  toUid: number | null;
  places: readonly ResultPlace[];
}

/** Statements of `identity.second_look`. */
@Injectable()
export class RecheckRepository {
  /** Schedules a recheck, unless there is no user · 1 row. */
  async insert(tx: Tx, { appId, toUid, places }: Recheck): Promise<void> {
    if (places.length > 0) {
      await tx.affected(
        `INSERT INTO identity.second_look (app_id, due_at, to_uid, uids, vbs, recipients)
         VALUES ($1, now() + interval '${RECHECK_DELAY}', $2, $3::bigint[], $4::integer[], $5::bigint[])`,
        [
          appId,
          toUid,
          places.map(({ uid }) => uid),
          places.map(({ vb }) => vb),
          places.map(({ recipientId }) => recipientId),
        ],
      );
    }
  }

  /** Deletes and returns the recheck that is due longest · 1 row · second_look_due · locks it and skips locked rows. */
  async takeDue(tx: Tx, before: Date): Promise<Recheck | undefined> {
    const row = await tx.row<StoredRecheck>(
      `DELETE FROM identity.second_look AS l
       WHERE l.look_id = (SELECT o.look_id FROM identity.second_look AS o WHERE o.due_at <= $1
                          ORDER BY o.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING l.app_id AS "appId", l.to_uid AS "toUid", l.uids, l.vbs, to_json(l.recipients) AS recipients`,
      [before],
    );
    return row && { appId: row.appId, toUid: row.toUid, places: readPlaces(row) };
  }
}

/** Lists of equal length. @property recipients  null in rows of the release before */
interface StoredRecheck {
  appId: number;
  toUid: number | null;
  uids: number[];
  vbs: number[];
  recipients: (number | null)[] | null;
}

function readPlaces({ uids, vbs, recipients }: StoredRecheck): ResultPlace[] {
  return uids.map((uid, i) => ({ uid, vb: vbs[i] ?? Number.NaN, recipientId: recipients?.[i] ?? null }));
}

/** Longer than a worker can take from reading a recipient to storing its result, retries of half a minute included. */
const RECHECK_DELAY = '10 minutes';

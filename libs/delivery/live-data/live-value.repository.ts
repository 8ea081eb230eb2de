import { Injectable } from '@nestjs/common';
import { Database, numberArray, type Tx } from '#platform/db';
import type { LiveData } from './live-source.types.js';

/** Answers as they are stored: an object, or sealed in base64. */
export type StoredLiveData = LiveData | string;

/** Two for each send of a key. */
const MAX_ROWS = 40;

interface LiveRow {
  dispatchId: number;
  isSecret: boolean;
  uid: number;
  data: StoredLiveData;
}

/** Statements of `delivery.live_value`. */
@Injectable()
export class LiveValueRepository {
  constructor(private readonly db: Database) {}

  /** One row for each user · primary key. A row that is there stays: a message may have left with it. */
  async insert(appId: number, dispatchId: number, data: ReadonlyMap<number, StoredLiveData>): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.live_value (dispatch_id, uid, app_id, data)
       SELECT $2, q.uid, $1, q.data::jsonb FROM unnest($3::bigint[], $4::text[]) AS q (uid, data)
       ON CONFLICT DO NOTHING`,
      [appId, dispatchId, numberArray([...data.keys()]), [...data.values()].map((stored) => JSON.stringify(stored))],
    );
  }

  /** A row for each of these users that has one · primary key · no locks. */
  async find(
    appId: number,
    dispatchId: number,
    uids: readonly number[],
  ): Promise<{ uid: number; data: StoredLiveData }[]> {
    return this.db.rows(
      `SELECT v.uid, v.data FROM delivery.live_value AS v
        WHERE v.app_id = $1 AND v.dispatch_id = $2 AND v.uid = ANY ($3::bigint[])`,
      [appId, dispatchId, numberArray(uids)],
    );
  }

  /** The newest sends of a key with answers for these users · dispatch_by_key, primary key · no locks. */
  async findOfKey(appId: number, notificationKey: number, uids: readonly number[]): Promise<LiveRow[]> {
    return this.db.rows(
      `SELECT d.dispatch_id AS "dispatchId", coalesce((d.message ->> 'isSecret')::boolean, false) AS "isSecret", v.uid, v.data
         FROM delivery.dispatch AS d
         JOIN delivery.live_value AS v
           ON v.app_id = d.app_id AND v.dispatch_id = d.dispatch_id AND v.uid = ANY ($3::bigint[])
        WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id DESC, v.uid LIMIT ${MAX_ROWS}`,
      [appId, notificationKey, numberArray(uids)],
    );
  }

  /** Failures that decided the fate of users, and of whole sends · primary key · no locks. Sealed ones are left out. */
  async findFailures(
    appId: number,
    owners: readonly { dispatchId: number; uid: number }[],
  ): Promise<{ dispatchId: number; uid: number; failures: LiveData['failures'] }[]> {
    return this.db.rows(
      `SELECT v.dispatch_id AS "dispatchId", v.uid, v.data -> 'failures' AS failures
         FROM (SELECT DISTINCT o.dispatch_id, u.uid
                 FROM unnest($2::bigint[], $3::bigint[]) AS o (dispatch_id, uid)
                CROSS JOIN LATERAL (VALUES (o.uid), (0)) AS u (uid)) AS o
         JOIN delivery.live_value AS v ON v.dispatch_id = o.dispatch_id AND v.uid = o.uid
        WHERE v.app_id = $1 AND v.data ? 'fate'`,
      [appId, numberArray(owners.map(({ dispatchId }) => dispatchId)), numberArray(owners.map(({ uid }) => uid))],
    );
  }

  /** Gives the rows of one user to another one, who keeps those that it has · live_value_user · locks them. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM delivery.live_value AS v WHERE v.app_id = $1 AND v.uid = $2
         RETURNING v.dispatch_id, v.app_id, v.data)
       INSERT INTO delivery.live_value (dispatch_id, uid, app_id, data)
       SELECT m.dispatch_id, $3::bigint, m.app_id, m.data FROM moved AS m ON CONFLICT DO NOTHING`,
      [appId, fromUid, toUid],
    );
  }

  /** Deletes the rows of users. A few rows each · live_value_user · locks them. */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected('DELETE FROM delivery.live_value WHERE app_id = $1 AND uid = ANY ($2::bigint[])', [
      appId,
      numberArray(uids),
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels/definitions';
import { Database, numberArray } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { DISPATCH_STATES, STATUSES } from '../model/delivery.types.js';
import { decodeIds } from '../model/recipient-set.js';

/** Runs of a key that count, by their send. @property day  of its results; null: not launched */
export interface EarlierRun {
  dispatchId: number;
  day: string | null;
  isOpen: boolean;
}

/** Recipients who still wait: ids of installations, and of users where the channel has addresses. */
export interface WaitingRecipients {
  installations: number[];
  users: number[];
}

/** Selects results `r` of people who got the message, or may have got it. */
const GOT = `(r.status = ${STATUSES.success} OR r.reason = 'IN_DOUBT')`;

/** Recipients of earlier runs of a campaign. */
@Injectable()
export class RecentRecipientRepository {
  constructor(private readonly db: Database) {}

  /** The sends of other runs of a key whose day is less than so many days before this one, or later · dispatch_by_key. */
  async listRuns(
    appId: number,
    key: number,
    { run, wall, days }: { run: number; wall: string; days: number },
  ): Promise<EarlierRun[]> {
    return this.db.rows(
      `SELECT d.dispatch_id AS "dispatchId", d.day::text AS day,
              d.state < ${DISPATCH_STATES.finished} AND d.day IS NOT NULL AS "isOpen"
         FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND (d.options #>> '{series,run}')::integer <> $3
          AND (d.options #>> '{series,wall}')::timestamp::date > $4::timestamp::date - $5::integer`,
      [appId, key, run, wall, days],
    );
  }

  /** Milliseconds that an earlier run of the key is due and has not chosen its recipients; null: none is · dispatch_by_key. */
  async findUnlaunched(appId: number, key: number, run: number): Promise<number | null> {
    const row = await this.db.row<{ ms: number | null }>(
      `SELECT max(extract(epoch FROM now() - d.due_at) * 1000)::float8 AS ms FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND (d.options #>> '{series,run}')::integer < $3
          AND d.stopped_at IS NULL
          AND (d.state = ${DISPATCH_STATES.launching}
               OR (d.state = ${DISPATCH_STATES.stored} AND d.due_at <= now() AND d.paused_at IS NULL))`,
      [appId, key, run],
    );
    return row?.ms ?? null;
  }

  /** Recipients of open runs without a result · chunk_open, retry_by_dispatch. */
  async findWaiting(appId: number, dispatchIds: readonly number[]): Promise<WaitingRecipients> {
    const waiting: WaitingRecipients = { installations: [], users: [] };
    if (dispatchIds.length === 0) {
      return waiting;
    }
    const chunks = await this.db.rows<{ channel: number; ids: Buffer; done: number }>(
      `SELECT c.channel, c.ids, c.done FROM delivery.chunk AS c
        WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[]) AND c.state = 0`,
      [appId, numberArray(dispatchIds)],
    );
    for (const { channel, ids, done } of chunks) {
      addTo(waiting, channel, decodeIds(ids).slice(done));
    }
    const retries = await this.db.rows<{ channel: number; id: number }>(
      `SELECT r.channel, r.recipient_id AS id FROM delivery.retry AS r
        WHERE r.app_id = $1 AND r.dispatch_id = ANY ($2::bigint[])`,
      [appId, numberArray(dispatchIds)],
    );
    retries.forEach(({ channel, id }) => addTo(waiting, channel, [id]));
    return waiting;
  }

  /** Users with a message of some runs, or one in doubt, in a range of buckets · push_result_once, a probe per bucket and run. */
  async findUsers(
    appId: number,
    runs: readonly EarlierRun[],
    { vbFrom, vbTo }: { vbFrom: number; vbTo: number },
  ): Promise<number[]> {
    const rows = await this.db.rows<{ uid: number }>(
      `SELECT DISTINCT r.uid FROM delivery.push_result AS r
        WHERE r.vb = ANY ($2::smallint[]) AND r.app_id = $1 AND r.dispatch_id = ANY ($3::bigint[])
          AND r.day = ANY ($4::date[]) AND ${GOT} AND r.uid IS NOT NULL`,
      [appId, Array.from({ length: vbTo - vbFrom }, (_, index) => vbFrom + index), ...toParams(runs)],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Tests the same of one user, by the buckets of the recipients that may be its own. */
  async hasUser(
    appId: number,
    runs: readonly EarlierRun[],
    uid: number,
    recipients: readonly number[],
  ): Promise<boolean> {
    const row = await this.db.row(
      `SELECT FROM delivery.push_result AS r
        WHERE r.vb = ANY ($2::smallint[]) AND r.app_id = $1 AND r.dispatch_id = ANY ($3::bigint[])
          AND r.day = ANY ($4::date[]) AND ${GOT} AND r.uid = $5 LIMIT 1`,
      [appId, [...new Set([uid, ...recipients].map(bucketOfId))], ...toParams(runs), uid],
    );
    return row !== undefined;
  }
}

function toParams(runs: readonly EarlierRun[]): [dispatchIds: string, days: string[]] {
  const launched = runs.filter(({ day }) => day !== null);
  return [
    numberArray(launched.map(({ dispatchId }) => dispatchId)),
    [...new Set(launched.flatMap(({ day }) => day ?? []))],
  ];
}

function addTo(waiting: WaitingRecipients, channel: number, ids: readonly number[]): void {
  const list = CONTACT_CHANNEL_NUMBERS.includes(channel) ? waiting.users : waiting.installations;
  for (const id of ids) {
    list.push(id);
  }
}

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

/** A chunk that is not done, and its place among those. */
interface OpenChunk {
  vb: number;
  dispatchId: number;
  chunkId: number;
  channel: number;
  ids: Buffer;
  done: number;
}

interface OpenRetry {
  vb: number;
  dispatchId: number;
  channel: number;
  id: number;
}

/** Chunks of a page: their recipients are in memory together. */
const PAGE_CHUNKS = 200;
const PAGE_RETRIES = 20_000;
const FIRST_CHUNK = { vb: -1, dispatchId: 0, chunkId: 0 };
const FIRST_RETRY = { vb: -1, dispatchId: 0, channel: 0, id: 0 };

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

  /**
   * Recipients of open runs without a result, a page at a time · chunk_open, retry_by_dispatch. Retries are read before and after
   * the chunks: one may become a chunk, and a chunk may leave some, in between.
   */
  async *readWaiting(appId: number, dispatchIds: readonly number[]): AsyncGenerator<WaitingRecipients> {
    if (dispatchIds.length > 0) {
      yield* this.readRetries(appId, dispatchIds);
      yield* this.readChunks(appId, dispatchIds);
      yield* this.readRetries(appId, dispatchIds);
    }
  }

  private async *readChunks(appId: number, dispatchIds: readonly number[]): AsyncGenerator<WaitingRecipients> {
    let last: Pick<OpenChunk, 'vb' | 'dispatchId' | 'chunkId'> | undefined = FIRST_CHUNK;
    while (last) {
      const rows: OpenChunk[] = await this.db.rows<OpenChunk>(
        `SELECT c.vb, c.dispatch_id AS "dispatchId", c.chunk_id AS "chunkId", c.channel, c.ids, c.done
           FROM delivery.chunk AS c
          WHERE c.app_id = $1 AND c.dispatch_id = ANY ($2::bigint[]) AND c.state = 0
            AND (c.vb, c.dispatch_id, c.chunk_id) > ($3::smallint, $4::bigint, $5::bigint)
          ORDER BY c.vb, c.dispatch_id, c.chunk_id LIMIT ${PAGE_CHUNKS}`,
        [appId, numberArray(dispatchIds), last.vb, last.dispatchId, last.chunkId],
      );
      yield toWaiting(rows.map(({ channel, ids, done }) => ({ channel, ids: decodeIds(ids).slice(done) })));
      last = rows.length < PAGE_CHUNKS ? undefined : rows.at(-1);
    }
  }

  private async *readRetries(appId: number, dispatchIds: readonly number[]): AsyncGenerator<WaitingRecipients> {
    let last: OpenRetry | undefined = FIRST_RETRY;
    while (last) {
      const rows: OpenRetry[] = await this.db.rows<OpenRetry>(
        `SELECT r.vb, r.dispatch_id AS "dispatchId", r.channel, r.recipient_id AS id FROM delivery.retry AS r
          WHERE r.app_id = $1 AND r.dispatch_id = ANY ($2::bigint[])
            AND (r.vb, r.dispatch_id, r.channel, r.recipient_id) > ($3::smallint, $4::bigint, $5::smallint, $6::bigint)
          ORDER BY r.vb, r.dispatch_id, r.channel, r.recipient_id LIMIT ${PAGE_RETRIES}`,
        [appId, numberArray(dispatchIds), last.vb, last.dispatchId, last.channel, last.id],
      );
      yield toWaiting(rows.map(({ channel, id }) => ({ channel, ids: [id] })));
      last = rows.length < PAGE_RETRIES ? undefined : rows.at(-1);
    }
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

function toWaiting(rows: readonly { channel: number; ids: readonly number[] }[]): WaitingRecipients {
  const idsOf = (isUser: boolean): number[] =>
    rows.flatMap(({ channel, ids }) => (CONTACT_CHANNEL_NUMBERS.includes(channel) === isUser ? ids : []));
  return { installations: idsOf(false), users: idsOf(true) };
}

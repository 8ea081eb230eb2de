import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import { Database, prepared, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { decodePairs, encodePairs } from '../model/recipient-set.js';

/** The recipient of someone who may go on. @property channel  0: the id is that of a user that the launch did not find */
export interface NextRow {
  vb: number;
  dispatchId: number;
  channel: number;
  recipientId: number;
  isBounce: boolean;
}

/** Recipients of one channel that are frozen, with their users. */
export interface FrozenPersons {
  dispatchId: number;
  channel: number;
  userOf: ReadonlyMap<number, number>;
}

/** A campaign with rows that are due. */
export interface DueCampaign {
  appId: number;
  leadId: number;
}

/** Statements of `next_content` and `frozen_person`. */
@Injectable()
export class NextContentRepository {
  constructor(private readonly db: Database) {}

  /** Adds recipients of one dispatch; a repeat changes nothing. Up to a batch of rows · primary key. */
  async insert(tx: Tx, { appId, leadId }: DueCampaign, rows: readonly NextRow[]): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.next_content (vb, app_id, dispatch_id, channel, recipient_id, lead_id, is_bounce)
       SELECT r.vb, $1, r.dispatch_id, r.channel, r.recipient_id, $2, r.is_bounce
         FROM unnest($3::smallint[], $4::bigint[], $5::smallint[], $6::bigint[], $7::boolean[])
           AS r (vb, dispatch_id, channel, recipient_id, is_bounce)
       ON CONFLICT DO NOTHING`,
      [appId, leadId, ...toColumns(rows), rows.map(({ isBounce }) => isBounce)],
    );
  }

  /** Stores which users some frozen recipients have, by the buckets of the users · a row for each · primary key. */
  async addPersons(tx: Tx, appId: number, persons: readonly FrozenPersons[]): Promise<void> {
    const rows = persons.flatMap(({ dispatchId, channel, userOf }) => {
      const byBucket = groupBy([...userOf], ([, uid]) => bucketOfId(uid));
      return [...byBucket].map(([vb, pairs]) => ({ vb, dispatchId, channel, pairs: encodePairs(new Map(pairs)) }));
    });
    if (rows.length === 0) {
      return;
    }
    await tx.affected(
      `INSERT INTO delivery.frozen_person AS p (vb, app_id, dispatch_id, channel, pairs)
       SELECT r.vb, $1, r.dispatch_id, r.channel, r.pairs
         FROM unnest($2::smallint[], $3::bigint[], $4::smallint[], $5::bytea[]) AS r (vb, dispatch_id, channel, pairs)
        ORDER BY r.vb, r.dispatch_id, r.channel
       ON CONFLICT (vb, app_id, dispatch_id, channel) DO UPDATE SET pairs = p.pairs || excluded.pairs`,
      [
        appId,
        rows.map(({ vb }) => vb),
        rows.map(({ dispatchId }) => dispatchId),
        rows.map(({ channel }) => channel),
        rows.map(({ pairs }) => pairs),
      ],
    );
  }

  /** Frozen recipients of some dispatches in the buckets of users · primary key. */
  async findPersons(appId: number, dispatchIds: readonly number[], vbs: readonly number[]): Promise<FrozenPersons[]> {
    const rows = await this.db.rows<{ dispatchId: number; channel: number; pairs: Buffer }>(
      `SELECT p.dispatch_id AS "dispatchId", p.channel, p.pairs FROM delivery.frozen_person AS p
        WHERE p.vb = ANY ($3::smallint[]) AND p.app_id = $1 AND p.dispatch_id = ANY ($2::bigint[])`,
      [appId, dispatchIds, vbs],
    );
    return rows.map(({ pairs, ...row }) => ({ ...row, userOf: decodePairs(pairs) }));
  }

  /** Campaigns with rows that are due; at most 1,000, those that wait the longest first · next_content_due. */
  async findDue(): Promise<DueCampaign[]> {
    return this.db.rows(
      prepared(`SELECT n.app_id AS "appId", n.lead_id AS "leadId"
         FROM (SELECT w.app_id, w.lead_id, w.due_at FROM delivery.next_content AS w
                WHERE w.due_at <= now() ORDER BY w.due_at LIMIT 50000) AS n
        GROUP BY n.app_id, n.lead_id ORDER BY min(n.due_at) LIMIT 1000`),
    );
  }

  /** Takes due rows of a campaign · next_content_by_lead · locks them, skipping locked ones. */
  async take(tx: Tx, { appId, leadId }: DueCampaign, limit: number): Promise<NextRow[]> {
    return tx.rows(
      `SELECT n.vb, n.dispatch_id AS "dispatchId", n.channel, n.recipient_id AS "recipientId", n.is_bounce AS "isBounce"
         FROM delivery.next_content AS n
        WHERE n.lead_id = $1 AND n.app_id = $2 AND n.due_at <= now()
        ORDER BY n.due_at, n.vb, n.recipient_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [leadId, appId, limit],
    );
  }

  /** Ends rows that were taken · primary key. */
  async delete(tx: Tx, appId: number, rows: readonly NextRow[]): Promise<void> {
    if (rows.length > 0) {
      await tx.affected(
        `DELETE FROM delivery.next_content AS n
          USING unnest($2::smallint[], $3::bigint[], $4::smallint[], $5::bigint[]) AS q (vb, dispatch_id, channel, recipient_id)
          WHERE n.vb = q.vb AND n.app_id = $1 AND n.dispatch_id = q.dispatch_id AND n.channel = q.channel
            AND n.recipient_id = q.recipient_id`,
        [appId, ...toColumns(rows)],
      );
    }
  }

  /** Lets rows that were taken wait · primary key. */
  async postpone(tx: Tx, appId: number, rows: readonly NextRow[], seconds: number): Promise<void> {
    if (rows.length > 0) {
      await tx.affected(
        `UPDATE delivery.next_content AS n SET due_at = now() + $6::float8 * interval '1 second'
           FROM unnest($2::smallint[], $3::bigint[], $4::smallint[], $5::bigint[]) AS q (vb, dispatch_id, channel, recipient_id)
          WHERE n.vb = q.vb AND n.app_id = $1 AND n.dispatch_id = q.dispatch_id AND n.channel = q.channel
            AND n.recipient_id = q.recipient_id`,
        [appId, ...toColumns(rows), seconds],
      );
    }
  }
}

function toColumns(rows: readonly NextRow[]): [number[], number[], number[], number[]] {
  return [
    rows.map(({ vb }) => vb),
    rows.map(({ dispatchId }) => dispatchId),
    rows.map(({ channel }) => channel),
    rows.map(({ recipientId }) => recipientId),
  ];
}

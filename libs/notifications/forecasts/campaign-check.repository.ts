import { Injectable } from '@nestjs/common';
import type { WorkClaim, WorkTable } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import type {
  CampaignForecast,
  CheckedCampaign,
  CheckedRequest,
  CheckFault,
  CheckReader,
  SeenCheck,
  SeenForecast,
  StoredCheck,
} from './campaign-check.types.js';

const COLUMNS = `
  c.app_id AS "appId", c.check_id AS "checkId", c.hash, c.starts_at AS "startsAt", c.waits, c.request, c.state, c.epoch,
  c.share, c.forecast, c.fault, c.ended_at AS "endedAt"`;

/** A check that has not said its share for so long has lost its process. */
export const CHECK_WORK: WorkTable = {
  name: 'notifications.campaign_check',
  id: 'check_id',
  order: 'created_at',
  isOpen: (row) => `${row}.state = 'OPEN'`,
  staleSeconds: 20,
  isSerial: false,
};

/** A request as JSON has it. */
type Written<R> = Omit<R, 'dueAt' | 'others'> & { dueAt: string | null; others?: Written<CheckedRequest>[] };
type Row = Omit<StoredCheck, 'request'> & { request: Written<CheckedRequest> };

/** The run of a check: a process that was taken over changes nothing any more. */
type Claim = Pick<StoredCheck, 'appId' | 'checkId' | 'epoch'>;

@Injectable()
export class CampaignCheckRepository {
  constructor(private readonly db: Database) {}

  /** 1 row, claimed by this process. */
  async insert({ appId, by }: CheckReader, { hash, startsAt, waits, request }: CheckedCampaign): Promise<StoredCheck> {
    const row = await this.db.row<Row>(
      `INSERT INTO notifications.campaign_check AS c
         (app_id, by_kind, by_id, hash, starts_at, waits, request, epoch, touched_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, 1, now()) RETURNING ${COLUMNS}`,
      [appId, by.kind, by.id, hash, startsAt, waits, JSON.stringify(request)],
    );
    return toCheck(row as Row);
  }

  /** Ends those that someone has asked for, but the newest `limit` · few rows are open · campaign_check_open. */
  async stopOlder({ appId, by }: CheckReader, limit: number): Promise<void> {
    await this.db.affected(
      `UPDATE notifications.campaign_check AS c SET state = 'STOPPED', ended_at = now()
       WHERE c.app_id = $1 AND c.state = 'OPEN' AND c.check_id IN (
         SELECT o.check_id FROM notifications.campaign_check AS o
         WHERE o.app_id = $1 AND o.by_kind = $2 AND o.by_id = $3 AND o.state = 'OPEN'
         ORDER BY o.check_id DESC OFFSET $4)`,
      [appId, by.kind, by.id, limit],
    );
  }

  /** Primary key. */
  async find({ appId, by }: CheckReader, checkId: number): Promise<StoredCheck | undefined> {
    const row = await this.db.row<Row>(
      `SELECT ${COLUMNS} FROM notifications.campaign_check AS c
       WHERE c.app_id = $1 AND c.check_id = $2 AND c.by_kind = $3 AND c.by_id = $4`,
      [appId, checkId, by.kind, by.id],
    );
    return row && toCheck(row);
  }

  /** 1 row · primary key. @returns false for what has ended, or is of someone else */
  async stop({ appId, by }: CheckReader, checkId: number): Promise<boolean> {
    const stopped = await this.db.affected(
      `UPDATE notifications.campaign_check AS c SET state = 'STOPPED', ended_at = now()
       WHERE c.app_id = $1 AND c.check_id = $2 AND c.by_kind = $3 AND c.by_id = $4 AND c.state = 'OPEN'`,
      [appId, checkId, by.kind, by.id],
    );
    return stopped === 1;
  }

  /** Begins a claimed check at its first user · 1 row · primary key. */
  async beginRun(tx: Tx, { appId, id }: WorkClaim): Promise<StoredCheck | undefined> {
    const row = await tx.row<Row>(
      `UPDATE notifications.campaign_check AS c SET share = 0
       WHERE c.app_id = $1 AND c.check_id = $2 RETURNING ${COLUMNS}`,
      [appId, id],
    );
    return row && toCheck(row);
  }

  /** 1 row · primary key. @returns false when it was stopped or taken over */
  async touch({ appId, checkId, epoch }: Claim, share: number): Promise<boolean> {
    const touched = await this.db.affected(
      `UPDATE notifications.campaign_check AS c SET share = $4, touched_at = now()
       WHERE c.app_id = $1 AND c.check_id = $2 AND c.epoch = $3 AND c.state = 'OPEN'`,
      [appId, checkId, epoch, share],
    );
    return touched === 1;
  }

  /** 1 row · primary key. */
  async end({ appId, checkId, epoch }: Claim, outcome: CampaignForecast | CheckFault): Promise<void> {
    const isDone = 'report' in outcome;
    await this.db.affected(
      `UPDATE notifications.campaign_check AS c
       SET state = $4, share = 1, forecast = $5::jsonb, fault = $6::jsonb, planned = $7, users = $8, ended_at = now()
       WHERE c.app_id = $1 AND c.check_id = $2 AND c.epoch = $3 AND c.state = 'OPEN'`,
      [
        appId,
        checkId,
        epoch,
        isDone ? 'DONE' : 'FAILED',
        isDone ? JSON.stringify(outcome) : null,
        isDone ? null : JSON.stringify(outcome),
        isDone ? outcome.report.planned : null,
        isDone ? outcome.report.users : null,
      ],
    );
  }

  /** 1 row · primary key. */
  async delete({ appId, checkId }: Claim): Promise<void> {
    await this.db.affected('DELETE FROM notifications.campaign_check WHERE app_id = $1 AND check_id = $2', [
      appId,
      checkId,
    ]);
  }

  /** Users of the newest check that reported this number of this campaign · the rows of a day · campaign_check_age. */
  async findUsers(appId: number, { hash, planned }: SeenForecast, freshSeconds: number): Promise<number | undefined> {
    const row = await this.db.row<{ users: number }>(
      `SELECT c.users FROM notifications.campaign_check AS c
       WHERE c.app_id = $1 AND c.hash = $2 AND c.planned = $3 AND c.state = 'DONE'
         AND c.ended_at > now() - make_interval(secs => $4)
       ORDER BY c.check_id DESC LIMIT 1`,
      [appId, hash, planned, freshSeconds],
    );
    return row?.users;
  }

  /** The newest check of a campaign by one member, under way or done lately · the rows of a day · campaign_check_age. */
  async findNewest({ appId, by }: CheckReader, hash: string, freshSeconds: number): Promise<StoredCheck | undefined> {
    const row = await this.db.row<Row>(
      `SELECT ${COLUMNS} FROM notifications.campaign_check AS c
       WHERE c.app_id = $1 AND c.by_kind = $2 AND c.by_id = $3 AND c.hash = $4 AND c.state IN ('OPEN', 'DONE')
         AND c.created_at > now() - make_interval(secs => $5)
       ORDER BY c.check_id DESC LIMIT 1`,
      [appId, by.kind, by.id, hash, freshSeconds],
    );
    return row && toCheck(row);
  }

  /** The newest check that reported this number to this member · the rows of a day · campaign_check_age. */
  async findSeen({ appId, by }: CheckReader, { hash, planned }: SeenForecast): Promise<SeenCheck | undefined> {
    return this.db.row<SeenCheck>(
      `SELECT c.request -> 'options' ->> 'draw' AS draw, c.forecast #> '{report,blanks}' AS blanks
       FROM notifications.campaign_check AS c
       WHERE c.app_id = $1 AND c.by_kind = $2 AND c.by_id = $3 AND c.hash = $4 AND c.planned = $5 AND c.state = 'DONE'
       ORDER BY c.check_id DESC LIMIT 1`,
      [appId, by.kind, by.id, hash, planned],
    );
  }

  /** At most `limit` · campaign_check_age. */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    return this.db.affected(
      `DELETE FROM notifications.campaign_check WHERE (app_id, check_id) IN (
         SELECT c.app_id, c.check_id FROM notifications.campaign_check AS c
         WHERE c.created_at < $1 ORDER BY c.created_at LIMIT $2)`,
      [before, limit],
    );
  }
}

function toCheck({ request, ...check }: Row): StoredCheck {
  return { ...check, request: toRequest(request) };
}

function toRequest({ dueAt, others, ...request }: Written<CheckedRequest>): CheckedRequest {
  return {
    ...request,
    dueAt: dueAt === null ? null : new Date(dueAt),
    ...(others && { others: others.map(toRequest) }),
  };
}

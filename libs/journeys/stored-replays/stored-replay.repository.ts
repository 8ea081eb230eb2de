import { Injectable } from '@nestjs/common';
import type { WorkClaim, WorkTable } from '#platform/background';
import { bigintArray, Database, type Statements, type Tx } from '#platform/db';
import type { Journey, JourneyDefinition } from '../model/journey.types.js';
import type { ReplayOutcome } from '../replay/replay.types.js';
import type { StoredReplay } from './stored-replay.types.js';

const COLUMNS = `r.app_id AS "appId", r.replay_id AS "replayId", r.journey_id AS "journeyId", r.version, r.days, r.epoch,
  r.share, r.state, r.by_name AS "byName", r.fault, r.definition, r.report, r.more, r.fewer, r.created_at AS "createdAt",
  r.ended_at AS "endedAt"`;

/** Replays of one application go one after the other: each reads all of its events. */
export const REPLAY_WORK: WorkTable = {
  name: 'journeys.replay',
  id: 'replay_id',
  order: 'created_at',
  isOpen: (row) => `${row}.state IN ('WAITING', 'RUNNING')`,
  staleSeconds: 60,
  isSerial: true,
};

type Claim = Pick<StoredReplay, 'appId' | 'replayId' | 'epoch'>;

/** A replay that is asked for. @property definition  another version; null: the running one */
export interface AskedReplay {
  days: number;
  byName: string;
  definition: JourneyDefinition | null;
}

/** Statements of `journeys.replay`. */
@Injectable()
export class StoredReplayRepository {
  constructor(private readonly db: Database) {}

  /** Locks the open replays of an application against others that are asked for · few rows. @returns how many */
  async lockOpen(tx: Tx, appId: number): Promise<number> {
    await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 356))', [`journeys.replay ${appId}`]);
    const row = await tx.row<{ open: number }>(
      `SELECT count(*) AS open FROM journeys.replay AS r
        WHERE r.app_id = $1 AND r.state IN ('WAITING', 'RUNNING')`,
      [appId],
    );
    return row?.open ?? 0;
  }

  /** 1 row. @returns its id */
  async insert(
    tx: Tx,
    { appId, journeyId, version }: Pick<Journey, 'appId' | 'journeyId' | 'version'>,
    { days, byName, definition }: AskedReplay,
  ): Promise<number> {
    const row = await tx.row<{ replayId: number }>(
      `INSERT INTO journeys.replay AS r (app_id, journey_id, version, days, by_name, definition)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb) RETURNING r.replay_id AS "replayId"`,
      [appId, journeyId, version, days, byName, definition && JSON.stringify(definition)],
    );
    return row?.replayId ?? 0;
  }

  /** Primary key. */
  async find(on: Statements, appId: number, replayId: number): Promise<StoredReplay | undefined> {
    return on.row<StoredReplay>(
      `SELECT ${COLUMNS} FROM journeys.replay AS r WHERE r.app_id = $1 AND r.replay_id = $2`,
      [appId, replayId],
    );
  }

  /** The newest replay of the running version of a journey · replay_journey. */
  async findNewest(appId: number, journeyId: number): Promise<StoredReplay | undefined> {
    return this.db.row<StoredReplay>(
      `SELECT ${COLUMNS} FROM journeys.replay AS r WHERE r.app_id = $1 AND r.journey_id = $2 AND r.definition IS NULL
        ORDER BY r.replay_id DESC LIMIT 1`,
      [appId, journeyId],
    );
  }

  /** The replay of a claim · primary key. */
  async findClaimed(tx: Tx, { appId, id }: WorkClaim): Promise<StoredReplay | undefined> {
    return this.find(tx, appId, Number(id));
  }

  /** Shows how far it is · 1 row · primary key. @returns false when it was removed or taken over */
  async touch({ appId, replayId, epoch }: Claim, share: number): Promise<boolean> {
    const touched = await this.db.affected(
      `UPDATE journeys.replay AS r SET share = $4, touched_at = now()
        WHERE r.app_id = $1 AND r.replay_id = $2 AND r.epoch = $3 AND r.state = 'RUNNING'`,
      [appId, replayId, epoch, share],
    );
    return touched === 1;
  }

  /** 1 row · primary key. @param outcome  or why there is none */
  async end({ appId, replayId, epoch }: Claim, outcome: ReplayOutcome | string): Promise<void> {
    const isFault = typeof outcome === 'string';
    const { difference, ...report } = isFault ? { difference: undefined } : outcome;
    const counts = difference && { difference: { more: difference.more.people, fewer: difference.fewer.people } };
    await this.db.affected(
      `UPDATE journeys.replay AS r SET state = $4, share = 1, fault = $5, report = $6::jsonb, more = $7::bigint[],
              fewer = $8::bigint[], ended_at = now()
        WHERE r.app_id = $1 AND r.replay_id = $2 AND r.epoch = $3 AND r.state = 'RUNNING'`,
      [
        appId,
        replayId,
        epoch,
        isFault ? 'FAILED' : 'DONE',
        isFault ? outcome : null,
        isFault ? null : JSON.stringify({ ...report, ...counts }),
        bigintArray(difference?.more.examples ?? []),
        bigintArray(difference?.fewer.examples ?? []),
      ],
    );
  }

  /** Takes users out of the examples · the rows of an application. @returns how many rows had some */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `UPDATE journeys.replay AS r
          SET more = ARRAY(SELECT u FROM unnest(r.more) AS u WHERE u <> ALL ($2::bigint[])),
              fewer = ARRAY(SELECT u FROM unnest(r.fewer) AS u WHERE u <> ALL ($2::bigint[]))
        WHERE r.app_id = $1 AND (r.more && $2::bigint[] OR r.fewer && $2::bigint[])`,
      [appId, bigintArray(uids)],
    );
  }

  /** The whole small table. */
  async deleteBefore(before: Date): Promise<void> {
    await this.db.affected('DELETE FROM journeys.replay AS r WHERE r.created_at < $1', [before]);
  }
}

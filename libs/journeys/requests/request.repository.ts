import { Injectable } from '@nestjs/common';
import type { Participant } from '#libs/notifications/approvals';
import { bigintArray, type Database, prepared, type Statements, type Tx } from '#platform/db';
import type { AskedChange, JourneyRequest, RequestOutcome, RequestVote } from './request.types.js';

const COLUMNS = `q.app_id AS "appId", q.request_id AS "requestId", q.journey_id AS "journeyId",
  q.base_version AS "baseVersion", q.base_state AS "baseState", q.state, q.definition, q.moved, q.self, q.needed,
  q.per_day AS "perDay", q.replay_id AS "replayId", q.outcome, q.words, q.behind, q.asked_at AS "askedAt",
  q.decided_at AS "decidedAt",
  jsonb_build_object('kind', q.author_kind, 'id', q.author_id, 'name', q.author_name) AS author`;

/** Statements of `journeys.request` and `journeys.request_vote`. */
@Injectable()
export class RequestRepository {
  /** Stores a request; one of the same journey that waits ends · 2 rows · request_open. @returns its id */
  async insert(
    tx: Tx,
    { journey, by: { by, behind }, state, definition, moved, self, needed, perDay }: AskedChange,
  ): Promise<number> {
    const { appId, journeyId, version } = journey;
    await tx.affected(
      `UPDATE journeys.request AS q SET outcome = 'replace', decided_at = now()
        WHERE q.app_id = $1 AND q.journey_id = $2 AND q.outcome IS NULL`,
      [appId, journeyId],
    );
    const row = await tx.row<{ requestId: number }>(
      `INSERT INTO journeys.request AS q (app_id, journey_id, base_version, base_state, state, definition, moved, self,
              needed, per_day, author_kind, author_id, author_name, behind)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $10, $11, $12, $13, $14)
       RETURNING q.request_id AS "requestId"`,
      [
        appId,
        journeyId,
        version,
        journey.state,
        state,
        JSON.stringify(definition),
        moved ? JSON.stringify(moved) : null,
        self,
        needed,
        perDay,
        by.kind,
        by.id,
        by.name,
        bigintArray(behind),
      ],
    );
    return row?.requestId ?? 0;
  }

  /** The newest request of a journey that waits · request_open. */
  async findOpen(on: Statements, appId: number, journeyId: number): Promise<JourneyRequest | undefined> {
    return on.row<JourneyRequest>(
      `SELECT ${COLUMNS} FROM journeys.request AS q
        WHERE q.app_id = $1 AND q.journey_id = $2 AND q.outcome IS NULL`,
      [appId, journeyId],
    );
  }

  /** Requests of an application that wait · few rows wait. */
  async listOpen(on: Statements, appId: number): Promise<JourneyRequest[]> {
    return on.rows<JourneyRequest>(
      `SELECT ${COLUMNS} FROM journeys.request AS q WHERE q.app_id = $1 AND q.outcome IS NULL ORDER BY q.request_id`,
      [appId],
    );
  }

  /** Requests of all applications without a forecast, or past their time · few rows wait · request_open. */
  async listUnready(db: Database, expired: Date): Promise<JourneyRequest[]> {
    return db.rows<JourneyRequest>(
      prepared(`SELECT ${COLUMNS} FROM journeys.request AS q
        WHERE q.outcome IS NULL AND (q.per_day IS NULL OR q.replay_id IS NULL OR q.asked_at < $1)
        ORDER BY q.request_id LIMIT 100`),
      [expired],
    );
  }

  /** Locks a request that waits · primary key. */
  async lockOpen(tx: Tx, appId: number, requestId: number): Promise<JourneyRequest | undefined> {
    return tx.row<JourneyRequest>(
      `SELECT ${COLUMNS} FROM journeys.request AS q
        WHERE q.app_id = $1 AND q.request_id = $2 AND q.outcome IS NULL FOR UPDATE`,
      [appId, requestId],
    );
  }

  /** 1 row · primary key. */
  async setReplay(tx: Tx, { appId, requestId }: JourneyRequest, replayId: number): Promise<void> {
    await tx.affected('UPDATE journeys.request AS q SET replay_id = $3 WHERE q.app_id = $1 AND q.request_id = $2', [
      appId,
      requestId,
      replayId,
    ]);
  }

  /** 1 row · primary key. */
  async setLimit(
    tx: Tx,
    { appId, requestId }: JourneyRequest,
    { perDay, needed }: { perDay: number; needed: number },
  ): Promise<void> {
    await tx.affected(
      `UPDATE journeys.request AS q SET per_day = $3, needed = $4
        WHERE q.app_id = $1 AND q.request_id = $2 AND q.per_day IS NULL`,
      [appId, requestId, perDay, needed],
    );
  }

  /** Ends a locked request · 1 row · primary key. */
  async end(
    tx: Tx,
    { appId, requestId }: Pick<JourneyRequest, 'appId' | 'requestId'>,
    outcome: RequestOutcome,
    words: string | null,
  ): Promise<void> {
    await tx.affected(
      `UPDATE journeys.request AS q SET outcome = $3, words = $4, decided_at = now()
        WHERE q.app_id = $1 AND q.request_id = $2 AND q.outcome IS NULL`,
      [appId, requestId, outcome, words],
    );
  }

  /** The approvals of a request, the oldest first · primary key. */
  async listVotes(on: Statements, appId: number, requestId: number): Promise<RequestVote[]> {
    return on.rows<RequestVote>(
      `SELECT jsonb_build_object('kind', v.actor_kind, 'id', v.actor_id, 'name', v.actor_name) AS by, v.behind, v.words,
              v.at FROM journeys.request_vote AS v WHERE v.app_id = $1 AND v.request_id = $2 ORDER BY v.at`,
      [appId, requestId],
    );
  }

  /** 1 row · primary key. */
  async insertVote(
    tx: Tx,
    { appId, requestId }: Pick<JourneyRequest, 'appId' | 'requestId'>,
    { by, behind }: Participant,
    words: string | null,
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO journeys.request_vote (app_id, request_id, actor_kind, actor_id, actor_name, behind, words)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [appId, requestId, by.kind, by.id, by.name, bigintArray(behind), words],
    );
  }
}

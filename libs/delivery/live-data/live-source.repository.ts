import { Injectable } from '@nestjs/common';
import type { Json } from '#libs/content';
import { Database, type Statements, type Tx } from '#platform/db';
import type { LiveSource } from './live-source.types.js';

const COLUMNS = `
  s.source_id AS "sourceId", s.app_id AS "appId", s.name, s.url, s.simulator, s.per, s.header_names AS "headerNames",
  s.sealed, s.cache_ms AS "cacheMs", s.timeout_ms AS "timeoutMs", s.on_failure AS "onFailure",
  s.per_second AS "perSecond"`;

/** Failures of a server in a row, after which a source is left alone. */
const MOST_FAILURES = 5;
/** For so long nothing calls it. */
const REST = "interval '30 seconds'";

export type NewSource = Omit<LiveSource, 'sourceId'>;

/** Statements of `delivery.live_source`, with the pace and the circuit breaker of each, and of `live_answer`. */
@Injectable()
export class LiveSourceRepository {
  constructor(private readonly db: Database) {}

  /** Some rows · live_source_name. */
  async list(on: Statements, appId: number): Promise<LiveSource[]> {
    return on.rows<LiveSource>(`SELECT ${COLUMNS} FROM delivery.live_source AS s WHERE s.app_id = $1 ORDER BY s.name`, [
      appId,
    ]);
  }

  /** Locks the sources of an application until the end of the transaction, so that two applies take turns. */
  async lock(tx: Tx, appId: number): Promise<LiveSource[]> {
    return tx.rows<LiveSource>(
      `SELECT ${COLUMNS} FROM delivery.live_source AS s WHERE s.app_id = $1 ORDER BY s.name FOR UPDATE`,
      [appId],
    );
  }

  /** Finds the sources among some names · live_source_name. */
  async find(appId: number, names: readonly string[]): Promise<LiveSource[]> {
    return this.db.rows<LiveSource>(
      `SELECT ${COLUMNS} FROM delivery.live_source AS s WHERE s.app_id = $1 AND s.name = ANY ($2::text[])`,
      [appId, names],
    );
  }

  async insert(tx: Tx, source: NewSource): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.live_source
         (app_id, name, url, simulator, per, header_names, sealed, cache_ms, timeout_ms, on_failure, per_second)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      toParams(source),
    );
  }

  /** Its old answers go: they may be those of another address. */
  async update(tx: Tx, source: NewSource): Promise<void> {
    await tx.affected(
      `WITH changed AS (
         UPDATE delivery.live_source AS s
            SET url = $3, simulator = $4, per = $5, header_names = $6, sealed = $7, cache_ms = $8, timeout_ms = $9,
                on_failure = $10, per_second = $11, failures = 0, open_until = NULL
          WHERE s.app_id = $1 AND s.name = $2 RETURNING s.source_id)
       DELETE FROM delivery.live_answer AS a USING changed AS c WHERE a.source_id = c.source_id`,
      toParams(source),
    );
  }

  async delete(tx: Tx, sourceId: number): Promise<void> {
    await tx.affected('DELETE FROM delivery.live_source WHERE source_id = $1', [sourceId]);
  }

  /** An answer that is still good · primary key. */
  async findAnswer(sourceId: number, key: Buffer): Promise<{ value: Json } | undefined> {
    return this.db.row<{ value: Json }>(
      'SELECT a.value FROM delivery.live_answer AS a WHERE a.source_id = $1 AND a.key = $2 AND a.expires_at > now()',
      [sourceId, key],
    );
  }

  /**
   * Takes the next place in the pace of a source. One row · primary key · locks it.
   *
   * @returns milliseconds to wait; undefined: it is gone, or left alone after failures
   */
  async takePlace(sourceId: number): Promise<number | undefined> {
    const row = await this.db.row<{ waitMs: number }>(
      `UPDATE delivery.live_source AS s SET next_at = greatest(s.next_at, now()) + interval '1 second' / s.per_second
        WHERE s.source_id = $1 AND (s.open_until IS NULL OR s.open_until <= now())
        RETURNING greatest(0, extract(epoch FROM s.next_at - interval '1 second' / s.per_second - now()) * 1000)::float8
                  AS "waitMs"`,
      [sourceId],
    );
    return row?.waitMs;
  }

  /** Stores an answer for others, and ends a row of failures. */
  async noteAnswer({ sourceId, appId, cacheMs }: LiveSource, key: Buffer, value: Json): Promise<void> {
    await this.db.affected(
      `WITH healthy AS (
         UPDATE delivery.live_source AS s SET failures = 0, open_until = NULL WHERE s.source_id = $1 AND s.failures > 0)
       INSERT INTO delivery.live_answer (source_id, key, app_id, value, expires_at)
       SELECT s.source_id, $2, $3, $4::jsonb, now() + $5 * interval '1 millisecond'
         FROM delivery.live_source AS s WHERE s.source_id = $1 AND $5 > 0
       ON CONFLICT (source_id, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
      [sourceId, key, appId, JSON.stringify(value), cacheMs],
    );
  }

  /** @returns true when the source is left alone from now on */
  async noteFailure(sourceId: number): Promise<boolean> {
    const row = await this.db.row<{ isOpen: boolean }>(
      `UPDATE delivery.live_source AS s
          SET failures = s.failures + 1,
              open_until = CASE WHEN s.failures + 1 >= ${MOST_FAILURES} THEN now() + ${REST} ELSE s.open_until END
        WHERE s.source_id = $1 RETURNING s.failures >= ${MOST_FAILURES} AS "isOpen"`,
      [sourceId],
    );
    return row?.isOpen ?? false;
  }

  /** Deletes shared answers about people, which name no person. @returns how many */
  async deletePersonal(tx: Tx, appId: number): Promise<number> {
    return tx.affected(
      `DELETE FROM delivery.live_answer AS a USING delivery.live_source AS s
        WHERE s.app_id = $1 AND s.per = 'person' AND a.source_id = s.source_id`,
      [appId],
    );
  }
}

function toParams(source: NewSource): (string | number | boolean | string[] | Buffer | null)[] {
  const { appId, name, url, simulator, per, headerNames, sealed, cacheMs, timeoutMs, onFailure, perSecond } = source;
  return [appId, name, url, simulator, per, headerNames, sealed, cacheMs, timeoutMs, onFailure, perSecond];
}

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** A circuit breaker that is not closed: why and how long an account sends nothing. */
export interface CircuitBreaker {
  accountId: number;
  since: Date;
  until: Date;
  /** Trips in a row; 0: the provider only asked to slow down. */
  trips: number;
  code: string;
  why: string;
}

/** An account with the version of its credentials. A breaker counts only for the version that tripped it. */
export interface AccountVersion {
  appId: number;
  accountId: number;
  version: number;
}

const COLUMNS = `r.account_id AS "accountId", r.since, r.rest_until AS until, r.trips, r.code, r.why`;

/** Statements of `delivery.account_rest`: one row for each account whose breaker is not closed. Each uses the primary key. */
@Injectable()
export class CircuitBreakerRepository {
  constructor(private readonly db: Database) {}

  /** Reads the breaker, and in the same statement whether the last fault of the account is not over. */
  async find({ appId, accountId, version }: AccountVersion): Promise<{ breaker?: CircuitBreaker; hasError: boolean }> {
    const row = await this.db.row<Omit<CircuitBreaker, 'until'> & { until: Date | null; hasError: boolean }>(
      `SELECT ${COLUMNS},
              EXISTS (SELECT FROM delivery.account_error e
                       WHERE e.account_id = $2 AND e.app_id = $1 AND e.ended_at IS NULL) AS "hasError"
         FROM (VALUES (1)) AS one
         LEFT JOIN delivery.account_rest r ON r.account_id = $2 AND r.app_id = $1 AND r.version = $3`,
      [appId, accountId, version],
    );
    const until = row?.until ?? null;
    return { hasError: row?.hasError ?? false, ...(row && until && { breaker: { ...row, until } }) };
  }

  async list(appId: number): Promise<CircuitBreaker[]> {
    return this.db.rows<CircuitBreaker>(`SELECT ${COLUMNS} FROM delivery.account_rest r WHERE r.app_id = $1`, [appId]);
  }

  /** Opens the breaker because the provider asked to slow down. Never shortens the time and never replaces a trip. */
  async throttle(account: AccountVersion, reason: { code: string; why: string; ms: number }): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.account_rest AS r (account_id, app_id, version, rest_until, trips, code, why)
       VALUES ($1, $2, $6, now() + $3::float8 * interval '1 millisecond', 0, $4, $5)
       ON CONFLICT (account_id) DO UPDATE
          SET since = CASE WHEN r.rest_until < now() THEN now() ELSE r.since END, rest_until = excluded.rest_until,
              code = excluded.code, why = excluded.why, trips = 0, version = excluded.version
        WHERE (r.rest_until < excluded.rest_until AND r.trips = 0) OR r.version <> excluded.version`,
      [account.accountId, account.appId, reason.ms, reason.code, reason.why, account.version],
    );
  }

  /**
   * Opens the breaker, each time twice as long as before. Many workers that find the same fault open it once.
   *
   * @param reason.jitter  share of the time to add
   * @returns undefined when it was open already
   */
  async trip(
    account: AccountVersion,
    reason: { code: string; why: string; firstMs: number; maxMs: number; jitter: number },
  ): Promise<CircuitBreaker | undefined> {
    return this.db.row<CircuitBreaker>(
      `INSERT INTO delivery.account_rest AS r (account_id, app_id, version, rest_until, trips, code, why)
       VALUES ($1, $2, $8, now() + $5::float8 * (1 + $7::float8) * interval '1 millisecond', 1, $3, $4)
       ON CONFLICT (account_id) DO UPDATE
          SET since = CASE WHEN r.trips = 0 OR r.version <> $8 THEN now() ELSE r.since END, probe_until = NULL,
              code = $3, why = $4, version = $8,
              trips = CASE WHEN r.version <> $8 THEN 1 ELSE least(r.trips + 1, 100) END,
              rest_until = now() + least($6::float8, $5::float8 * power(2, CASE WHEN r.version <> $8 THEN 0
                                   ELSE least(r.trips, 30) END)) * (1 + $7::float8) * interval '1 millisecond'
        WHERE r.trips = 0 OR r.rest_until < now() OR r.version <> $8
       RETURNING ${COLUMNS}`,
      [
        account.accountId,
        account.appId,
        reason.code,
        reason.why,
        reason.firstMs,
        reason.maxMs,
        reason.jitter,
        account.version,
      ],
    );
  }

  /**
   * Claims the probe of a half-open breaker, one worker at a time.
   *
   * @param timeoutMs  time without a report after which another worker may probe
   */
  async claimProbe(appId: number, accountId: number, timeoutMs: number): Promise<boolean> {
    const claimed = await this.db.affected(
      `UPDATE delivery.account_rest AS r SET probe_until = now() + $3::float8 * interval '1 millisecond'
        WHERE r.account_id = $2 AND r.app_id = $1 AND r.rest_until <= now()
          AND (r.probe_until IS NULL OR r.probe_until < now())`,
      [appId, accountId, timeoutMs],
    );
    return claimed === 1;
  }

  async reset(appId: number, accountId: number): Promise<boolean> {
    const count = await this.db.affected('DELETE FROM delivery.account_rest WHERE account_id = $2 AND app_id = $1', [
      appId,
      accountId,
    ]);
    return count === 1;
  }
}

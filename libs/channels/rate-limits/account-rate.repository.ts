import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Messages to send, and their limit. */
export interface RateLimitRequest {
  appId: number;
  accountId: number;
  /** A sender or recipient domain with a limit of its own; '' for the account. */
  key: string;
  /** Messages or segments. */
  cost: number;
  /** Limit a second; absent: only `rampFrom` limits. */
  perSecond?: number | undefined;
  /** Rate a second after a long pause. It doubles each minute. */
  rampFrom?: number | undefined;
  /** The request is granted only if the messages may leave within this time, in ms. */
  maxWaitMs: number;
}

/**
 * After this time without a message the ramp starts again (Google, "Scale with FCM": traffic should grow over at least
 * a minute).
 */
const RAMP_RESET = `interval '10 minutes'`;

/** Rate of a ramp that started at a time. After thirty doublings it is no limit any more. */
function rateSince(rampAt: string): string {
  return `least($5::float8, $6::float8 * power(2, least(30, floor(extract(epoch FROM now() - ${rampAt}) / 60))))`;
}

/**
 * Statements of `channels.pace`. One row is the limit of an account, of a sender or of a domain for all processes: it
 * has the time at which everything granted so far has been sent.
 */
@Injectable()
export class AccountRateRepository {
  constructor(private readonly db: Database) {}

  /**
   * Grants a request · one row · primary key · locks it for the statement. A request that would have to wait longer
   * than `maxWaitMs` is not granted.
   *
   * @returns ms until the messages may leave; undefined when not granted
   */
  async acquire(request: RateLimitRequest): Promise<number | undefined> {
    const row = await this.db.row<{ waitMs: number }>(
      `INSERT INTO channels.pace AS p (account_id, lane, app_id, free_at, ramp_at)
       VALUES ($1, $2, $3, now() + $4::float8 / ${rateSince('now()')} * interval '1 second', now())
       ON CONFLICT (account_id, lane) DO UPDATE
          SET ramp_at = CASE WHEN p.free_at < now() - ${RAMP_RESET} THEN now() ELSE p.ramp_at END,
              free_at = greatest(p.free_at, now()) + interval '1 second' * $4::float8 /
                CASE WHEN p.free_at < now() - ${RAMP_RESET} THEN ${rateSince('now()')} ELSE ${rateSince('p.ramp_at')} END
        WHERE p.free_at <= now() + $7::float8 * interval '1 millisecond'
       RETURNING 1000 * (extract(epoch FROM p.free_at - now()) - $4::float8 / ${rateSince('p.ramp_at')})::float8 AS "waitMs"`,
      [
        request.accountId,
        request.key,
        request.appId,
        request.cost,
        request.perSecond ?? null,
        request.rampFrom ?? null,
        request.maxWaitMs,
      ],
    );
    return row && Math.max(0, Math.ceil(row.waitMs));
  }

  /** Time until everything granted so far has been sent, in ms. One row · primary key. */
  async getWaitMs({ accountId, key }: Pick<RateLimitRequest, 'accountId' | 'key'>): Promise<number> {
    const row = await this.db.row<{ waitMs: number }>(
      `SELECT 1000 * extract(epoch FROM p.free_at - now())::float8 AS "waitMs"
         FROM channels.pace p WHERE p.account_id = $1 AND p.lane = $2`,
      [accountId, key],
    );
    return Math.max(0, Math.ceil(row?.waitMs ?? 0));
  }

  /** Messages a second that an account may send now. One row · primary key. */
  async getRate(account: Pick<RateLimitRequest, 'accountId' | 'perSecond' | 'rampFrom'>): Promise<number> {
    const row = await this.db.row<{ rate: number }>(
      `SELECT ${rateSince(`coalesce(p.ramp_at, now())`)} AS rate
         FROM (SELECT $1::integer AS id, $2::text AS lane, $3::integer AS app, $4::float8 AS cost) q
         LEFT JOIN channels.pace p
           ON p.account_id = q.id AND p.lane = q.lane AND p.free_at >= now() - ${RAMP_RESET}`,
      [account.accountId, '', 0, 0, account.perSecond ?? null, account.rampFrom ?? null],
    );
    return row?.rate ?? 1;
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** What is to leave, and how fast it may. */
export interface RateLimitRequest {
  appId: number;
  accountId: number;
  /** A sender or recipient domain with a pace of its own; '' for the account. */
  key: string;
  /** Messages, or whatever the pace counts. */
  cost: number;
  /** At most so many a second; absent: as `rampFrom` allows. */
  perSecond?: number | undefined;
  /** So many a second after a long rest, and twice as many each minute. */
  rampFrom?: number | undefined;
  /** Only when it may leave within this time, in ms. */
  maxWaitMs: number;
}

/** After so long without a message the ramp begins anew (Google, "Scale with FCM": traffic grows over a minute at least). */
const RAMP_RESET = `interval '10 minutes'`;

/** Rate at which a ramp stands; doubled thirty times it limits nothing any more. */
function rateSince(rampAt: string): string {
  return `least($5::float8, $6::float8 * power(2, least(30, floor(extract(epoch FROM now() - ${rampAt}) / 60))))`;
}

/**
 * Statements of `channels.pace`: one row says when the next message of an account, of a sender or to a domain may leave, for
 * all processes.
 */
@Injectable()
export class AccountRateRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes a turn · one row · primary key · locks it for the statement. The row carries the time until which everything
   * granted has left; a turn that would begin later than the patience is not taken.
   *
   * @returns ms until the turn begins; undefined when it was not granted
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

  /** How long everything granted so far takes, in ms. One row · primary key. */
  async getWaitMs({ accountId, key }: Pick<RateLimitRequest, 'accountId' | 'key'>): Promise<number> {
    const row = await this.db.row<{ waitMs: number }>(
      `SELECT 1000 * extract(epoch FROM p.free_at - now())::float8 AS "waitMs"
         FROM channels.pace p WHERE p.account_id = $1 AND p.lane = $2`,
      [accountId, key],
    );
    return Math.max(0, Math.ceil(row?.waitMs ?? 0));
  }

  /** Messages a second at which an account stands now. One row · primary key. */
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

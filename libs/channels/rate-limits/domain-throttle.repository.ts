import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** A recipient domain that throttles an account. */
export interface DomainThrottle {
  domain: string;
  /** Nothing is sent to the domain for this time, in ms. Negative: the domain still gets one message at a time. */
  waitMs: number;
}

export interface AccountDomain {
  appId: number;
  accountId: number;
  domain: string;
}

/** Stores throttles for all workers. */
export interface DomainThrottleStore {
  list(appId: number, accountId: number): Promise<DomainThrottle[]>;
  throttle(target: AccountDomain, reason: ThrottleReason): Promise<DomainThrottle | undefined>;
}

export interface ThrottleReason {
  code: string;
  /** First and longest duration, in ms. `jitter` is the share of it that is added at random. */
  firstMs: number;
  maxMs: number;
  jitter: number;
}

/** After a throttle ends, the domain is sent to slowly for this time. Another throttle in it lasts longer. */
const RECOVERY_TIME = `interval '10 minutes'`;

/** Counted by the database, so no other clock decides. */
const WAIT_MS = `(extract(epoch FROM r.rest_until - now()) * 1000)::float8 AS "waitMs"`;

/** Statements of `channels.domain_rest`: one row per domain that throttles an account. */
@Injectable()
export class DomainThrottleRepository implements DomainThrottleStore {
  constructor(private readonly db: Database) {}

  /** Domains that throttle or have throttled lately · a few rows · primary key · no locks. */
  async list(appId: number, accountId: number): Promise<DomainThrottle[]> {
    return this.db.rows<DomainThrottle>(
      `SELECT r.domain, ${WAIT_MS} FROM channels.domain_rest r
        WHERE r.account_id = $2 AND r.app_id = $1 AND r.rest_until > now() - ${RECOVERY_TIME}`,
      [appId, accountId],
    );
  }

  /**
   * Throttles a domain, for twice as long as the last time. Many workers with the same answer do it once · one row ·
   * primary key · locks it. Throttles of the account that ended long ago are deleted.
   *
   * @returns the current throttle; undefined when it was removed in between
   */
  async throttle(
    { appId, accountId, domain }: AccountDomain,
    { code, firstMs, maxMs, jitter }: ThrottleReason,
  ): Promise<DomainThrottle | undefined> {
    const started = await this.db.row<DomainThrottle>(
      `WITH over AS (
         DELETE FROM channels.domain_rest o
          WHERE o.account_id = $1 AND o.app_id = $3 AND o.domain <> $2 AND o.rest_until < now() - ${RECOVERY_TIME})
       INSERT INTO channels.domain_rest AS r (account_id, domain, app_id, rest_until, trips, code)
       VALUES ($1, $2, $3, now() + $5::float8 * (1 + $7::float8) * interval '1 millisecond', 1, $4)
       ON CONFLICT (account_id, domain) DO UPDATE
          SET code = excluded.code,
              trips = CASE WHEN r.rest_until < now() - ${RECOVERY_TIME} THEN 1 ELSE least(r.trips + 1, 30) END,
              rest_until = now() + (1 + $7::float8) * interval '1 millisecond' * least($6::float8, $5::float8 *
                power(2, CASE WHEN r.rest_until < now() - ${RECOVERY_TIME} THEN 0 ELSE r.trips END))
        WHERE r.rest_until < now()
       RETURNING r.domain, ${WAIT_MS}`,
      [accountId, domain, appId, code, firstMs, maxMs, jitter],
    );
    return started ?? (await this.find({ appId, accountId, domain }));
  }

  private async find({ appId, accountId, domain }: AccountDomain): Promise<DomainThrottle | undefined> {
    return this.db.row<DomainThrottle>(
      `SELECT r.domain, ${WAIT_MS} FROM channels.domain_rest r
        WHERE r.account_id = $1 AND r.domain = $2 AND r.app_id = $3`,
      [accountId, domain, appId],
    );
  }
}

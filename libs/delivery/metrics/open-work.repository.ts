import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Database, type Tx } from '#platform/db';
import { DISPATCH_STATES, HOLD_REASONS, type Lane } from '../model/delivery.types.js';
import { decodeIds } from '../model/recipient-set.js';
import { givenBack, OPEN, workerDemandSql } from './worker-demand.sql.js';

/**
 * Open chunks of a kind of send and channel. `resting`: given back, as those of an account that rests. `oldestSeconds`:
 * since the oldest one that no worker holds was due, the resting ones too.
 */
export interface OpenChunks {
  lane: Lane;
  channel: number;
  ready: number;
  leased: number;
  resting: number;
  waiting: number;
  paused: number;
  oldestSeconds: number | null;
}

/** Due sends that are not launched yet. */
export interface UnlaunchedSends {
  lane: Lane;
  count: number;
  oldestSeconds: number;
}

/** Rows that wait, counted up to `MAX_COUNTED`, and for how long the first one is due; 0: it is not yet. */
export interface Waiting {
  count: number;
  overdueSeconds: number;
}

/** `oldestSeconds`: since the oldest of them was made. `givenUp`: those that failed for good. */
export interface WaitingWebhooks extends Waiting {
  oldestSeconds: number;
  givenUp: number;
}

export interface OpenWork {
  chunks: OpenChunks[];
  unlaunched: UnlaunchedSends[];
  /** Recipients in flight of workers that hold their lease no more, by channel. */
  inDoubt: Map<number, number>;
  retries: Waiting;
  webhooks: WaitingWebhooks;
  /** The number of chunks that workers hold or could take now. */
  demand: number;
}

/** Rows that are counted of a list. More of them are a backlog in any case. */
const MAX_COUNTED = 10_000;
/** Chunks whose recipients in doubt are counted. */
const MAX_DOUBTFUL_CHUNKS = 1000;
/** An overloaded database is not asked longer for its figures. */
const STATEMENT_TIMEOUT_MS = 2000;

const LEASED = 'o.lease_until >= now()';
const CLAIMABLE = `${OPEN} AND (o.lease_until IS NULL OR o.lease_until < now())`;

/** Reads how much open work there is, for metrics. */
@Injectable()
export class OpenWorkRepository {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Open work of all applications, in one transaction · each statement at most two seconds, at most `MAX_COUNTED` rows of
   * a list · no locks.
   */
  async read(): Promise<OpenWork> {
    return this.db.tx(async (tx) => {
      await tx.affected(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
      return {
        chunks: await this.readChunks(tx),
        unlaunched: await this.readUnlaunched(tx),
        inDoubt: await this.readInDoubt(tx),
        retries: await this.readRetries(tx),
        webhooks: await this.readWebhooks(tx),
        demand: (await tx.row<{ demand: number }>(workerDemandSql(this.config.REOFFER_MS)))?.demand ?? 0,
      };
    });
  }

  /** All open chunks · chunk_open. */
  private async readChunks(tx: Tx): Promise<OpenChunks[]> {
    const resting = givenBack(this.config.REOFFER_MS);
    return tx.rows<OpenChunks>(
      `SELECT d.lane, o.channel,
              count(*) FILTER (WHERE ${CLAIMABLE} AND NOT ${resting}) AS ready,
              count(*) FILTER (WHERE ${CLAIMABLE} AND ${resting}) AS resting, count(*) FILTER (WHERE ${LEASED}) AS leased,
              count(*) FILTER (WHERE o.hold = ${HOLD_REASONS.waiting}) AS waiting,
              count(*) FILTER (WHERE o.hold = ${HOLD_REASONS.paused}) AS paused,
              extract(epoch FROM now() - min(greatest(d.due_at, o.due_at, d.launched_at))
                                         FILTER (WHERE ${CLAIMABLE}))::double precision AS "oldestSeconds"
         FROM delivery.chunk o JOIN delivery.dispatch d ON d.dispatch_id = o.dispatch_id
        WHERE o.state = 0
        GROUP BY d.lane, o.channel`,
    );
  }

  /** Due sends before the end of their launch, since their last wait for another launch · dispatch_open. */
  private async readUnlaunched(tx: Tx): Promise<UnlaunchedSends[]> {
    return tx.rows<UnlaunchedSends>(
      `SELECT d.lane, count(*) AS count,
              extract(epoch FROM now() - min(CASE WHEN d.state = ${DISPATCH_STATES.stored}
                                                   THEN least(now(), greatest(d.due_at, d.lease_until)) ELSE d.due_at END)
                     )::double precision AS "oldestSeconds"
         FROM delivery.dispatch d
        WHERE d.state < ${DISPATCH_STATES.sending} AND d.due_at <= now() AND d.paused_at IS NULL
        GROUP BY d.lane`,
    );
  }

  /** Ids in flight under leases that ran out · chunk_open. */
  private async readInDoubt(tx: Tx): Promise<Map<number, number>> {
    const rows = await tx.rows<{ channel: number; intent: Buffer }>(
      `SELECT o.channel, o.intent FROM delivery.chunk o
        WHERE o.state = 0 AND o.intent IS NOT NULL AND (o.lease_until IS NULL OR o.lease_until < now())
        LIMIT ${MAX_DOUBTFUL_CHUNKS}`,
    );
    const counts = new Map<number, number>();
    for (const { channel, intent } of rows) {
      counts.set(channel, (counts.get(channel) ?? 0) + decodeIds(intent).length);
    }
    return counts;
  }

  /** The first retries by their due time · retry_due. */
  private async readRetries(tx: Tx): Promise<Waiting> {
    const row = await tx.row<Waiting>(
      `SELECT count(*) AS count, ${secondsSince('min(r.due_at)')} AS "overdueSeconds"
         FROM (SELECT due_at FROM delivery.retry ORDER BY due_at LIMIT ${MAX_COUNTED}) AS r`,
    );
    return row ?? { count: 0, overdueSeconds: 0 };
  }

  /** The first webhook deliveries by their due time, and those that failed · hook_call_due, hook_call_failed. */
  private async readWebhooks(tx: Tx): Promise<WaitingWebhooks> {
    const row = await tx.row<WaitingWebhooks>(
      `SELECT count(*) AS count, ${secondsSince('min(c.due_at)')} AS "overdueSeconds",
              ${secondsSince('min(c.created_at)')} AS "oldestSeconds",
              (SELECT count(*) FROM (SELECT FROM delivery.hook_call WHERE failed_at IS NOT NULL
                                      LIMIT ${MAX_COUNTED}) AS f) AS "givenUp"
         FROM (SELECT due_at, created_at FROM delivery.hook_call WHERE failed_at IS NULL
                ORDER BY due_at LIMIT ${MAX_COUNTED}) AS c`,
    );
    return row ?? { count: 0, overdueSeconds: 0, oldestSeconds: 0, givenUp: 0 };
  }
}

/** Never negative; 0 for NULL. */
function secondsSince(moment: string): string {
  return `greatest(coalesce(extract(epoch FROM now() - ${moment}), 0), 0)::double precision`;
}

import pg from 'pg';
import { withTimeout } from '#platform/async';
import { CountTable, type MetricSource, type MetricValue } from '#platform/health';
import { connectionTo } from '#platform/postgres';
import { faultsOf, type Logger } from '#platform/runtime';
import { tolerateLosses } from '../statements/connection-losses.js';
import { isCancelled, isConnectionLoss, isRolledBack } from '../statements/database-errors.js';
import { SET_LIMITS, TIME_LIMITS } from '../pooler/time-limits.js';
import { markPooled, runWithSettings, type Param, type RawResult } from '../statements/statements.js';
import { LOG_POSITION } from './log-position.js';
import { DivergedError, ReplicaPosition } from './replica-position.js';

/**
 * The freshness that a read asks of a replica. `current`: everything that was committed before it; `recent`: a state
 * that is at most `DATABASE_READ_MAX_LAG_MS` old.
 */
export type Freshness = 'current' | 'recent';

const CONNECT_TIMEOUT_MS = 2000;
/** A server that reports its position later counts as away. */
const ANSWER_TIMEOUT_MS = 2000;
/** Reads wait for no replica that was away so short a time ago. */
const AWAY_MS = 2000;
/** The server ends a statement before. */
const QUERY_TIMEOUT_MS = TIME_LIMITS.statement_timeout + 5000;

const PLACES = ['replica', 'primary'] as const;
const REASONS = ['none', 'lag', 'conflict', 'away', 'error'] as const;
type Reason = (typeof REASONS)[number];

const BEHIND = 'reads go to the primary: the replica is too far behind';
const FAILED = 'reads go to the primary: the replica failed';

/** A server that follows the primary and answers reads. Whatever it cannot do is the caller's to do on the primary. */
export class Replica {
  private readonly pool: pg.Pool;
  private readonly position: ReplicaPosition;
  private readonly counts = new CountTable(['place', 'reason'], PLACES, REASONS);
  private awayUntil = 0;

  /**
   * @param options.url      Postgres URL, of a server or of a pooler in any mode
   * @param options.pool     connections at most
   * @param options.maxLagMs age of `recent` reads at most
   * @param options.askPrimary  position of the primary in the log
   */
  constructor(
    { url, pool, maxLagMs, askPrimary }: ReplicaOptions,
    private readonly logger: Logger,
  ) {
    this.pool = new pg.Pool({
      ...connectionTo(url, 'replica'),
      max: pool,
      application_name: 'herald-read',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    tolerateLosses(this.pool);
    markPooled(this.pool);
    this.pool.on('error', (err) => this.report('away', err));
    const ofReplica = async (): Promise<number> => {
      const { rows } = await withTimeout(ANSWER_TIMEOUT_MS, this.ask('', LOG_POSITION, []));
      return Number(rows[0]?.['position']);
    };
    this.position = new ReplicaPosition({ ofPrimary: askPrimary, ofReplica }, maxLagMs);
  }

  /**
   * Tests if the replica may answer a read now.
   *
   * @returns age of its state in ms, 0 for one that has everything; undefined: the primary must answer
   */
  async admit(freshness: Freshness): Promise<number | undefined> {
    if (performance.now() < this.awayUntil) {
      return this.decline('away');
    }
    try {
      const age = freshness === 'current' ? ((await this.position.catchUp()) ? 0 : undefined) : await this.findAge();
      if (age === undefined) {
        faultsOf(this.logger).report({ text: BEHIND, of: freshness });
        return this.decline('lag');
      }
      faultsOf(this.logger).end({ text: BEHIND, of: freshness });
      return age;
    } catch (error) {
      return this.giveUp(error);
    }
  }

  /** @returns undefined when the primary must answer; a statement that took too long is not begun again there */
  async run(settings: string, sql: string, params: readonly Param[]): Promise<RawResult | undefined> {
    try {
      const result = await this.ask(settings, sql, params);
      this.counts.row('replica').none += 1;
      return result;
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      return this.giveUp(error);
    }
  }

  /** Readings and statements since the start of the process. */
  countReads(): MetricValue[] {
    return this.counts
      .read()
      .filter(({ labels }) => (labels?.['place'] === 'replica') === (labels?.['reason'] === 'none'));
  }

  /**
   * How old the state of the replica is at most, in ms; undefined: not known, or beyond the limit.
   *
   * @throws what the replica answers
   */
  async findAge(): Promise<number | undefined> {
    return this.position.findAge();
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async ask(settings: string, sql: string, params: readonly Param[]): Promise<RawResult> {
    const client = await this.pool.connect();
    try {
      const result = await runWithSettings(client, `${SET_LIMITS} ${settings}`, sql, params);
      client.release();
      return result;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  private giveUp(error: unknown): undefined {
    const reason = isRolledBack(error) ? 'conflict' : isAway(error) ? 'away' : 'error';
    if (reason === 'away') {
      this.awayUntil = performance.now() + AWAY_MS;
      this.position.forget();
    }
    this.report(reason, error);
    return this.decline(reason);
  }

  private decline(reason: Reason): undefined {
    this.counts.row('primary')[reason] += 1;
    return undefined;
  }

  private report(reason: Reason, err: unknown): void {
    faultsOf(this.logger).report({ text: FAILED, of: reason, fields: { reason, err } });
  }
}

/** Metrics of a replica; without one they have no values. */
export function replicaMetrics(replica: Replica | undefined): MetricSource[] {
  return [
    {
      name: 'herald_replica_reads_total',
      help: 'Statements that the replica of DATABASE_READ_URL answered, and reads that went to the primary, by reason',
      labels: ['place', 'reason'],
      isCounter: true,
      read: () => replica?.countReads() ?? [],
    },
    {
      name: 'herald_replica_age_seconds',
      help: 'How old the state of the replica is at most; absent: not known, or beyond DATABASE_READ_MAX_LAG_MS',
      read: async () => {
        const age = await replica?.findAge();
        return age === undefined ? [] : [{ value: age / 1000 }];
      },
    },
  ];
}

/** Errors of the connection or of its pool, and a server that starts or stops; not what a server says of a statement. */
function isAway(error: unknown): boolean {
  return isConnectionLoss(error) || !(error instanceof pg.DatabaseError || error instanceof DivergedError);
}

export interface ReplicaOptions {
  url: string;
  pool: number;
  maxLagMs: number;
  askPrimary: () => Promise<number>;
}

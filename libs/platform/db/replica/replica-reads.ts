import { AsyncLocalStorage } from 'node:async_hooks';
import type { MetricSource } from '#platform/health';
import type { Param, RawResult } from '../statements/statements.js';
import { type Freshness, type Replica, replicaMetrics } from './replica.js';

/**
 * The connection for the statements of one reading. Once on the primary it stays there, so that no later statement is
 * older.
 */
interface Reading {
  isOnReplica: boolean;
}

/** The primary and what a statement begins with. */
export interface ReadsOptions {
  runOnPrimary: (sql: string, params: readonly Param[]) => Promise<RawResult>;
  settings: () => string;
  isInTransaction: () => boolean;
}

/**
 * Statements that a replica may answer: inside `within`, and while it is fresh enough. Everywhere else, without a
 * replica and inside a transaction they are statements of the primary.
 */
export class ReplicaReads {
  private readonly readings = new AsyncLocalStorage<Reading>();

  constructor(
    private readonly options: ReadsOptions,
    private readonly replica: Replica | undefined,
  ) {}

  /**
   * Runs reads that belong together. An inner call joins the outer one, whatever it asks for. Work that is streamed
   * takes each of its pieces through `open`.
   *
   * @param freshness  see `Freshness`
   * @param work       gets the age of what it reads in ms, 0 on the primary
   */
  async within<R>(freshness: Freshness, work: (ageMs: number) => Promise<R>): Promise<R> {
    return (await this.open(freshness))(work);
  }

  /** A reading whose pieces are run by the function that it returns. */
  async open(freshness: Freshness): Promise<<R>(work: (ageMs: number) => Promise<R>) => Promise<R>> {
    if (!this.replica || this.readings.getStore() || this.options.isInTransaction()) {
      return (work) => work(0);
    }
    const age = await this.replica.admit(freshness);
    const reading = { isOnReplica: age !== undefined };
    return (work) => this.readings.run(reading, () => work(age ?? 0));
  }

  async rows<R extends object>(sql: string, params: readonly Param[] = []): Promise<R[]> {
    return (await this.run(sql, params)).rows as R[];
  }

  async row<R extends object>(sql: string, params: readonly Param[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, params))[0];
  }

  metrics(): MetricSource[] {
    return replicaMetrics(this.replica);
  }

  async close(): Promise<void> {
    await this.replica?.close();
  }

  private async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    const reading = this.readings.getStore();
    if (this.replica && reading?.isOnReplica === true && !this.options.isInTransaction()) {
      const result = await this.replica.run(this.options.settings(), sql, params);
      if (result) {
        return result;
      }
      reading.isOnReplica = false;
    }
    return this.options.runOnPrimary(sql, params);
  }
}

import type { DataSource } from 'typeorm';
import { StatementRunner } from './statement-runner.js';
import { query, type Param, type RawClient, type RawResult, type Tx } from './statements.js';
import { Semaphore } from '#platform/async';

/**
 * A transaction, or a savepoint inside one, that statements join one after another: two of them side by side on one
 * connection would land inside each other's savepoints. While a savepoint is open nothing else of this level runs, so
 * work inside one must not wait for a statement that was begun beside it.
 */
export class TransactionScope extends StatementRunner implements Tx {
  /** Steps for after the commit. */
  readonly afterCommitSteps: (() => Promise<void>)[] = [];
  private readonly semaphore = new Semaphore(1);
  private hasEnded = false;

  constructor(
    source: DataSource,
    private readonly client: RawClient,
    private readonly depth = 0,
  ) {
    super(source);
  }

  afterCommit(work: () => Promise<void>): void {
    this.afterCommitSteps.push(work);
  }

  /** A statement of this very transaction: failing, it leaves nothing but a rollback. */
  async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    return this.runExclusive(() => query(this.client, sql, params));
  }

  /** Runs `work` behind a savepoint: what it did is undone when it throws. */
  async runInSavepoint<R>(work: (inner: TransactionScope) => Promise<R>): Promise<R> {
    return this.runExclusive(async () => {
      const inner = new TransactionScope(this.source, this.client, this.depth + 1);
      const name = `scope_${this.depth}`;
      await query(this.client, `SAVEPOINT ${name}`);
      let result: R;
      try {
        result = await work(inner);
      } catch (error) {
        await inner.end();
        await query(this.client, `ROLLBACK TO SAVEPOINT ${name}`);
        await query(this.client, `RELEASE SAVEPOINT ${name}`);
        throw error;
      }
      await inner.end();
      await query(this.client, `RELEASE SAVEPOINT ${name}`);
      this.afterCommitSteps.push(...inner.afterCommitSteps);
      return result;
    });
  }

  /** Waits for what is under way, and takes no more: whoever comes late was not waited for by the work. */
  async end(): Promise<void> {
    this.hasEnded = true;
    await this.semaphore.run(async () => undefined);
  }

  private async runExclusive<R>(work: () => Promise<R>): Promise<R> {
    return this.semaphore.run(async () => {
      if (this.hasEnded) {
        throw new Error('A statement came after the end of its transaction');
      }
      return work();
    });
  }
}

import type { DataSource } from 'typeorm';
import { StatementRunner } from './statement-runner.js';
import { Semaphore } from '#platform/async';
import { query, type Param, type RawClient, type RawResult, type Tx } from './statements/statements.js';

/**
 * A transaction or savepoint whose statements run one after another. Two concurrent savepoints on one connection would
 * nest in each other. While a savepoint is open nothing else of this level runs, so the work inside it must not wait
 * for a statement that was started beside it.
 */
export class TransactionScope extends StatementRunner implements Tx {
  /** Steps that run after the commit. */
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

  /** Runs a statement of this transaction. After its failure only a rollback is possible. */
  async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    return this.runExclusive(() => query(this.client, sql, params));
  }

  /** Runs `work` in a savepoint, which is rolled back when it throws. */
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

  /** Waits for running statements and refuses later ones. */
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

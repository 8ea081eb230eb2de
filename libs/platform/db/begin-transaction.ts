import type { QueryRunner } from 'typeorm';
import { MARK_COLUMNS, type TransactionMark } from './commit-outcome.js';
import { runQuery, type RawClient, type RawResult } from './statements/statements.js';

/** Opens a transaction and reads its id, in one round trip. */
export async function begin(client: RawClient, settings: string, maxLockWaitMs?: number): Promise<TransactionMark> {
  const limit = maxLockWaitMs === undefined ? '' : `SET LOCAL lock_timeout = ${Math.ceil(maxLockWaitMs)};`;
  // Statements without parameters are one message. Their results are a list.
  const results: unknown = await runQuery(client, {
    text: `START TRANSACTION; ${settings} ${limit} SELECT ${MARK_COLUMNS}`,
    values: [],
  });
  return (results as RawResult[]).at(-1)?.rows[0] as unknown as TransactionMark;
}

/** Opens a transaction that reads. @returns the id of its server process, which a pooler changes between transactions */
export async function beginRead(client: RawClient, settings: string): Promise<number> {
  const text = `START TRANSACTION READ ONLY; ${settings} SELECT pg_backend_pid() AS pid`;
  const results: unknown = await runQuery(client, { text, values: [] });
  return Number((results as RawResult[]).at(-1)?.rows[0]?.['pid']);
}

/** Opens a transaction that reads one snapshot. Without a mark its outcome cannot be asked for. */
export async function beginSnapshot(client: RawClient, settings: string): Promise<undefined> {
  await runQuery(client, { text: `START TRANSACTION ISOLATION LEVEL REPEATABLE READ; ${settings}`, values: [] });
}

export async function connect(runner: QueryRunner): Promise<RawClient> {
  return (await runner.connect()) as RawClient;
}

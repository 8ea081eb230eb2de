import { setTimeout as sleep } from 'node:timers/promises';
import type { RawClient, RawResult } from './statements.js';

/** By what an open transaction is found again when the answer to its commit was lost. */
export interface TransactionMark {
  /** An xid8 as text. */
  xid: string;
  /** When it began, as text of the server. */
  began: string;
}

/** What became of a transaction; `unknown` when nobody can tell in time. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/** How long a client waits for what became of its request, and between two questions. */
const MAX_WAIT_MS = 5000;
const PAUSE_MS = 100;

/** Opens a transaction and learns its number, in one round trip. */
export async function begin(client: RawClient): Promise<TransactionMark> {
  // Two statements without parameters are one message; their results come as a list.
  const results: unknown = await client.query({
    text: 'START TRANSACTION; SELECT pg_current_xact_id()::text AS xid, now()::text AS began',
    values: [],
  });
  const [, { rows } = { rows: [] }] = results as RawResult[];
  return rows[0] as unknown as TransactionMark;
}

/** Opens a transaction that reads what was there at its first statement. It has no mark: only its repeat can tell its fate. */
export async function beginSnapshot(client: RawClient): Promise<undefined> {
  await client.query({ text: 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ', values: [] });
}

/**
 * Asks what became of a transaction whose connection is gone, until it is known or the time is over.
 *
 * `aborted` is certain. `committed` counts only while a session of ours lives that is older than the transaction: after a
 * crash Postgres may give the number of a transaction of which nothing reached the disk to another one, but no session
 * survives a crash.
 *
 * @param ask  runs a statement on another connection; may throw while the server is away
 */
export async function findCommitOutcome(
  { xid, began }: TransactionMark,
  ask: (sql: string, params: string[]) => Promise<RawResult>,
): Promise<CommitOutcome> {
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(PAUSE_MS)) {
    try {
      const { rows } = await ask(
        `SELECT pg_xact_status($1::text::xid8) AS fate,
                EXISTS (SELECT FROM pg_stat_activity AS a
                         WHERE a.usename = current_user AND a.backend_start < $2::text::timestamptz) AS "isSame"`,
        [xid, began],
      );
      const status = rows[0]?.['fate'];
      if (status === 'aborted') {
        return 'aborted';
      }
      if (status === 'committed') {
        return rows[0]?.['isSame'] === true ? 'committed' : 'unknown';
      }
    } catch {
      // The server is away still, or has never heard of the number.
    }
  }
  return 'unknown';
}

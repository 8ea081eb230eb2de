import { setTimeout as sleep } from 'node:timers/promises';
import type { RawResult } from './statements/statements.js';

/** Identifies a transaction whose commit got no answer. */
export interface TransactionMark {
  /** An xid8 as text. */
  xid: string;
  /** Start time, as text of the server. */
  began: string;
  /** When the server was started, as its text: another server has another time. */
  server: string;
}

/** The columns of a mark, read inside the transaction. */
export const MARK_COLUMNS = `pg_current_xact_id()::text AS xid, now()::text AS began,
                             pg_postmaster_start_time()::text AS server`;

/** `unknown` when the server cannot tell in time. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/** How long the outcome is asked for, and the pause between two questions. */
const MAX_WAIT_MS = 5000;
const PAUSE_MS = 100;

/**
 * Asks for the outcome of a transaction whose connection is lost, until it is known or the time is over.
 *
 * `aborted` is certain. `committed` counts only on the same server, while a session exists that is older than the
 * transaction. After a crash Postgres may reuse the id of a transaction that never reached the disk, but no session
 * survives a crash. A promoted replica may reuse ids too, and its sessions survive: those of `DATABASE_READ_URL` are
 * some.
 *
 * @param ask  runs a statement on another connection; may throw while the server is not available
 */
export async function findCommitOutcome(
  { xid, began, server }: TransactionMark,
  ask: (sql: string, params: string[]) => Promise<RawResult>,
): Promise<CommitOutcome> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    try {
      const { rows } = await ask(
        `SELECT pg_xact_status($1::text::xid8) AS fate,
                pg_postmaster_start_time() = $3::text::timestamptz AND
                EXISTS (SELECT FROM pg_stat_activity AS a
                         WHERE a.usename = current_user AND a.backend_start < $2::text::timestamptz) AS "isSame"`,
        [xid, began, server],
      );
      const status = rows[0]?.['fate'];
      if (status === 'aborted') {
        return 'aborted';
      }
      if (status === 'committed') {
        return rows[0]?.['isSame'] === true ? 'committed' : 'unknown';
      }
    } catch {
      // The server is not available yet, or does not know the id.
    }
  }
  return 'unknown';
}

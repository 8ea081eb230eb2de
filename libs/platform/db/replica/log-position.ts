import type { Statements } from '../statements/statements.js';

/**
 * @property position   bytes of log that its state has: replayed on a replica, on the disk of a primary
 * @property isReplica  whether it follows another server
 */
export interface LogPosition {
  position: number;
  isReplica: boolean;
}

/** A server has either the one or the other position. One row. */
export const LOG_POSITION = `SELECT pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                                                         ELSE pg_current_wal_flush_lsn() END, '0/0')::bigint AS position,
                                    pg_is_in_recovery() AS "isReplica"`;

/** Finds the position of a server in the log: on a primary every commit that was answered is before. */
export async function findLogPosition(on: Statements): Promise<LogPosition> {
  const row = await on.row<LogPosition>(LOG_POSITION);
  if (!row) {
    throw new Error('Postgres tells no position of its log');
  }
  return row;
}

import type { Statements } from '#platform/db';
import { describeSeconds } from './words.js';

/** A session that another one waits for. */
export interface Blocker {
  pid: number;
  /** The name of the session: `pg_dump`, `psql`, `herald`. */
  program: string;
  /** How long its transaction runs; null where the role may not see it. */
  seconds: number | null;
}

/** An index that is being built, by `pg_stat_progress_create_index`. */
export interface IndexBuild {
  phase: string;
  /** Done of the phase, from 0 to 1; null: not known. */
  share: number | null;
}

/** Looks from another connection at what a session is doing. */
export class SessionWatch {
  /** @param pid  process id of the session in Postgres */
  constructor(
    private readonly db: Statements,
    private readonly pid: number,
  ) {}

  /** Sessions that this one waits for, those of the oldest transactions first · no locks. */
  async findBlockers(): Promise<Blocker[]> {
    return this.db.rows<Blocker>(
      `SELECT a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'a session') AS program,
              extract(epoch FROM clock_timestamp() - a.xact_start)::float8 AS seconds
         FROM pg_stat_activity a WHERE a.pid = ANY(pg_blocking_pids($1)) ORDER BY a.xact_start LIMIT 3`,
      [this.pid],
    );
  }

  /** The index that this session is building. */
  async findBuild(): Promise<IndexBuild | undefined> {
    return this.db.row<IndexBuild>(
      `SELECT phase,
              CASE WHEN tuples_total > 0 THEN tuples_done::float8 / tuples_total
                   WHEN blocks_total > 0 THEN blocks_done::float8 / blocks_total END AS share
         FROM pg_stat_progress_create_index WHERE pid = $1`,
      [this.pid],
    );
  }
}

/** `process 4711 (pg_dump, for 12 min)`; undefined: no one was seen. */
export function describeBlockers(blockers: readonly Blocker[]): string | undefined {
  return blockers.length === 0
    ? undefined
    : blockers
        .map(({ pid, program, seconds }) => {
          const age = seconds === null ? '' : `, for ${describeSeconds(seconds)}`;
          return `process ${pid} (${program}${age})`;
        })
        .join(', ');
}

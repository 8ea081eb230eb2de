import { readdirSync, readFileSync } from 'node:fs';
import { cpuMsOf, treeCpuMs } from '../../../test/support/processes/children.js';

/**
 * CPU time of a server, in milliseconds.
 *
 * @property sessions    statements of clients
 * @property autovacuum  its workers come when a minute is over, so some runs have one and others have none
 * @property background  checkpoints, writers of log and pages, statistics, and processes too short to be seen
 */
export interface PostgresCpu {
  sessions: number;
  autovacuum: number;
  background: number;
}

export function sumOf({ sessions, autovacuum, background }: PostgresCpu): number {
  return sessions + autovacuum + background;
}

/** Sees each process that lives this long. One look reads some forty small files. */
const LOOK_MS = 200;

/**
 * Begins to count the CPU time of a server by kind of process, which Postgres writes into their titles.
 *
 * @param pid  the server's first process
 * @returns ends the count
 */
export function watchPostgresCpu(pid: number): () => PostgresCpu {
  const before = treeCpuMs(pid);
  const first = look(pid);
  const last = new Map(first);
  const update = (): void => look(pid).forEach((seen, child) => last.set(child, seen));
  const timer = setInterval(update, LOOK_MS);
  return () => {
    clearInterval(timer);
    update();
    const total = treeCpuMs(pid) - before;
    const sum = (kind: Kind): number =>
      [...last].reduce((ms, [child, seen]) => ms + (seen.kind === kind ? seen.ms - (first.get(child)?.ms ?? 0) : 0), 0);
    const [sessions, autovacuum] = [sum('session'), sum('autovacuum')];
    return { sessions, autovacuum, background: total - sessions - autovacuum };
  };
}

type Kind = 'session' | 'autovacuum' | 'other';

function look(pid: number): Map<number, { kind: Kind; ms: number }> {
  return new Map(
    childrenOf(pid).flatMap((child): [number, { kind: Kind; ms: number }][] => {
      const title = read(`/proc/${child}/cmdline`);
      return title === undefined ? [] : [[child, { kind: kindOf(title), ms: cpuMsOf(child) }]];
    }),
  );
}

/** Titles: `postgres: USER DATABASE HOST(PORT) …`, `postgres: parallel worker for PID …`, `postgres: autovacuum worker …`. */
function kindOf(title: string): Kind {
  if (title.includes('autovacuum')) {
    return 'autovacuum';
  }
  return /\(\d+\)|\[local\]|parallel worker/.test(title) ? 'session' : 'other';
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : undefined;
    return stat !== undefined && Number(/\) \S (\d+)/.exec(stat)?.[1]) === pid ? [Number(name)] : [];
  });
}

/** Undefined when the process is gone. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

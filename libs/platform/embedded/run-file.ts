import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord, serviceUrl } from './embedded-record.js';
import { readCommand, isAlive } from './stale-server.js';

/** One process of a running Herald. */
export interface RunningProcess {
  name: string;
  pid: number;
  /** HTTP port of its health and metrics; null while it is not ready. */
  port: number | null;
  /** Other ports by purpose: `inboundMail` of the gateway. */
  ports?: Readonly<Record<string, number>>;
}

/** `run.json` of a home: the running processes and their ports. Scripts may read it; it has no secret. */
export interface RunState {
  /** The supervisor's process. */
  pid: number;
  startedAt: string;
  /** Base URL of the gateway. */
  address: string;
  /** The embedded database; null with DATABASE_URL. */
  database: { pid: number; port: number } | null;
  processes: RunningProcess[];
}

/** The running Herald of a home. */
export interface RunningHerald extends RunState {
  /** URL of the embedded database with its password; null with DATABASE_URL or when it is not up. */
  url: string | null;
}

const runPath = (home: string) => join(home, 'run.json');

/** Writes another file and renames it: a reader never sees half a file. */
export async function writeRunState(home: string, state: RunState): Promise<void> {
  const draft = `${runPath(home)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o644 });
  await rename(draft, runPath(home));
}

export async function removeRunState(home: string): Promise<void> {
  await rm(runPath(home), { force: true });
}

/** The content of `run.json`, possibly of an ended run; null when there is none or it is unreadable. */
export async function readRunState(home: string): Promise<RunState | null> {
  try {
    return JSON.parse(await readFile(runPath(home), 'utf8')) as RunState;
  } catch {
    return null;
  }
}

/**
 * The running Herald of a home: its supervisor exists, and its process id is not reused by another program.
 *
 * @returns null when none is running
 */
export async function findRunningHerald(home: string): Promise<RunningHerald | null> {
  const state = await readRunState(home);
  if (state === null || !(await isHerald(state.pid))) {
    return null;
  }
  const record = state.database === null ? null : await readRecord(home);
  const url =
    state.database !== null && record !== null && isAlive(state.database.pid)
      ? serviceUrl(record, state.database.port)
      : null;
  return { ...state, url };
}

/** Processes of an earlier run that are still running without their supervisor. */
export async function findOrphans(home: string): Promise<RunningProcess[]> {
  const state = await readRunState(home);
  if (state === null || (await isHerald(state.pid))) {
    return [];
  }
  const alive = await Promise.all(state.processes.map((entry) => isHerald(entry.pid)));
  return state.processes.filter((_, index) => alive[index]);
}

/** Every process of Herald runs an entry `…apps/<name>/main.js`; the supervisor also `herald up`, by its file or its link. */
const COMMAND = /apps[\\/]\w+[\\/]main\.(js|ts)|(^|[\\/\s])herald(\.mjs)? up\b/;

/** Tests if a process is one of Herald, and not another with its number. */
async function isHerald(pid: number): Promise<boolean> {
  return isAlive(pid) && COMMAND.test(await readCommand(pid));
}

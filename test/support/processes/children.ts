import { type ChildProcess, fork } from 'node:child_process';
import { openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlagsOf } from '../../../apps/cli/up/node-flags.js';

/** A server process of the product, as the supervisor runs it. */
export interface Child {
  name: string;
  pid: number;
  port: number;
  /** Sends a signal and resolves with the exit code when the process has ended; null: a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the exit code when the process has ended, whatever ended it. */
  ended: Promise<number | null>;
  /** The end of its log, if it has one of its own. */
  lastLines(): string;
  /** Its log from the beginning, if it has one of its own. */
  readLog(): string;
  /** User and system CPU time so far, in milliseconds. */
  cpuMs(): number;
  /** Resident memory, in bytes. */
  rssBytes(): number;
}

/** On a machine with much other work a start of unbundled files takes longer than a minute. */
const START_TIMEOUT_MS = 180_000;
const TICKS_PER_SECOND = 100;

/**
 * Starts a server process and waits until it says that it is ready.
 *
 * @param env   only what the process is given, plus PATH
 * @param logs  a folder for its log, or what the log is written to
 * @param execArgv  settings of Node; absent: those of the supervisor
 * @throws Error with the end of its log when it ends or says nothing within three minutes
 */
export async function startChild(
  name: string,
  env: Record<string, string>,
  logs: string,
  entry = join('dist', 'apps', name, 'main.js'),
  execArgv = execArguments(name),
): Promise<Child> {
  const logFile = statSync(logs).isDirectory() ? join(logs, `${name}-${Date.now()}.log`) : logs;
  const out = openSync(logFile, 'a');
  const child = fork(entry, {
    env: { PATH: process.env['PATH'] ?? '', NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '', ...env },
    stdio: ['ignore', out, out, 'ipc'],
    execArgv,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const port = await readyPort(child, logFile);
  const pid = child.pid ?? 0;
  return {
    name,
    pid,
    port,
    ended,
    lastLines: () => lastLinesOf(logFile),
    readLog: () => textOf(logFile),
    cpuMs: () => cpuMsOf(pid),
    rssBytes: () => rssBytesOf(pid),
    end: (signal) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve(child.exitCode);
          return;
        }
        child.once('exit', resolve);
        child.kill(signal);
      }),
  };
}

/** Arguments that the supervisor gives; `PROFILE=worker` leaves a CPU profile of that process in the current folder. */
function execArguments(name: string): string[] {
  const profile = process.env['PROFILE'] === name ? ['--cpu-prof', '--cpu-prof-dir=.'] : [];
  return [...nodeFlagsOf(name), ...profile];
}

function readyPort(child: ChildProcess, logFile: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (kind: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${kind}:\n${lastLinesOf(logFile)}`));
    };
    const timer = setTimeout(() => fail(`${logFile} says nothing for three minutes`), START_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`a process ended with ${code}`);
    });
    child.on('message', (message: { type?: string; port?: number }) => {
      if (message.type === 'ready' && message.port !== undefined) {
        clearTimeout(timer);
        child.removeAllListeners('exit');
        resolve(message.port);
      }
    });
  });
}

function lastLinesOf(logFile: string): string {
  return textOf(logFile).slice(-2000);
}

function textOf(logFile: string): string {
  return statSync(logFile).isFile() ? readFileSync(logFile, 'utf8') : '';
}

/** Resident memory of a process, in bytes. */
export function rssBytesOf(pid: number): number {
  return statusBytesOf(pid, 'VmRSS');
}

/** The highest resident memory of a process since it began, or since `resetPeakRss`, in bytes. */
export function peakRssBytes(pid: number): number {
  return statusBytesOf(pid, 'VmHWM');
}

/** Begins to look for the highest resident memory of a process again (proc(5), `clear_refs`). */
export function resetPeakRss(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function statusBytesOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** User and system CPU time of a process so far, in milliseconds; 0 once it is gone. */
export function cpuMsOf(pid: number): number {
  const stat = readStat(pid);
  return stat ? stat.own : 0;
}

/** CPU time of a process, of its children, and of those children that have ended, in milliseconds. */
export function treeCpuMs(pid: number): number {
  const stats = new Map(
    readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
      return stat ? [[Number(name), stat] as const] : [];
    }),
  );
  const sumOf = (root: number): number => {
    const stat = stats.get(root);
    return [...stats].reduce(
      (sum, [child, { parent }]) => (parent === root ? sum + sumOf(child) : sum),
      (stat?.own ?? 0) + (stat?.ended ?? 0),
    );
  };
  return sumOf(pid);
}

/** CPU time of this process's children that have ended, and of theirs, in milliseconds. */
export function endedChildrenCpuMs(): number {
  return readStat(process.pid)?.ended ?? 0;
}

/** From /proc/<pid>/stat (proc(5)): parent, utime + stime, cutime + cstime; times in clock ticks. */
function readStat(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ms = (from: number): number => (((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * 1000) / TICKS_PER_SECOND;
    return { parent: fields[1] ?? 0, own: ms(11), ended: ms(13) };
  } catch {
    return undefined;
  }
}

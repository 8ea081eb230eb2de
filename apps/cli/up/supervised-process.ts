import { fork, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError, openLog } from '#platform/embedded';
import { RestartBackoff, type RestartDelays } from './restart-backoff.js';
import { findLastError } from './log-errors.js';
import { nodeFlagsOf } from './node-flags.js';

const READY_TIMEOUT_MS = 60_000;
export interface SupervisedProcessOptions {
  name: string;
  /** Compiled entry file. */
  entry: string;
  home: string;
  env: NodeJS.ProcessEnv;
  say: (line: string) => void;
  /** Called when the process id or a port changes. */
  changed: () => void;
  restartDelays?: RestartDelays;
}

/**
 * Supervises one process of Herald: starts it, restarts it with growing delays when it ends by itself, and stops it.
 */
export class SupervisedProcess {
  pid: number | null = null;
  port: number | null = null;
  /** Further ports, by their use. */
  ports: Record<string, number> = {};
  logPath: string;
  private process: ChildProcess | null = null;
  private isStopping = false;
  private readonly backoff: RestartBackoff;

  constructor(private readonly options: SupervisedProcessOptions) {
    this.backoff = new RestartBackoff(options.restartDelays);
    this.logPath = join(options.home, 'logs', `${options.name}.log`);
  }

  get name(): string {
    return this.options.name;
  }

  /**
   * Starts the process and waits until it reports that it is ready.
   *
   * @throws OperatorError with a line of its log when it ends before that
   */
  async start(): Promise<void> {
    const child = await this.spawn();
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const readyAt = await this.waitUntilReady(child, ended);
    void ended.then(() => {
      if (!this.isStopping) {
        const { exitCode, signalCode } = child;
        // One that ends with 0 was asked to.
        void this.restart(signalCode ?? `code ${exitCode}`, exitCode === 0 ? Infinity : performance.now() - readyAt);
      }
    });
  }

  /** Asks the process to stop, and kills it after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    const child = this.process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => {
      this.options.say(`${this.name} did not stop within ${Math.round(graceMs / 1000)} s and is ended`);
      child.kill('SIGKILL');
    }, graceMs);
    await ended;
    clearTimeout(killTimer);
  }

  /** Kills the process. */
  kill(): void {
    this.isStopping = true;
    this.process?.kill('SIGKILL');
  }

  private async spawn(): Promise<ChildProcess> {
    const { name, entry, home, env } = this.options;
    const log = await openLog(home, name, { fresh: this.process === null });
    const child = fork(entry, [], {
      execArgv: nodeFlagsOf(this.name),
      env,
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      // Its own process group: Ctrl-C in the terminal reaches the supervisor only, which stops all in order.
      detached: true,
    });
    closeSync(log.fd);
    this.process = child;
    this.pid = child.pid ?? null;
    this.port = null;
    child.on('message', (message: unknown) => this.handleMessage(message));
    // Not `exit`: that may come before the last messages of the process.
    child.once('close', () => this.clearProcess(child));
    this.options.changed();
    return child;
  }

  private handleMessage(message: unknown): void {
    if (isReadyMessage(message)) {
      this.port = 'port' in message && typeof message.port === 'number' ? message.port : null;
      const ports = 'ports' in message && typeof message.ports === 'object' ? Object.entries(message.ports ?? {}) : [];
      this.ports = Object.fromEntries(ports.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
      this.options.changed();
    }
  }

  private clearProcess(child: ChildProcess): void {
    if (this.process === child) {
      this.pid = null;
      this.port = null;
      this.ports = {};
      this.options.changed();
    }
  }

  /** Resolves with the time of the process's report, also where it ended right after that. */
  private async waitUntilReady(child: ChildProcess, ended: Promise<void>): Promise<number> {
    const ready = new Promise<number>((resolve) => {
      child.on('message', (message) => isReadyMessage(message) && resolve(performance.now()));
    });
    const timeout = new AbortController();
    try {
      const outcome = await Promise.race([
        ready,
        ended.then(() => 'did not start' as const),
        sleep(READY_TIMEOUT_MS, `was not ready after ${READY_TIMEOUT_MS / 1000} s` as const, timeout),
      ]);
      if (typeof outcome === 'number') {
        return outcome;
      }
      // Not `kill`: after a restart that takes too long the next one is tried.
      child.kill('SIGKILL');
      const lastError = await findLastError(this.logPath);
      throw new OperatorError(`The ${this.name} ${outcome}: ${lastError} (whole log: ${this.logPath}).`);
    } finally {
      timeout.abort();
    }
  }

  /** @param readyMs  how long it was ready */
  private async restart(why: string, readyMs: number): Promise<void> {
    let delayMs = this.backoff.next(readyMs);
    for (let reason = why; !this.isStopping;) {
      this.options.say(`${this.name} ended (${reason}); starting it again in ${delayMs / 1000} s`);
      await sleep(delayMs);
      if (this.isStopping) {
        return;
      }
      try {
        await this.start();
        this.options.say(`${this.name} is up again`);
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        delayMs = this.backoff.next(null);
      }
    }
  }
}

function isReadyMessage(message: unknown): message is { type: 'ready' } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

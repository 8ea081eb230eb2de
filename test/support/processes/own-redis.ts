import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#platform/embedded';

/** A Redis of a test. It stores nothing on disk: killed and started again, it is empty. */
export interface OwnRedis {
  port: number;
  pid: number;
  /** Without a password. */
  url: string;
  /** Ends it and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Whether a `redis-server` is on the PATH. */
export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a Redis and waits until it answers.
 *
 * @param options  of the command line, such as `--requirepass secret`
 * @param port     absent: a free one
 */
export async function startRedis(options: readonly string[] = [], port?: number): Promise<OwnRedis> {
  const own = port ?? (await freePort());
  const base = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...base, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  await waitUntilReady(child);
  const stopWithUs = (): void => void child.kill();
  process.once('exit', stopWithUs);
  child.once('exit', () => process.off('exit', stopWithUs));
  return {
    port: own,
    pid: child.pid ?? 0,
    url: `redis://127.0.0.1:${own}`,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
  };
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
  });
  child.removeAllListeners('exit');
}

/** Runs one command on a Redis. @param password  absent: it needs none */
export function redisCli({ port }: OwnRedis, command: readonly string[], password?: string): string {
  const login = password === undefined ? [] : ['-a', password, '--no-auth-warning'];
  return execFileSync('redis-cli', ['-p', String(port), ...login, ...command], { encoding: 'utf8' });
}

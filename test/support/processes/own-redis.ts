import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/embedded';

/** A Redis of a test. It keeps nothing on disk: killed and started again, it is empty. */
export interface OwnRedis {
  port: number;
  pid: number;
  /** Without a password. */
  url: string;
  /** Ends it and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** True where a `redis-server` is on the PATH. */
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
  // A replica writes the first copy of its primary to a file, whatever `save` says.
  const folder = mkdtempSync(join(tmpdir(), 'herald-redis-'));
  const base = ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = await startServer([...base, ...options], own, 'Ready to accept connections');
  return {
    ...server,
    async end(signal) {
      await server.end(signal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a sentinel. @param file  its settings, which it changes */
export async function startSentinel(file: string, port: number): Promise<OwnRedis> {
  return startServer([file, '--sentinel'], port, '+monitor');
}

async function startServer(args: readonly string[], port: number, readyText: string): Promise<OwnRedis> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await waitUntilReady(child, readyText);
  const stopWithUs = (): void => void child.kill();
  process.once('exit', stopWithUs);
  child.once('exit', () => process.off('exit', stopWithUs));
  return {
    port,
    pid: child.pid ?? 0,
    url: `redis://127.0.0.1:${port}`,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
    },
  };
}

async function waitUntilReady(child: ChildProcess, readyText: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => text.includes(readyText) && resolve());
  });
  child.removeAllListeners('exit');
}

/** How `redisCli` reaches a Redis. */
export interface CliTarget {
  port: number;
  /** Absent: it needs none. */
  password?: string;
  /** File of the authority of its certificate; absent: it speaks no TLS. */
  caPath?: string;
}

/** Runs one command on a Redis. */
export function redisCli({ port, password, caPath }: CliTarget, command: readonly string[]): string {
  const login = password === undefined ? [] : ['-a', password, '--no-auth-warning'];
  const tls = caPath === undefined ? [] : ['--tls', '--cacert', caPath];
  return execFileSync('redis-cli', ['-p', String(port), ...tls, ...login, ...command], { encoding: 'utf8' });
}

/** The certificate `leaf.pem` of a folder and its authority `ca.pem`, as settings. Replicas and sentinels speak TLS too. */
export function tlsSettings(folder: string): Record<string, string> {
  return {
    'tls-cert-file': join(folder, 'leaf.pem'),
    'tls-key-file': join(folder, 'leaf-key.pem'),
    'tls-ca-cert-file': join(folder, 'ca.pem'),
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
  };
}

/** Settings of the command line. */
export function toOptions(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { freePort } from '#platform/embedded';

/** What the queue runs on in one round of the suite. */
export interface Backend {
  name: 'postgres' | 'redis';
  /** Settings for every process. */
  env(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** Postgres always; Redis where `REDIS_URL` names one or a `redis-server` is on the PATH. */
export function backends(): Backend[] {
  const postgres: Backend = { name: 'postgres', env: async () => ({}), close: async () => undefined };
  const input = process.env['REDIS_URL'];
  if (input) {
    return [postgres, { name: 'redis', env: async () => onRedis(input), close: async () => undefined }];
  }
  return hasRedisServer() ? [postgres, ownRedis()] : [postgres];
}

function ownRedis(): Backend {
  let server: ChildProcess | undefined;
  return {
    name: 'redis',
    async env() {
      const port = await freePort();
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
      server = child;
      await new Promise<void>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
        child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
      });
      return onRedis(`redis://127.0.0.1:${port}`);
    },
    async close() {
      server?.kill('SIGTERM');
    },
  };
}

/** A prefix of its own for each round: rounds on one Redis do not see each other's jobs. */
function onRedis(url: string): Record<string, string> {
  return { REDIS_URL: url, QUEUE_PREFIX: `test_${process.pid}_${Date.now()}` };
}

function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

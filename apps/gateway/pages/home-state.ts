import type { PlatformOptions } from '#platform/app';
import { findRunningHerald } from '#platform/embedded';
import { CachedFigures, type HealthSource } from '#platform/health';
import { RELEASE_NAME } from '#platform/release';

const ASK_MS = 1000;
/** How old the last word of the queue may be. */
const MAX_AGE_MS = 5000;

/** A part of Herald, and how it is known. */
export interface PartState {
  name: string;
  state: 'ok' | 'bad' | 'unknown';
  text: string;
}

export interface HomeState {
  version: string;
  parts: PartState[];
}

/**
 * Reads the state of the other processes. Never a cause, an address or a name: the log and `herald doctor` have those.
 * Read at most once in five seconds, however many ask.
 */
export function makeHomeState(platform: PlatformOptions, ready: HealthSource['ready']): CachedFigures<HomeState> {
  return new CachedFigures(async () => {
    const { queue } = platform;
    const [isUp, report, hasDatabase, processes] = await Promise.all([
      queue.state.check(MAX_AGE_MS),
      ready().catch(() => undefined),
      succeeds(platform.db.ping()),
      readProcesses(platform.config.HERALD_HOME),
    ]);
    const isReady = report?.isReady ?? false;
    return {
      version: RELEASE_NAME,
      parts: [
        { name: 'Gateway', state: isReady ? 'ok' : 'bad', text: isReady ? 'ready' : 'not ready' },
        ...processes,
        { name: 'Queue', state: isUp ? 'ok' : 'bad', text: `${isUp ? 'up' : 'away'}, ${queue.state.status.backend}` },
        { name: 'Database', state: hasDatabase ? 'ok' : 'bad', text: hasDatabase ? 'answers' : 'does not answer' },
      ],
    };
  });
}

/** Worker and scheduler of the same start. Elsewhere each answers for itself, and the gateway does not know them. */
async function readProcesses(home: string): Promise<PartState[]> {
  const running = await findRunningHerald(home).catch(() => null);
  const isOwn = running?.processes.some(({ pid }) => pid === process.pid) ?? false;
  return Promise.all(
    ['Worker', 'Scheduler'].map(async (name): Promise<PartState> => {
      const port = isOwn ? running?.processes.find((entry) => entry.name === name.toLowerCase())?.port : undefined;
      if (port === undefined || port === null) {
        return { name, state: 'unknown', text: isOwn ? 'starting' : 'runs elsewhere: ask its /health/ready' };
      }
      const isReady = await succeeds(askReady(port));
      return { name, state: isReady ? 'ok' : 'bad', text: isReady ? 'ready' : 'not ready' };
    }),
  );
}

async function askReady(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(ASK_MS) });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

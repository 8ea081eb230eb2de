import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoKeys } from './demo-client.js';

/** `demo.json` of a home (mode 0600). */
export interface DemoState {
  keys: DemoKeys;
  /** The demo campaigns were sent; the next start only shows the key. */
  isDone: boolean;
}

const stateFile = (home: string) => join(home, 'demo.json');

export async function readDemoState(home: string): Promise<DemoState | null> {
  const text = await readFile(stateFile(home), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoState);
}

/** Keys are created before the application, so that an interrupted demo continues with the same ones. */
export async function ensureDemoState(home: string): Promise<DemoState> {
  const existing = await readDemoState(home);
  if (existing !== null) {
    return existing;
  }
  const secret = (kind: string) => `demo-${kind}-${randomBytes(18).toString('base64url')}`;
  const state = { keys: { rest: secret('rest'), mobile: secret('mobile'), js: secret('js') }, isDone: false };
  await writeDemoState(home, state);
  return state;
}

export async function writeDemoState(home: string, state: DemoState): Promise<void> {
  await writeFile(stateFile(home), `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

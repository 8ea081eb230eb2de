import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoKeys } from './demo-client.js';

/** `demo.json` of a home (mode 0600). */
export interface DemoState {
  keys: DemoKeys;
  /** By which the demo signs the identity tokens of its devices. */
  identitySecret: string;
  /** The demo campaigns were sent; the next start only shows the key. */
  isDone: boolean;
}

const stateFile = (home: string) => join(home, 'demo.json');

/** @returns null before the first demo; a demo of an earlier version has no `identitySecret` */
export async function readDemoState(home: string): Promise<DemoState | Omit<DemoState, 'identitySecret'> | null> {
  const text = await readFile(stateFile(home), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoState);
}

/** Keys are created before the application, so that an interrupted demo continues with the same ones. */
export async function ensureDemoState(home: string): Promise<DemoState> {
  const existing = await readDemoState(home);
  if (existing !== null && 'identitySecret' in existing) {
    return existing;
  }
  const secret = (kind: string) => `demo-${kind}-${randomBytes(18).toString('base64url')}`;
  const state = {
    keys: existing?.keys ?? { rest: secret('rest'), mobile: secret('mobile'), js: secret('js') },
    identitySecret: secret('identity'),
    isDone: existing?.isDone ?? false,
  };
  await writeDemoState(home, state);
  return state;
}

export async function writeDemoState(home: string, state: DemoState): Promise<void> {
  await writeFile(stateFile(home), `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}

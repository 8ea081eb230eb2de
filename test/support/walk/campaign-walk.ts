import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { DISPATCH_STATES } from '#libs/delivery';
import { childOf, type Stack } from '../processes/stack.js';
import type { Coverage } from './coverage.js';

const MESSAGE = { title: 'Walk', text: 'Walk', platforms: ['IOS'] };
const CAMPAIGNS = 3;
/** Before each campaign: more than the 5 s for which a process keeps what it has read of an application. */
const IDLE_MS = 6000;
const FINISHED_WITHIN_MS = 60_000;
const LOOK_MS = 20;

/** Named functions of a process that a campaign calls, by file. */
export interface Walk {
  process: string;
  files: ReadonlyMap<string, readonly string[]>;
}

/**
 * Sends campaigns to all iOS users of an installation that does nothing else, and finds the functions that each of them calls.
 * Timers, and what was renewed by chance, are left out.
 */
export async function walkCampaign(stack: Stack, coverage: Coverage): Promise<Walk[]> {
  const children = ['gateway', 'worker'].map((name) => childOf(stack, name));
  // The first campaign opens connections, which later ones use.
  await finishCampaign(stack);
  const walks: Set<string>[][] = [];
  while (walks.length < CAMPAIGNS) {
    await sleep(IDLE_MS);
    let key = 0;
    walks.push(
      await coverage.during(children, async () => {
        key = await finishCampaign(stack);
      }),
    );
    expect(await stack.rest.stats(key)).toMatchObject({ status: 'FINISHED', stats: [{ platform: 'IOS', failed: 0 }] });
  }
  return children.map(({ name }, index) => {
    const [first = new Set<string>(), ...others] = walks.map((walk) => walk[index] ?? new Set<string>());
    const names = [...first].filter((entry) => others.every((other) => other.has(entry)));
    return { process: name, files: groupByFile(names) };
  });
}

/** Looks into the database: a request for statistics would be work of the gateway. @returns the notification key */
async function finishCampaign(stack: Stack): Promise<number> {
  const key = await stack.rest.sendBulk(MESSAGE);
  const end = performance.now() + FINISHED_WITHIN_MS;
  const readState = async (): Promise<number | undefined> =>
    (await stack.db.row<{ state: number }>('SELECT state FROM delivery.dispatch WHERE notification_key = $1', [key]))
      ?.state;
  for (let state; state !== DISPATCH_STATES.finished; await sleep(LOOK_MS)) {
    state = await readState();
    if (performance.now() > end) {
      throw new Error(`The campaign ${key} is not finished within ${FINISHED_WITHIN_MS} ms: its state is ${state}`);
    }
  }
  return key;
}

/** @param functions  `file name`; the name of an accessor contains a space */
function groupByFile(functions: readonly string[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const entry of functions) {
    const end = entry.indexOf(' ');
    const file = entry.slice(0, end);
    files.set(file, [...(files.get(file) ?? []), entry.slice(end + 1)]);
  }
  return files;
}

/** @returns the committed list: a line for each process and file, sorted */
export function listFiles(walks: readonly Walk[]): string {
  const lines = walks.flatMap(({ process, files }) => [...files.keys()].map((file) => `${process} ${file}`));
  return `${lines.sort().join('\n')}\n`;
}

/**
 * @param withNames  whether the functions of each file are named too
 * @returns lines that count files and functions of each process, in all and by folder
 */
export function describeWalks(walks: readonly Walk[], withNames: boolean): string {
  return walks
    .flatMap(({ process, files }) => [
      process,
      ...countByFolder(files),
      ...(withNames ? [...files].sort().map(([file, names]) => `  ${file}: ${names.join(', ')}`) : []),
    ])
    .join('\n');
}

function countByFolder(files: Walk['files']): string[] {
  const counts = new Map<string, [number, number]>();
  for (const [file, names] of files) {
    const folder = file.split('/').slice(0, file.startsWith('libs/platform/') ? 3 : 2);
    for (const key of ['total', folder.join('/')]) {
      const [ofFiles, ofNames] = counts.get(key) ?? [0, 0];
      counts.set(key, [ofFiles + 1, ofNames + names.length]);
    }
  }
  return [...counts].sort().map(([key, [ofFiles, ofNames]]) => {
    return `  ${key.padEnd(26)} ${String(ofFiles).padStart(4)} files ${String(ofNames).padStart(5)} functions`;
  });
}

import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { withBenchDatabase } from '../support/bench-database.js';

/**
 * `npm run bench -- logs --rate 1000 --seconds 60 --recipients 100000`: lines and bytes that the processes log, for requests
 * at a rate and for one campaign, with `LOG_REQUESTS` as it is by default, sampled and off.
 *
 * The rate is a wish: `requests_per_s` is what the machine carried, from `--clients` clients that each wait for an answer.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    recipients: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '32' },
  },
});
const [rate, seconds, recipients, clients] = [values.rate, values.seconds, values.recipients, values.clients].map(
  Number,
) as [number, number, number, number];
const SHARES = { default: '1', sampled: '0.01', off: '0' };
const CAMPAIGN_LIMIT_MS = 1_800_000;

interface Volume {
  lines: number;
  bytes: number;
}

const figures: Record<string, unknown>[] = [];
for (const [name, share] of Object.entries(SHARES)) {
  await withBenchDatabase(async ({ url, masterKey }) => {
    const folder = await mkdtemp(join(tmpdir(), 'herald-logs-'));
    const logs = join(folder, 'logs');
    await mkdir(logs);
    const stack = await startStack({ databaseUrl: url, masterKey, logFile: logs, env: { LOG_REQUESTS: share } });
    try {
      figures.push({ log_requests: `${name} (${share})`, ...(await measure(stack, logs)) });
      console.log(JSON.stringify(figures.at(-1)));
    } finally {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
console.log(JSON.stringify({ bench: 'logs', wished_per_s: rate, seconds, recipients, figures }));

async function measure(stack: Stack, logs: string): Promise<Record<string, unknown>> {
  await emptyLogs(logs);
  const requests = await askAtRate(stack);
  const ofRequests = await readVolume(logs);
  const bytesPerRequest = Math.round(ofRequests.bytes / requests);
  await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', recipients));
  await emptyLogs(logs);
  await stack.rest.sendBulk({ title: 'Sale', text: 'All shoes', platforms: ['IOS'] });
  await waitForEnd(stack);
  const carried = { requests, requests_per_s: Math.round(requests / seconds), bytes_per_request: bytesPerRequest };
  return { ...carried, ofRequests, ofCampaign: await readVolume(logs) };
}

/** Asks the database, since requests would add lines. */
async function waitForEnd({ db }: Stack): Promise<void> {
  const end = performance.now() + CAMPAIGN_LIMIT_MS;
  while (performance.now() < end) {
    const open = await db.row<{ count: number }>('SELECT count(*) AS count FROM delivery.dispatch WHERE state < 3');
    if (open?.count === 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The campaign does not end');
}

/** Sends requests for some seconds, none before its time. @returns how many were answered */
async function askAtRate({ rest }: Stack): Promise<number> {
  const begin = performance.now();
  let [next, answered] = [0, 0];
  const client = async (): Promise<void> => {
    for (;;) {
      const due = begin + (next++ / rate) * 1000;
      const now = performance.now();
      if (Math.max(due, now) >= begin + seconds * 1000) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - now)));
      const { status } = await rest.post('registerUsers', [{ extId: `user${next}` }]);
      if (status !== 200) {
        throw new Error(`A request was answered with ${status}`);
      }
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answered;
}

/** The processes append, so they continue at the beginning. */
async function emptyLogs(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    await truncate(join(folder, file));
  }
}

async function readVolume(folder: string): Promise<Volume> {
  const volume = { lines: 0, bytes: 0 };
  for (const file of await readdir(folder)) {
    volume.bytes += (await stat(join(folder, file))).size;
    volume.lines += (await readFile(join(folder, file), 'utf8')).split('\n').length - 1;
  }
  return volume;
}

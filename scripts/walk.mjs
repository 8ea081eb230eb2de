// npm run walk: which files one campaign walks through, by V8's precise coverage of a running Herald:
// NODE_OPTIONS=--conditions=unbundled npm start, since the files of a bundle are one.
//
//   node scripts/walk.mjs [--list]
//
// Counted are named functions of the built sources, of one campaign to all iOS users on a warm gateway and a warm worker.
// Each process is measured with a campaign of its own, because both open their inspector on the same port.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ROOT, main } from './setup.mjs';

const HOME = process.env.HERALD_HOME ?? join(ROOT, '.herald');
const INSPECTOR = 'http://127.0.0.1:9229/json';
const BUILT = /\/dist\/((?:apps|libs)\/.+)\.js$/;

main(async () => {
  const read = (file) => JSON.parse(readFileSync(join(HOME, file), 'utf8'));
  const { processes } = read('run.json');
  const gateway = processes.find(({ name }) => name === 'gateway');
  const key = read('demo.json').keys.rest;
  const origin = `http://127.0.0.1:${gateway.ports?.http ?? gateway.port ?? 8080}`;
  await awaitEnd(origin, key, await sendCampaign(origin, key));
  for (const name of ['gateway', 'worker']) {
    const { pid } = processes.find((process) => process.name === name);
    let campaign;
    const files = await measure(pid, async () => {
      campaign = await sendCampaign(origin, key);
      if (name === 'worker') {
        await awaitEnd(origin, key, campaign);
      }
    });
    await awaitEnd(origin, key, campaign);
    const functions = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    const inApps = [...files.keys()].filter((file) => file.startsWith('apps/')).length;
    const inPlatform = [...files.keys()].filter((file) => file.startsWith('libs/platform/')).length;
    console.log(
      `${name}: ${files.size} files, ${functions} functions ` +
        `(${inApps} files of apps, ${files.size - inApps - inPlatform} of rooms, ${inPlatform} of the platform)`,
    );
    if (process.argv.includes('--list')) {
      [...files].sort().forEach(([file, names]) => console.log(`  ${file}.ts: ${[...names].join(', ')}`));
    }
  }
  return 0;
});

/** Sends a campaign to all iOS users. @returns {Promise<number>} its notification key */
async function sendCampaign(origin, key) {
  const message = { title: 'Walk', text: 'Walk', platforms: ['IOS'] };
  const sent = await fetch(`${origin}/rest/3.0/sendBulkNotification`, {
    method: 'POST',
    headers: { 'X-svc-api-key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, target: { sendToAll: true } }),
  });
  return (await sent.json()).notificationKey;
}

async function awaitEnd(origin, key, campaign) {
  for (let status = ''; status !== 'FINISHED'; await sleep(50)) {
    const statistics = await fetch(`${origin}/rest/3.0/getPushStats?notificationKey=${campaign}`, {
      headers: { 'X-svc-api-key': key },
    });
    ({ status } = await statistics.json());
  }
}

/** @returns {Promise<Map<string, Set<string>>>} names of the functions that ran while `work` did, by file */
async function measure(pid, work) {
  process.kill(pid, 'SIGUSR1');
  const session = await openSession();
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.send('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  const files = new Map();
  for (const { url, functions } of result) {
    const file = BUILT.exec(url)?.[1];
    const names = functions.flatMap(({ functionName, ranges }) =>
      functionName !== '' && ranges.some(({ count }) => count > 0) ? [functionName] : [],
    );
    if (file !== undefined && names.length > 0) {
      files.set(file, new Set(names));
    }
  }
  await session.send('Profiler.stopPreciseCoverage');
  session.close();
  return files;
}

async function openSession() {
  let target;
  for (let tries = 0; target === undefined; tries += 1) {
    [target] = await fetch(INSPECTOR).then(
      (answer) => answer.json(),
      () => [],
    );
    if (target === undefined && tries > 50) {
      throw new Error('The inspector did not open; is port 9229 taken?');
    }
    await sleep(100);
  }
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map();
  let last = 0;
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const close = () => {
    // The process lets go of the port, so that the next one can take it.
    socket.send(JSON.stringify({ id: 0, method: 'Runtime.evaluate', params: { expression: 'process._debugEnd()' } }));
  };
  return { send, close };
}

// npm run walk: which files one campaign walks through, by V8's precise coverage of a Herald that this command starts.
//
//   --list    names the files with their functions
//   --write   test/walk/campaign.txt, the committed list; without it a file that the list lacks is a failure
//
// Counted are named functions of the built sources, of a campaign to all iOS users on a warm gateway and a warm worker: those
// that ran in each of three campaigns, so that other work of the processes does not count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOT, main, prepareStart, setUp } from './setup.mjs';

const LIST = join(ROOT, 'test', 'walk', 'campaign.txt');
const HOOK = pathToFileURL(join(ROOT, 'scripts', 'walk', 'coverage-hook.mjs')).href;
const NAMES = ['gateway', 'worker'];
const CAMPAIGNS = 3;
const START_MS = 180_000;
const COVERAGE_MS = 20_000;

main(async () => {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, write: { type: 'boolean' } } });
  await prepareStart();
  const node = await setUp();
  const home = mkdtempSync(join(tmpdir(), 'herald-walk-'));
  const herald = await startHerald(node, home);
  try {
    const walks = await walkCampaigns(home);
    for (const [name, files] of walks) {
      print(name, files, values.list === true);
    }
    const lines = walks.flatMap(([name, files]) => [...files.keys()].sort().map((file) => `${name} ${file}.ts`));
    return values.write === true ? write(lines) : compare(lines);
  } finally {
    herald.kill('SIGTERM');
    await once(herald, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
});

async function startHerald(node, home) {
  const coverage = coverageFolder(home);
  mkdirSync(coverage);
  const env = {
    ...process.env,
    HERALD_HOME: home,
    HERALD_WALK: coverage,
    PORT: String(await findFreePort()),
    SIMULATOR_PORT: String(await findFreePort()),
    // The files of a bundle are one.
    NODE_OPTIONS: `--conditions=unbundled --import=${HOOK}`,
  };
  const herald = spawn(node, [join(ROOT, 'dist/apps/cli/main.js'), 'up'], { env, stdio: 'ignore' });
  const end = performance.now() + START_MS;
  while (!existsSync(join(home, 'demo.json')) || !(await isReady(home))) {
    if (herald.exitCode !== null || performance.now() > end) {
      herald.kill('SIGTERM');
      throw new Error(`Herald did not start; see ${join(home, 'logs')}`);
    }
    await sleep(500);
  }
  return herald;
}

const coverageFolder = (home) => join(home, 'walk');

async function isReady(home) {
  return fetch(`${readRun(home).origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function readRun(home) {
  const { processes } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'));
  const gateway = processes.find(({ name }) => name === 'gateway');
  return { processes, origin: `http://127.0.0.1:${gateway.ports?.http ?? gateway.port}` };
}

/** @returns {Promise<[string, Map<string, Set<string>>][]>} names of functions by file, by process */
async function walkCampaigns(home) {
  const { processes, origin } = readRun(home);
  const key = JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')).keys.rest;
  const [gateway, worker] = NAMES.map((name) => processes.find((process) => process.name === name).pid);
  const coverages = [];
  for (let time = 0; time <= CAMPAIGNS; time += 1) {
    await Promise.all([gateway, worker].map((pid) => takeCoverage(home, pid, 2 * time + 1)));
    const campaign = await sendCampaign(origin, key);
    // Before the statistics are asked for its end.
    const ofGateway = await takeCoverage(home, gateway, 2 * time + 2);
    await awaitEnd(origin, key, campaign);
    coverages.push([ofGateway, await takeCoverage(home, worker, 2 * time + 2)]);
  }
  // The first campaign has warmed both.
  return NAMES.map((name, index) => [name, intersect(coverages.slice(1).map((ofEach) => ofEach[index]))]);
}

/** @param count  how often this process was asked, with this time */
async function takeCoverage(home, pid, count) {
  const file = join(coverageFolder(home), `${pid}-${count}.json`);
  process.kill(pid, 'SIGUSR2');
  for (const end = performance.now() + COVERAGE_MS; !existsSync(file);) {
    if (performance.now() > end) {
      throw new Error(`Process ${pid} has written no ${file}`);
    }
    await sleep(50);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

function intersect([first, ...others]) {
  const files = Object.entries(first).map(([file, names]) => {
    return [file, new Set(names.filter((name) => others.every((other) => other[file]?.includes(name))))];
  });
  return new Map(files.filter(([, names]) => names.size > 0));
}

function print(name, files, withNames) {
  const functions = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  const inApps = [...files.keys()].filter((file) => file.startsWith('apps/')).length;
  const inPlatform = [...files.keys()].filter((file) => file.startsWith('libs/platform/')).length;
  console.log(
    `${name}: ${files.size} files, ${functions} functions ` +
      `(${inApps} files of apps, ${files.size - inApps - inPlatform} of modules, ${inPlatform} of the platform)`,
  );
  if (withNames) {
    [...files].sort().forEach(([file, names]) => console.log(`  ${file}.ts: ${[...names].join(', ')}`));
  }
}

function write(lines) {
  mkdirSync(join(LIST, '..'), { recursive: true });
  writeFileSync(LIST, `${lines.join('\n')}\n`);
  return 0;
}

function compare(lines) {
  const listed = readFileSync(LIST, 'utf8').trim().split('\n');
  const more = lines.filter((line) => !listed.includes(line));
  const gone = listed.filter((line) => !lines.includes(line));
  more.forEach((line) => console.log(`+ ${line}`));
  gone.forEach((line) => console.log(`- ${line}`));
  if (more.length > 0) {
    console.log(`A campaign walks through ${more.length} more files; npm run walk -- --write puts them on the list.`);
  }
  return more.length > 0 ? 1 : 0;
}

async function findFreePort() {
  const probe = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

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

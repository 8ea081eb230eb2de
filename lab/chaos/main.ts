import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RunTrace } from '../model/accept-run.js';
import { FEED_LAB, feedFaults, runFeed } from './feed/feed-run.js';
import { readSeeds, runSeeds } from './journeys/journey-seeds.js';
import {
  JOURNEYS_LAB,
  journeysFaults,
  type JourneysFigures,
  missedAims,
  runJourneys,
} from './journeys/journeys-run.js';
import { addFigures, faultsOf, type KillFigures } from './kill-figures.js';
import { type Lab, type LabOptions, openLab, type QueuePlace } from './lab.js';
import { lineFaults, runLines } from './lines/line-run.js';
import { EVERYBODY, killRounds } from './rounds.js';
import { FORGETFUL, LABS, ORDERLY, roundsOf, runScenario, SCENARIOS, type ScenarioFigures } from './scenarios.js';
import { REACH_FIRST_LAB, reachFirstFaults, runReachFirst } from './reach-first/reach-first-run.js';
import { runSameAddress, SAME_ADDRESS_LAB, sameAddressFaults } from './same-address/same-address-run.js';
import { readTroubles } from './troubles/troubles.js';
import { runUpgrade, upgradeFaults } from './upgrade/upgrade-run.js';
import { KINDS } from './victims.js';

/**
 * `npm run chaos -- --seed S --kills N [--with all] …`, or `--scenario NAME` (or `all`) for one fault in the middle of a
 * campaign, `--scenario feed --kills N` for the subscribers of the change feed, `--scenario same-address --users N --kills N`
 * for people who share addresses, `--scenario reach-first` with the same options for campaigns with several contents, `--scenario journeys` for people in journeys (with `--seeds 7,8,9` a run for each, and a table), `--scenario upgrade --from DIR` for two releases, or `--lines --minutes N` for rough
 * connections to Apple and Google: the last line printed is one JSON object.
 * docs/reliability.md has every option.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    kills: { type: 'string', default: '10' },
    recipients: { type: 'string', default: '20000' },
    users: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '1' },
    queue: { type: 'string', default: 'postgres' },
    victims: { type: 'string', default: KINDS.join(',') },
    with: { type: 'string' },
    midnight: { type: 'boolean', default: false },
    trace: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    scenario: { type: 'string' },
    from: { type: 'string' },
    lines: { type: 'boolean', default: false },
    client: { type: 'string', default: 'own' },
    server: { type: 'string' },
    'server-home': { type: 'string' },
  },
});

const troubles = readTroubles(values.with);
let lab: Lab | undefined;
// A frozen process could not end by itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.resolve(lab?.killAll()).finally(() => process.exit(1));
  });
}
const faults = await run();
faults.forEach((fault) => console.error(`FAILED: ${fault}`));
if (faults.length > 0) {
  // Deaths meet the same plan again, though not at the same instant.
  console.error(`again: npm run chaos -- ${process.argv.slice(2).join(' ')}`);
}
process.exitCode = faults.length > 0 ? 1 : 0;

function run(): Promise<string[]> {
  if (values.lines) {
    return roughenLines();
  }
  if (values.scenario === 'feed') {
    return killReaders();
  }
  if (values.scenario === 'same-address') {
    return killSameAddress();
  }
  if (values.scenario === 'reach-first') {
    return killReachFirst();
  }
  if (values.scenario === 'journeys') {
    return killJourneys();
  }
  if (values.scenario === 'upgrade') {
    return upgrade();
  }
  return values.scenario === undefined ? killAtRandom() : runScenarios(values.scenario);
}

async function roughenLines(): Promise<string[]> {
  const figures = await runLines({
    seed: Number(values.seed),
    maxMs: Number(values.minutes) * 60_000,
    client: values.client === 'node' ? 'node' : 'own',
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify(figures));
  return lineFaults(figures);
}

async function withLab<R>(
  queue: QueuePlace,
  work: (lab: Lab) => Promise<R>,
  kind: Partial<LabOptions> = {},
): Promise<R> {
  const opened = await openLab({
    queue,
    workers: Number(values.workers),
    recipients: Number(values.recipients),
    troubles,
    isBeforeMidnight: values.midnight,
    ...(values.server !== undefined && { server: values.server }),
    ...(values['server-home'] !== undefined && { serverHome: values['server-home'] }),
    log: (line) => console.log(line),
    ...kind,
  });
  lab = opened;
  try {
    return await work(opened);
  } finally {
    await opened.stop();
  }
}

function readQueue(name: string): QueuePlace {
  return name === 'redis' || name === 'redis-cluster' ? name : 'postgres';
}

/** Every trace is a line of the file that was named; a refused one is also printed. */
function writeTrace(trace: RunTrace, refusedAt: number): void {
  const line = JSON.stringify({ ...trace, refusedAt });
  if (values.trace !== undefined) {
    appendFileSync(values.trace, `${line}\n`);
  }
  if (refusedAt >= 0) {
    console.log(`trace refused: ${line}`);
  }
}

/** With a mix, one half of the deaths has its queue in Postgres, and the other one in Redis. */
async function killAtRandom(): Promise<string[]> {
  const expected = KINDS.filter((kind) => values.victims.split(',').includes(kind));
  const isMix = values.queue === 'mix';
  const plan = {
    seed: Number(values.seed),
    kills: Math.ceil(Number(values.kills) / (isMix ? 2 : 1)),
    victims: Object.fromEntries(expected.map((kind) => [kind, EVERYBODY[kind]])),
    maxMs: (Number(values.minutes) * 60_000) / (isMix ? 2 : 1),
    log: (line: string) => console.log(line),
    onTrace: writeTrace,
  };
  let figures: KillFigures | undefined;
  for (const queue of isMix ? (['postgres', 'redis'] as const) : [readQueue(values.queue)]) {
    const half = await withLab(queue, (opened) => killRounds(opened, plan));
    figures = figures ? addFigures(figures, half) : half;
  }
  console.log(JSON.stringify(figures));
  return figures ? faultsOf(figures) : [];
}

async function killReaders(): Promise<string[]> {
  const plan = {
    seed: Number(values.seed),
    kills: Number(values.kills),
    maxMs: Number(values.minutes) * 60_000,
    log: (line: string) => console.log(line),
  };
  const figures = await withLab(readQueue(values.queue), (opened) => runFeed(opened, plan), FEED_LAB);
  console.log(JSON.stringify({ scenario: 'feed', seed: plan.seed, ...figures }));
  return feedFaults(figures);
}

async function killSameAddress(): Promise<string[]> {
  const plan = {
    seed: Number(values.seed),
    kills: Number(values.kills),
    users: Number(values.users),
    log: (line: string) => console.log(line),
  };
  const figures = await withLab(readQueue(values.queue), (opened) => runSameAddress(opened, plan), SAME_ADDRESS_LAB);
  console.log(JSON.stringify({ scenario: 'same-address', seed: plan.seed, ...figures }));
  return sameAddressFaults(figures);
}

async function killReachFirst(): Promise<string[]> {
  const plan = {
    seed: Number(values.seed),
    kills: Number(values.kills),
    users: Number(values.users),
    log: (line: string) => console.log(line),
  };
  const figures = await withLab(readQueue(values.queue), (opened) => runReachFirst(opened, plan), REACH_FIRST_LAB);
  console.log(JSON.stringify({ scenario: 'reach-first', seed: plan.seed, ...figures }));
  return reachFirstFaults(figures);
}

async function killJourneys(): Promise<string[]> {
  const log = (line: string): void => console.log(line);
  const run = async (seed: number, maxMs: number): Promise<JourneysFigures> => {
    const plan = { seed, kills: Number(values.kills), users: Number(values.users), maxMs, log };
    const figures = await withLab(readQueue(values.queue), (opened) => runJourneys(opened, plan), JOURNEYS_LAB);
    log(JSON.stringify({ scenario: 'journeys', seed, ...figures }));
    return figures;
  };
  const maxMs = Number(values.minutes) * 60_000;
  if (values.seeds !== undefined) {
    return runSeeds(readSeeds(values.seeds), maxMs, run, log);
  }
  const figures = await run(Number(values.seed), maxMs);
  return [...journeysFaults(figures), ...missedAims(figures)];
}

async function upgrade(): Promise<string[]> {
  if (values.from === undefined) {
    throw new Error(
      '--scenario upgrade needs --from DIR, a checkout of the release before in which npm run build has run',
    );
  }
  const recipients = Number(values.recipients);
  const figures = await runUpgrade({ from: values.from, recipients, log: (line) => console.log(line) });
  console.log(JSON.stringify({ scenario: 'upgrade', ...figures, refusals: figures.refusals.slice(0, 5) }));
  return upgradeFaults(figures);
}

async function runScenarios(expected: string): Promise<string[]> {
  const names = Object.keys(SCENARIOS).filter((name) => expected === 'all' || expected === name);
  const figures: ScenarioFigures[] = [];
  // Scenarios without a product of their own share one.
  const shared = names.filter((name) => LABS[name] === undefined);
  const groups = [shared, ...names.filter((name) => LABS[name] !== undefined).map((name) => [name])];
  for (const group of groups.filter(({ length }) => length > 0)) {
    const inGroup = async (opened: Lab): Promise<void> => {
      for (const [name, round] of group.flatMap((id) => roundsOf(id).map((entry) => [id, entry] as const))) {
        const figure = await runScenario(opened, name, round);
        console.log(JSON.stringify(figure));
        figures.push(figure);
      }
    };
    await withLab(readQueue(values.queue), inGroup, LABS[group[0] ?? '']);
  }
  const worst = Math.max(...figures.map(({ recovery_ms: ms }) => ms));
  const sum = (select: (figure: ScenarioFigures) => number): number =>
    figures.reduce((all, figure) => all + select(figure), 0);
  const lost = sum((figure) => figure.lost);
  const twice = sum((figure) => figure.twice);
  const unlisted = sum(({ scenario, duplicates_unlisted: n }) => (FORGETFUL.includes(scenario) ? 0 : n));
  console.log(
    JSON.stringify({ scenarios: names.length, lost, twice, duplicates_unlisted: unlisted, worst_recovery_ms: worst }),
  );
  const chatty = figures.filter(({ away }) => away !== undefined && away.log_lines_at_once > 2);
  const doubted = figures.filter(({ scenario, in_doubt: count }) => ORDERLY.includes(scenario) && count > 0);
  return [
    ...(lost + twice + unlisted === 0 && names.length > 0 ? [] : ['somebody was lost or doubled, or no such scenario']),
    ...figures.flatMap(({ round = '', idle = [] }) => idle.map((name) => `${round}: ${name} got nothing`)),
    ...chatty.map(({ scenario }) => `${scenario}: a fault was logged more often than once in five seconds`),
    ...doubted.map(({ scenario }) => `${scenario}: somebody is in doubt, though nothing died`),
  ];
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { peakRssBytes, resetPeakRss, treeCpuMs } from '../../../test/support/processes/children.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { untilQuiet } from '../support/postgres-state.js';
import { startHerald } from './herald.js';
import { startParse } from './parse-server.js';
import type { PeerName, RunningPeer, StartPeer } from './peer.js';
import { startRecipe } from './recipe.js';
import { judge, type Taken, toTaken, type Verdict } from './verdict.js';

const STARTS: Record<PeerName, StartPeer> = { herald: startHerald, parse: startParse, recipe: startRecipe };
const LOOK_MS = 250;
/** How often the moment of the kill is looked for. */
const SHORT_LOOK_MS = 5;
/**
 * Without a new message for so long, a campaign is taken as given up. BullMQ runs the jobs of a dead worker again up to a
 * minute later: a lock of 30 s, and a look every 30 s.
 */
const SILENT_MS = 90_000;
const LONGEST_MS = 1_200_000;
/** A copy may follow the end of a campaign. */
const AFTERMATH_MS = 2000;

/** The result of one campaign, by the simulators and by the system. */
export interface Outcome extends Verdict {
  hasEnded: boolean;
  toldSent: number;
}

export interface RoundFigures {
  peer: PeerName;
  installations: number;
  /** From the request until the system says that the campaign has ended. */
  seconds: number;
  /** Messages that the provider took in the measured campaign; fewer than installations flatter the costs. */
  accepted: number;
  /** CPU times per 1,000 recipients, in ms; `processes` are those of the system but Redis. */
  cpu: { processes: number; redis: number; postgres: number };
  /** CPU times of each process of the system. */
  cpuOf: Record<string, number>;
  /** The highest resident memory of each process in the measured campaign, added up, without Postgres. */
  memoryMb: number;
  quiet: Outcome;
  killed: Outcome & { acceptedAtKill: number };
}

/**
 * One system, fresh, with so many installations. The first campaign warms everything up and is judged; the second is
 * measured, and the simulators only count it; in the third the sender is killed when half has arrived.
 */
export async function runRound(name: PeerName, installations: number, programs: string): Promise<RoundFigures> {
  let figures: RoundFigures | undefined;
  await withBenchDatabase(async (database) => {
    const home = await mkdtemp(join(tmpdir(), 'herald-peers-'));
    try {
      const peer = await STARTS[name]({ database, installations, home, programs });
      try {
        // Analyzes as autovacuum does within a minute on an older installation.
        await analyze(database.url);
        await untilQuiet(database.pid);
        const quiet = await judgedCampaign(peer, installations);
        await checkMessage(peer);
        const measured = await measuredCampaign(peer, installations, database.pid);
        await untilQuiet(database.pid);
        const killed = await killedCampaign(peer, installations);
        figures = { peer: name, installations, ...measured, quiet, killed };
      } finally {
        await peer.stop();
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
  if (figures === undefined) {
    throw new Error(`${name} was not measured`);
  }
  return figures;
}

async function judgedCampaign(peer: RunningPeer, installations: number): Promise<Outcome> {
  await peer.send();
  return outcomeOf(peer, installations, await untilOver(peer));
}

async function measuredCampaign(
  peer: RunningPeer,
  installations: number,
  postgres: number,
): Promise<Pick<RoundFigures, 'seconds' | 'accepted' | 'cpu' | 'cpuOf' | 'memoryMb'>> {
  await peer.simulators.clear();
  await peer.simulators.mode({ store: false });
  await untilQuiet(postgres);
  const processes = peer.processes();
  processes.forEach(({ pid }) => resetPeakRss(pid));
  const now = (): number[] => [...processes.map(({ pid }) => treeCpuMs(pid)), treeCpuMs(postgres)];
  const [before, started] = [now(), performance.now()];
  await peer.send();
  await untilOver(peer);
  const seconds = (performance.now() - started) / 1000;
  const spent = now().map((ms, index) => ((ms - (before[index] ?? 0)) * 1000) / installations);
  const memory = processes.reduce((sum, { pid }) => sum + peakRssBytes(pid), 0);
  const accepted = await acceptedOf(peer);
  await peer.simulators.mode({ store: true });
  const ofProcesses = (isRedis: boolean): number =>
    processes.reduce((sum, { name }, index) => sum + ((name === 'redis') === isRedis ? (spent[index] ?? 0) : 0), 0);
  return {
    seconds,
    accepted,
    cpu: { processes: ofProcesses(false), redis: ofProcesses(true), postgres: spent.at(-1) ?? 0 },
    cpuOf: Object.fromEntries(processes.map(({ name }, index) => [name, spent[index] ?? 0])),
    memoryMb: memory / 1_048_576,
  };
}

async function killedCampaign(peer: RunningPeer, installations: number): Promise<RoundFigures['killed']> {
  await peer.simulators.clear();
  const killing = (async () => {
    const accepted = await untilAccepted(peer, installations / 2);
    await peer.killSender();
    return accepted;
  })();
  const [acceptedAtKill] = await Promise.all([killing, peer.send()]);
  return { ...(await outcomeOf(peer, installations, await untilOver(peer))), acceptedAtKill };
}

/** Waits until so many messages have arrived, or no more come. @returns how many have */
async function untilAccepted(peer: RunningPeer, enough: number): Promise<number> {
  let [accepted, changedAt] = [0, Date.now()];
  while (accepted < enough && Date.now() - changedAt < SILENT_MS) {
    await sleep(SHORT_LOOK_MS);
    const count = await acceptedOf(peer);
    if (count !== accepted) {
      [accepted, changedAt] = [count, Date.now()];
    }
  }
  return accepted;
}

/** Waits until a campaign has ended. @returns false when nothing arrives any more and the system has not said so */
async function untilOver(peer: RunningPeer): Promise<boolean> {
  const started = Date.now();
  let [accepted, changedAt] = [-1, started];
  while (Date.now() - started < LONGEST_MS) {
    if (await peer.hasEnded()) {
      return true;
    }
    const count = await acceptedOf(peer);
    if (count !== accepted) {
      [accepted, changedAt] = [count, Date.now()];
    } else if (Date.now() - changedAt > SILENT_MS) {
      return false;
    }
    await sleep(LOOK_MS);
  }
  return false;
}

async function outcomeOf(peer: RunningPeer, installations: number, hasEnded: boolean): Promise<Outcome> {
  await sleep(AFTERMATH_MS);
  const audience = Array.from({ length: installations }, (_, n) => n.toString(16).padStart(64, '0'));
  const messages: Taken[] = [];
  for await (const delivery of peer.simulators.everyDelivery('apns')) {
    messages.push(toTaken(delivery));
  }
  const accepted = await acceptedOf(peer);
  if (messages.length !== accepted) {
    throw new Error(`The simulators accepted ${accepted} messages and list ${messages.length}`);
  }
  return { ...judge(audience, messages), hasEnded, toldSent: await peer.toldSent() };
}

async function acceptedOf({ simulators }: RunningPeer): Promise<number> {
  return (await simulators.counts())['apns']?.accepted ?? 0;
}

/** Every system has to send the same message. @throws Error that shows the message of one that does not */
async function checkMessage({ simulators }: RunningPeer): Promise<void> {
  const [delivery] = await simulators.deliveries('provider=apns&limit=1');
  const payload = delivery?.payload as { body: Record<string, unknown> } | undefined;
  // Herald names the message for its SDK. A title is none of a phone's push in its contract.
  const { heraldId: _, ...body } = payload?.body ?? {};
  const { text, customJson } = BENCH_MESSAGE;
  if (!isDeepStrictEqual(body, { aps: { alert: { body: text }, sound: 'default' }, customJson })) {
    throw new Error(`Another message was sent: ${JSON.stringify(payload)}`);
  }
}

async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

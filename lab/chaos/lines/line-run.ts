import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '#libs/channels';
import { ApnsSender } from '../../../libs/channels/providers/apns/apns.sender.js';
import { FcmSender } from '../../../libs/channels/providers/fcm/fcm.sender.js';
import { HTTP2_LIMITS } from '../../../libs/channels/transport/http2-pool.js';
import { ensureAuthority } from '#platform/authority';
import { CREDENTIALS } from '../../../test/channels/account-credentials.js';
import { type Child, startChild } from '../../../test/support/processes/children.js';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { addCounts } from '../kill-figures.js';
import { RoughLine } from './rough-line.js';
import { Traffic } from './traffic.js';

export interface LinePlan {
  seed: number;
  /** How long the lines are rough. */
  maxMs: number;
  /** The HTTP/2 client. */
  client: 'own' | 'node';
  log: (line: string) => void;
}

/** Results of messages to Apple and Google over rough lines. */
export interface LineFigures {
  seed: number;
  client: string;
  /** Messages, each sent again until its sender calls it sent. */
  messages: number;
  attempts: number;
  /** Messages that a provider took, each once. */
  accepted: number;
  /** Messages that the sender calls sent and no provider took. */
  lost: number;
  /** Messages that the sender did not call sent in time. */
  unfinished: number;
  /** Messages that a provider took more than once. */
  duplicates: number;
  /** Duplicates that no attempt left in doubt. */
  duplicates_unlisted: number;
  /** Messages that an attempt left in doubt. */
  in_doubt_listed: number;
  /** Attempts by what the sender said of them. */
  outcomes: Record<string, number>;
  connections: number;
  /** Counts of troubles on connections. */
  troubles: Record<string, number>;
  /** Changes of what the providers do by themselves: resets, GOAWAY, silence, refusals. */
  provider_plans: number;
  longest_batch_ms: number;
  rss_mb_at_begin: number;
  rss_mb_at_end: number;
  seconds: number;
}

const PROVIDERS = ['apns', 'fcm'] as const;
type Provider = (typeof PROVIDERS)[number];
const BATCHES_AT_A_TIME = 3;
/** A stream without an answer is in doubt after this time. Shorter than usual, so that more of them fit into a run. */
const DEADLINE_MS = 5000;
/** The providers change what they do so often. */
const PLAN_MS = 3000;
/** When the lines are calm again, everything has left after this time. */
const LONGEST_END_MS = 180_000;

/**
 * Sends to Apple and Google without a pause over lines whose connections break, while the providers reset streams, leave
 * with GOAWAY and fall silent. At the end the lines are calm, and what is left is sent.
 */
export async function runLines(plan: LinePlan): Promise<LineFigures> {
  const home = await mkdtemp(join(tmpdir(), 'herald-lines-'));
  const logs = join(home, 'logs');
  await mkdir(logs);
  const { ca } = await ensureAuthority(join(home, 'tls'));
  const child = await startChild('simulators', { HERALD_HOME: home, SIMULATOR_PORT: '0', LOG_LEVEL: 'info' }, logs);
  try {
    return await runWith(child, ca, plan);
  } finally {
    await child.end('SIGTERM');
    await rm(home, { recursive: true, force: true });
  }
}

async function runWith({ port }: Child, ca: string, { seed, maxMs, client, log }: LinePlan): Promise<LineFigures> {
  const simulators = new SimulatorClient(`http://127.0.0.1:${port}`);
  const endpoints = await simulators.endpoints();
  const dice = new Dice(seed);
  const [toApple, toGoogle] = await Promise.all(PROVIDERS.map((name) => RoughLine.open(endpoints[name].port, dice)));
  if (!toApple || !toGoogle) {
    throw new Error('There is no line');
  }
  const lines = [toApple, toGoogle];
  const traffics = openTraffics({ apns: toApple.port, fcm: toGoogle.port }, ca, client);
  const started = performance.now();
  const rssBefore = rssMb();
  const sending = traffics.flatMap((traffic) => Array.from({ length: BATCHES_AT_A_TIME }, () => traffic.run()));
  let plans = 0;
  for (let ranMs = 0; ranMs < maxMs; ranMs = performance.now() - started) {
    await simulators.faults(
      seed + plans,
      PROVIDERS.flatMap((provider) => providerFaults(provider, dice)),
    );
    plans += 1;
    if (plans % 20 === 0) {
      log(`after ${Math.round(ranMs / 1000)} s ${traffics.map(({ sent }) => sent).join(' and ')} are sent`);
    }
    await sleep(Math.min(PLAN_MS, maxMs));
  }
  lines.forEach((line) => line.calm());
  await simulators.faults(seed, []);
  traffics.forEach((traffic) => traffic.finish());
  await Promise.race([Promise.all(sending), sleep(LONGEST_END_MS, undefined, { ref: false })]);
  const figures = { seed, client, ...(await judge(simulators, traffics)) };
  lines.forEach((line) => line.close());
  await Promise.all(traffics.map((traffic) => traffic.close()));
  return {
    ...figures,
    connections: toApple.connections + toGoogle.connections,
    troubles: addCounts(toApple.troubles, toGoogle.troubles),
    provider_plans: plans,
    longest_batch_ms: Math.round(Math.max(...traffics.map(({ longestMs }) => longestMs))),
    rss_mb_at_begin: rssBefore,
    rss_mb_at_end: rssMb(),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

type AnyTraffic = Traffic<'apns'> | Traffic<'fcm'>;

function openTraffics(ports: Record<Provider, number>, ca: string, client: 'own' | 'node'): AnyTraffic[] {
  const limits = { ...HTTP2_LIMITS, client, deadlineMs: DEADLINE_MS };
  const account = <C extends Provider>(channel: C): Account<C, (typeof CREDENTIALS)[C]> => ({
    accountId: 1,
    appId: 1,
    channel,
    provider: channel,
    version: 1,
    credentials: CREDENTIALS[channel],
    origin: { host: '127.0.0.1', port: ports[channel], ca },
  });
  const aps = { alert: { title: 'Hi', body: 'there' } };
  return [
    new Traffic(new ApnsSender(limits), account('apns'), { body: { aps }, pushType: 'alert', priority: 10 }),
    new Traffic(new FcmSender(limits), account('fcm'), { message: { notification: { title: 'Hi', body: 'there' } } }),
  ];
}

/** Shares of the messages that a provider takes long for, resets, cuts off, or leaves without an answer. */
function providerFaults(provider: Provider, dice: Dice): object[] {
  const share = (most: number): number => dice.below(most * 10_000) / 10_000;
  const when = (): string => dice.pick(['before', 'after']);
  return [
    { provider, share: 1, latencyMs: 20 + dice.below(150) },
    { provider, share: share(0.02), fault: 'reset', when: when() },
    { provider, share: share(0.002), fault: 'reset', scope: 'connection', when: when() },
    { provider, share: share(0.004), fault: 'goaway', when: when() },
    { provider, share: share(0.001), fault: 'hang', when: when() },
    { provider, share: share(0.02), status: 503 },
  ];
}

async function judge(simulators: SimulatorClient, traffics: readonly AnyTraffic[]) {
  const sum = (select: (traffic: AnyTraffic) => number): number =>
    traffics.reduce((all, traffic) => all + select(traffic), 0);
  const counts = await simulators.counts();
  const accepted = PROVIDERS.reduce((all, provider) => all + (counts[provider]?.distinct ?? 0), 0);
  const duplicates = await simulators.duplicates();
  const listed = new Set(traffics.flatMap(({ doubted }) => [...doubted]));
  return {
    messages: sum(({ created }) => created),
    attempts: sum(({ attempts }) => attempts),
    accepted,
    lost: Math.max(0, sum(({ sent }) => sent) - accepted),
    unfinished: sum(({ created, sent }) => created - sent),
    duplicates: duplicates.length,
    duplicates_unlisted: duplicates.filter(({ messageId }) => !listed.has(messageId)).length,
    in_doubt_listed: listed.size,
    outcomes: traffics.map(({ outcomes }) => outcomes).reduce(addCounts),
  };
}

function rssMb(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

/** Why a run has failed; empty: it has not. */
export function lineFaults(figures: LineFigures): string[] {
  const zero = ['lost', 'unfinished', 'duplicates_unlisted'] as const;
  const { outcomes, in_doubt_listed: doubted, connections } = figures;
  const others = Object.keys(outcomes).filter((kind) => !['sent', 'retry', 'unknown'].includes(kind));
  return [
    ...zero.filter((name) => figures[name] !== 0).map((name) => `${name} is ${figures[name]}`),
    ...others.map((kind) => `${outcomes[kind]} attempts ended as ${kind}`),
    ...(doubted > 0 && connections > 1 ? [] : ['nothing happened that a message could be lost by']),
  ];
}

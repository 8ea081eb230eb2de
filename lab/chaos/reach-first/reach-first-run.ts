import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import type { Lab, LabOptions } from '../lab.js';
import { awaitEnd, retryRequest } from '../retrying-client.js';
import { recountPeople, type PeopleCount } from './recount-people.js';
import { registerReachable } from './reachable-people.js';

export interface ReachFirstPlan {
  seed: number;
  kills: number;
  users: number;
  log: (line: string) => void;
}

/** Receipts of the simulators beside a plain recount. */
export interface ReachFirstFigures extends PeopleCount {
  users: number;
  kills: number;
  campaigns: number;
  seconds: number;
}

export const REACH_FIRST_LAB: Partial<LabOptions> = { workers: 2, schedulers: 2, recipients: 10 };

const VICTIMS = ['worker', 'worker', 'worker', 'scheduler', 'scheduler', 'gateway', 'postgres'] as const;
const LATENCY_MS = 60;
const LONGEST_MS = 900_000;
/** Kills of one campaign; further ones meet another campaign. */
const KILLS_PER_CAMPAIGN = 10;
const CONTENTS = [
  { platforms: ['IOS'], text: 'Push' },
  { platforms: ['SMS'], text: 'Text message' },
  { platforms: ['EMAIL'], subject: 'Mail', text: 'Mail' },
];

/** Campaigns whose people go on to the next content, while processes die from the launch on. */
export async function runReachFirst(lab: Lab, { seed, kills, users, log }: ReachFirstPlan): Promise<ReachFirstFigures> {
  const random = seeded(seed);
  const started = performance.now();
  const { simulators } = lab.stack;
  const figures: ReachFirstFigures = {
    users,
    kills: 0,
    campaigns: 0,
    reached: 0,
    moved: 0,
    two_channels: 0,
    none_although_reachable: 0,
    out_of_order: 0,
    in_doubt: 0,
    seconds: 0,
  };
  while (figures.kills < kills || figures.campaigns === 0) {
    const tag = `reach-${figures.campaigns}`;
    const people = await registerReachable(lab, users, tag);
    await simulators.clear();
    await simulators.faults(seed, [
      { provider: 'apns', share: 0.5, status: 410, reason: 'Unregistered' },
      ...['apns', 'sms', 'smtp'].map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
    ]);
    const body = { title: 'First', target: { tag }, contents: CONTENTS, reach: 'first', within: '1h' };
    const request = retryRequest(lab.stack, randomUUID(), 'campaigns', body);
    let isOver = false;
    const ended = request.then(async (key) => awaitEnd(lab.stack, key, LONGEST_MS)).finally(() => (isOver = true));
    // It is waited for below; a failure before that must not end this process.
    ended.catch(() => undefined);
    for (let dealt = 0; dealt < KILLS_PER_CAMPAIGN && figures.kills < kills; dealt++) {
      await sleep(100 + random() * 1500);
      if (isOver) {
        break;
      }
      const kind = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'worker';
      const victim = lab.victims.find((candidate) => candidate.kind === kind && !candidate.isDown);
      if (victim) {
        log(`kill ${++figures.kills} of ${kills}: ${kind}, campaign ${figures.campaigns + 1}`);
        await victim.kill(random());
      }
    }
    const key = await request;
    await Promise.all(lab.victims.map((victim) => victim.back()));
    await ended;
    figures.campaigns += 1;
    const counted = await recountPeople(lab, people, key);
    for (const [name, count] of Object.entries(counted) as [keyof PeopleCount, number][]) {
      figures[name] += count;
    }
    log(`campaign ${figures.campaigns}: ${JSON.stringify(figures)}`);
  }
  return { ...figures, seconds: Math.round((performance.now() - started) / 1000) };
}

/** Figures that must be zero, and work that must have been done. */
export function reachFirstFaults(figures: ReachFirstFigures): string[] {
  const { two_channels: two, none_although_reachable: none, out_of_order: order, moved } = figures;
  return [
    ...Object.entries({ two_channels: two, none_although_reachable: none, out_of_order: order }).flatMap(
      ([name, count]) => (count > 0 ? [`${name}: ${count}`] : []),
    ),
    ...(moved === 0 ? ['nobody went on to another content'] : []),
  ];
}

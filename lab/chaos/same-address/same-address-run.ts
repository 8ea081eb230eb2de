import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toMailboxKey } from '#platform/spelling';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { compare } from '../compare-receipts.js';
import type { Lab, LabOptions } from '../lab.js';
import { awaitEnd, retryCampaign } from '../retrying-client.js';
import { lastDispatch } from '../rounds.js';
import { NAMED_TEXT } from '../wrong-person.js';
import { registerSharingPeople, type SharingPeople } from './sharing-people.js';

export interface SameAddressPlan {
  seed: number;
  kills: number;
  users: number;
  log: (line: string) => void;
}

/** Receipts of the simulators beside the rule and the dry run. */
export interface SameAddressFigures {
  users: number;
  /** Users that share an address. */
  sharers: number;
  kills: number;
  campaigns: number;
  /** Addresses of which the simulators have a receipt, in all campaigns. */
  reached: number;
  /** Addresses that got messages of two users in one campaign. */
  twice: number;
  /** Receipts of a user that the rule does not choose. */
  wrong: number;
  /** Campaigns whose planned recipients differ from the dry run before them. */
  unlike_dry_run: number;
  lost: number;
  duplicates_unlisted: number;
  in_doubt: number;
  seconds: number;
}

export const SAME_ADDRESS_LAB: Partial<LabOptions> = { workers: 2, recipients: 10 };

const VICTIMS = ['worker', 'worker', 'worker', 'scheduler', 'gateway', 'postgres'] as const;
const TAG = 'same-address';
const LATENCY_MS = 60;
const LONGEST_MS = 3_600_000;
/** Kills of a campaign of so many users, within its first seconds; further ones meet another campaign. */
const KILLS_PER_CAMPAIGN = 10;
const USERS_PER_CAMPAIGN = 20_000;
const MOST_KILLS = 30;
const NAME = /for (same-\d+);/;

/** Campaigns by e-mail and SMS to people who share addresses, while processes die from the launch on. */
export async function runSameAddress(
  lab: Lab,
  { seed, kills, users, log }: SameAddressPlan,
): Promise<SameAddressFigures> {
  const random = seeded(seed);
  const started = performance.now();
  // A long campaign is met from its beginning to its end, and by more kills.
  const length = Math.max(1, users / USERS_PER_CAMPAIGN);
  const killsAtOnce = Math.min(MOST_KILLS, Math.ceil(KILLS_PER_CAMPAIGN * length));
  const people = await registerSharingPeople(lab, users, TAG);
  log(`${users} users are registered, ${people.sharers} of them share their addresses`);
  const figures: SameAddressFigures = {
    users,
    sharers: people.sharers,
    kills: 0,
    campaigns: 0,
    reached: 0,
    twice: 0,
    wrong: 0,
    unlike_dry_run: 0,
    lost: 0,
    duplicates_unlisted: 0,
    in_doubt: 0,
    seconds: 0,
  };
  const { simulators } = lab.stack;
  await simulators.faults(
    seed,
    ['smtp', 'sms'].map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
  );
  while (figures.kills < kills || figures.campaigns === 0) {
    await simulators.clear();
    const body = { message: MESSAGE, target: { tag: TAG } };
    const forecast = expectOk(await lab.stack.rest.post<{ planned: number }>('sendBulkNotification/dryRun', body));
    const after = await lastDispatch(lab);
    const requestedAt = lab.now();
    const request = retryCampaign(lab.stack, randomUUID(), MESSAGE, body.target);
    let isOver = false;
    const ended = request.then(async (key) => awaitEnd(lab.stack, key, LONGEST_MS)).finally(() => (isOver = true));
    // It is waited for below; a failure before that must not end this process.
    ended.catch(() => undefined);
    for (let dealt = 0; dealt < killsAtOnce && figures.kills < kills; dealt++) {
      await sleep((100 + random() * 1500) * length);
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
    const compared = await lab.look((db) => compare(db, lab, { key, after, requestedAt }));
    figures.unlike_dry_run += compared.planned === forecast.planned ? 0 : 1;
    figures.lost += compared.lost;
    figures.duplicates_unlisted += compared.duplicates_unlisted;
    figures.in_doubt += compared.in_doubt_listed;
    await judgeReceipts(lab, people, figures);
    log(`campaign ${figures.campaigns}: ${JSON.stringify({ planned: compared.planned, ...figures })}`);
  }
  return { ...figures, seconds: Math.round((performance.now() - started) / 1000) };
}

/** Figures that must be zero. */
export function sameAddressFaults(figures: SameAddressFigures): string[] {
  const { twice, wrong, unlike_dry_run: unlike, lost, duplicates_unlisted: unlisted, reached } = figures;
  return [
    ...Object.entries({ twice, wrong, unlike_dry_run: unlike, lost, duplicates_unlisted: unlisted }).flatMap(
      ([name, count]) => (count > 0 ? [`${name}: ${count}`] : []),
    ),
    ...(reached === 0 ? ['nobody was reached'] : []),
  ];
}

const MESSAGE = {
  title: 'Same address',
  subject: 'Same address',
  text: 'A message for one person',
  personalizedMessage: `A message ${NAMED_TEXT} and nobody else`,
  platforms: ['EMAIL', 'SMS'],
};

/** The names in the receipts of one campaign, by address. */
async function judgeReceipts(lab: Lab, { owners }: SharingPeople, figures: SameAddressFigures): Promise<void> {
  for (const provider of ['smtp', 'sms']) {
    const names = new Map<string, string>();
    const doubled = new Set<string>();
    for await (const { token, payload } of lab.stack.simulators.everyDelivery(provider)) {
      const address = provider === 'smtp' ? toMailboxKey(token) : token;
      const name = NAME.exec(JSON.stringify(payload))?.[1];
      if (name === undefined) {
        continue;
      }
      const before = names.get(address);
      if (before !== undefined && before !== name) {
        doubled.add(address);
      }
      names.set(address, name);
      figures.wrong += owners.get(address) === name ? 0 : 1;
    }
    figures.reached += names.size;
    figures.twice += doubled.size;
  }
}

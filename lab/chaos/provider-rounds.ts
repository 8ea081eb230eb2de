import { setTimeout as sleep } from 'node:timers/promises';
import { defaultProviderOf, providersOf, type Provider } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { EVERY_PLATFORM, type Lab } from './lab.js';

/** The channels that people of the lab are reached by, each round through another provider. */
const CHANNELS: readonly Channel[] = ['apns', 'fcm', 'hms', 'webpush', 'smtp', 'sms', 'whatsapp'];
/** Workers learn of other accounts within this time. */
const NEWS_MS = 4000;
const SIMULATED = { simulator: true };
/** An address names its messenger, so each round has an account of each. */
const CHATS = { chat: SIMULATED, 'chat:slack': { provider: 'slack', ...SIMULATED } };
const MESSENGERS = ['telegram', 'slack'];

/** One campaign of the scenario `providers`: who sends, and what goes wrong besides deaths. */
export interface ProviderRound {
  name: string;
  /** The channels of the application file. */
  channels: Record<string, object>;
  /** Simulators that must have got something. */
  simulators: readonly string[];
  faults: readonly object[];
}

/**
 * Plans one round for each provider of the channel with the most, so that each provider of the registry sends in one. In one more round text messages and e-mails have several accounts, under refusals, resets and silence.
 */
export function providerRounds(): ProviderRound[] {
  const most = Math.max(...CHANNELS.map((channel) => providersOf(channel).length));
  const rounds = Array.from({ length: most }, (_, index) => toRound(CHANNELS.map((channel) => pick(channel, index))));
  return [...rounds, FAILOVER];
}

function pick(channel: Channel, index: number): readonly [Channel, Provider] {
  const providers = providersOf(channel);
  const provider = providers[Math.min(index, providers.length - 1)];
  if (provider === undefined) {
    throw new Error(`No provider takes messages of ${channel}`);
  }
  return [channel, provider];
}

function toRound(chosen: readonly (readonly [Channel, Provider])[]): ProviderRound {
  return {
    name: [...chosen.map(([, { name }]) => name), ...MESSENGERS].join(', '),
    channels: {
      ...Object.fromEntries(chosen.map(([channel, { name }]) => [channel, toEntry(channel, name)])),
      ...CHATS,
    },
    simulators: [...new Set(chosen.map(([, { simulator }]) => simulator)), ...MESSENGERS],
    faults: [],
  };
}

/** An entry names no provider where its channel has a single one. */
function toEntry(channel: Channel, provider: string): object {
  return provider === defaultProviderOf(channel).name ? SIMULATED : { provider, ...SIMULATED };
}

/** The content of a campaign of a round: everyone gets it, on WhatsApp by an approved template. */
export const ROUND_CONTENT = {
  platforms: EVERY_PLATFORM,
  whatsapp: { template: { name: 'hello_world', language: 'en_US' } },
};
/** A mail that was refused twice is tried again after one minute and then after five more. */
export const ROUND_LIMIT_MS = 600_000;

const SEVERAL = ['sms', 'vonage', 'infobip', 'http', 'smtp', 'ses'];
const FAILOVER: ProviderRound = {
  name: 'several accounts',
  channels: {
    sms: { ...SIMULATED, share: 30 },
    'sms:second': { provider: 'vonage', ...SIMULATED, share: 30 },
    'sms:third': { provider: 'infobip', ...SIMULATED, share: 20 },
    'sms:fourth': { provider: 'http', ...SIMULATED },
    smtp: { ...SIMULATED, share: 40 },
    'smtp:second': { provider: 'ses', ...SIMULATED, share: 30 },
    'smtp:third': { provider: 'http', ...SIMULATED },
  },
  simulators: SEVERAL,
  faults: SEVERAL.flatMap((provider) => [
    { provider, share: 0.1, status: provider === 'smtp' ? 451 : 500, times: 2 },
    { provider, share: 0.1, status: provider === 'smtp' ? 421 : 429, times: 2 },
    { provider, share: 0.05, fault: 'reset', when: 'before', times: 1 },
    { provider, share: 0.05, fault: 'reset', when: 'after', times: 1 },
    { provider, share: 0.01, fault: 'hang', when: 'after', times: 1 },
  ]),
};

/** Lets the providers of a round send from now on. */
export async function beginRound(lab: Lab, { channels }: ProviderRound): Promise<void> {
  await lab.apply({ channels });
  await sleep(NEWS_MS);
}

/** A worker dies, one does not run for longer than its lease, and one dies again. */
export async function troubleWorkers(lab: Lab): Promise<void> {
  for (const kind of ['worker', 'freeze', 'worker'] as const) {
    const victim = lab.victims.find((candidate) => candidate.kind === kind && !candidate.isDown);
    await victim?.kill();
    await sleep(1000);
    await victim?.back();
  }
}

/** Addresses that got more than one message of the campaign by all simulators of a round together, and are not listed. */
export async function countUnlistedCopies(lab: Lab, round: ProviderRound, after: number): Promise<number> {
  const copies = new Map<string, number>();
  for (const provider of round.simulators.filter((name) => SEVERAL.includes(name))) {
    for await (const { token } of lab.stack.simulators.everyDelivery(provider)) {
      copies.set(token, (copies.get(token) ?? 0) + 1);
    }
  }
  const listed = await lab.look((db) =>
    db.rows<{ email: string | null; msisdn: string | null }>(
      `SELECT DISTINCT u.email, u.msisdn FROM delivery.in_doubt AS i
         JOIN users.app_user AS u ON u.app_id = $1 AND u.uid = i.recipient_id WHERE i.dispatch_id > $2`,
      [lab.stack.appId, after],
    ),
  );
  const known = new Set(listed.flatMap(({ email, msisdn }) => [email, msisdn]));
  return [...copies].filter(([address, count]) => count > 1 && !known.has(address)).length;
}

/** Simulators of a round that got nothing. */
export async function listIdle(lab: Lab, { simulators }: ProviderRound): Promise<string[]> {
  const counts = await lab.stack.simulators.counts();
  return simulators.filter((name) => (counts[name]?.accepted ?? 0) === 0);
}

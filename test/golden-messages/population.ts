import { ApplyService } from '#libs/tenancy';
import type { ApiClient } from '../support/api-document/api-client.js';
import type { TestGateway } from '../support/contract/gateway.js';
import type { SimulatorClient } from '../support/processes/simulator-client.js';

const SIMULATED = { simulator: true };

/** Channels that every application needs to send; a section of its file. */
const CHANNELS = { apns: SIMULATED, fcm: SIMULATED, webpush: SIMULATED, smtp: SIMULATED, sms: SIMULATED };

/** Objects that the messages of this folder's own cases refer to; sections of the file. */
export const FILE = {
  attributes: [
    { code: 'plan', dataType: 'STRING' },
    { code: 'likes', dataType: 'STRING', array: true },
    { code: 'visits', dataType: 'INT' },
  ],
  categories: [{ name: 'News' }],
  buttonSets: [{ id: 1, buttons: ['Yes', 'No'] }],
  sounds: [
    { platform: 'IOS', name: 'chime' },
    { platform: 'ANDROID', name: 'chime' },
  ],
};

/** Calculated when it is defined: after there are people. */
export const SEGMENTS = [{ name: 'gold members', target: { profile: { plan: 'gold' } } }];

const TOKENS: [string, string][] = [
  ['a1'.repeat(32), "Ann's telephone (IOS)"],
  ['fAnn:APA91bAnn', "Ann's tablet (ANDROID)"],
  ['b0'.repeat(32), "Bob's telephone (IOS)"],
  ['fBob:APA91bBob', "Bob's tablet (ANDROID)"],
  ['c5'.repeat(32), "Mac's Mac (MACOS, APNs)"],
  ['http://s.notify.live.net/u/1/x', "Phil's Windows Phone (WP)"],
];
const BROWSERS = ['CHROME', 'FIREFOX', 'EDGE', 'SAFARI', 'OPERA', 'YANDEX'] as const;

/** Receivers: the address as the provider sees it, and its name in expectations. */
export type Population = ReadonlyMap<string, string>;

/** One subscription for each browser, the same for every case. */
export async function subscribe(simulators: SimulatorClient): Promise<Map<string, string>> {
  const subscriptions = await simulators.subscriptions(BROWSERS.length);
  return new Map(BROWSERS.map((browser, index) => [browser, JSON.stringify(subscriptions[index])]));
}

/**
 * Gives an application channels, and people on every platform: Ann has attributes and a language, Bob has none, and the
 * rest a browser, a Mac or a Windows Phone.
 *
 * @param ann  what Ann is and has besides
 */
export async function populate(
  gateway: TestGateway,
  { app, client }: { app: string; client: ApiClient },
  browsers: ReadonlyMap<string, string>,
  ann: { extId?: string; profile?: Record<string, string | number | string[]>; bob?: string } = {},
): Promise<Population> {
  await gateway.app.get(ApplyService).apply({ app, channels: CHANNELS }, { dryRun: false });
  const { extId = 'ann', profile = {}, bob = 'bob' } = ann;
  const [ios = '', android = '', bobs = '', bobsTablet = '', mac = '', wp = ''] = TOKENS.map(([token]) => token);
  await client.post('/rest/3.0/registerUsers', [
    {
      extId,
      platform: 'IOS',
      deviceToken: ios,
      email: 'ann@example.com',
      msisdn: '+905320000001',
      tags: ['vip', 'reader'],
    },
    { extId, platform: 'ANDROID', deviceToken: android },
    {
      extId: bob,
      platform: 'IOS',
      deviceToken: bobs,
      email: 'bob@example.com',
      msisdn: '+905320000002',
      tags: ['reader'],
    },
    { extId: bob, platform: 'ANDROID', deviceToken: bobsTablet },
    { extId: 'mac', platform: 'MACOS', deviceToken: mac },
    { extId: 'phil', platform: 'WP', deviceToken: wp },
    ...BROWSERS.map((platform) => ({ extId: `on ${platform}`, platform, deviceToken: browsers.get(platform) ?? '' })),
  ]);
  await client.post('/rest/3.0/setProfileAttributes', [
    { extId, profile: { name: 'Ann', language: 'tr', ...profile } },
    { extId: 'on CHROME', profile: { name: 'Chris', language: 'Turkish' } },
  ]);
  const endpoints = BROWSERS.map((platform): [string, string] => [
    (JSON.parse(browsers.get(platform) ?? '{}') as { endpoint: string }).endpoint.split('/').at(-1) ?? '',
    `somebody on ${platform}`,
  ]);
  return new Map([
    ...TOKENS,
    ...endpoints,
    ['ann@example.com', 'Ann (EMAIL)'],
    ['bob@example.com', 'Bob (EMAIL)'],
    ['+905320000001', 'Ann (SMS)'],
    ['+905320000002', 'Bob (SMS)'],
  ]);
}

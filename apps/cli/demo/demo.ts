import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFile } from '../apply-file.js';
import { ROOT } from '../surroundings.js';
import { DemoClient, type Counts, type Installation, type Subscription } from './demo-client.js';
import { ensureDemoState, writeDemoState } from './demo-state.js';
import { androidToken, extIdOf, iosToken, person, PLATFORMS, REFUSALS } from './people.js';
import { tableOf, type Line } from './table.js';

const PEOPLE = 100;
/** Registrations of devices under way at the same time. */
const AT_ONCE = 8;
/** One of so many users opens the push. */
const CLICK_EVERY = 8;
const POLL_MS = 100;
const SAY_EVERY_MS = 2000;
const PATIENCE_MS = 120_000;

export interface DemoOptions {
  home: string;
  /** Base URL of the gateway. */
  gateway: string;
  /** Base URL of the simulators' control interface. */
  simulators: string;
  /** Name of the header that carries the API key. */
  keyHeader: string;
  say: (line: string) => void;
}

/**
 * What the first start shows: makes the demo application, registers users with devices on every channel, sends one
 * campaign on each and compares the results with what the simulators took. All of it through the public interfaces.
 *
 * @returns lines of the closing table
 */
export async function runDemo({ home, gateway, simulators, keyHeader, say }: DemoOptions): Promise<string[]> {
  const state = await ensureDemoState(home);
  await applyFile(join(ROOT, 'apps/cli/demo/shop.yaml'), false, {
    DEMO_REST_KEY: state.keys.rest,
    DEMO_MOBILE_KEY: state.keys.mobile,
    DEMO_JS_KEY: state.keys.js,
  });
  say('demo: the application is there');
  const client = new DemoClient(gateway, simulators, state.keys, keyHeader);
  const devices = await register(client);
  say(`demo: ${PEOPLE} users with ${3 * PEOPLE} devices, e-mail addresses and numbers are registered`);
  await client.faults(REFUSALS);
  const before = await client.counts();
  const lines: Line[] = [];
  for (const { platform, provider } of PLATFORMS) {
    const key = await campaign(client, platform, say);
    await click(client, provider, devices);
    lines.push({ ...(await figuresOf(client, key, platform)), platform, provider, accepted: 0, rejected: 0 });
  }
  const after = await client.counts();
  await client.faults({ seed: 0, rules: [] });
  await writeDemoState(home, { ...state, isDone: true });
  return tableOf(lines.map((line) => ({ ...line, ...difference(before, after, line.provider) })));
}

/** A device that can report clicks. */
interface Device {
  kind: 'mobile' | 'js';
  /** Address as its push service knows it. */
  address: string;
  installation: Installation;
}

/** Profiles by the server-to-server interface; devices as apps and pages report themselves. */
async function register(client: DemoClient): Promise<Device[]> {
  const indexes = Array.from({ length: PEOPLE }, (_, index) => index);
  await client.registerUsers(indexes.map(person));
  const subscriptions = await client.subscriptions(PEOPLE);
  const wanted = indexes.flatMap((index) => devicesOf(index, subscriptions[index]));
  const devices: Device[] = [];
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const some = wanted.slice(start, start + AT_ONCE).map(async ({ kind, address, body }) => ({
      kind,
      address,
      installation: await client.registerDevice(kind, body),
    }));
    devices.push(...(await Promise.all(some)));
  }
  return devices;
}

function devicesOf(
  index: number,
  subscription: Subscription | undefined,
): { kind: 'mobile' | 'js'; address: string; body: object }[] {
  const common = { extId: extIdOf(index), pushPermitted: true, language: 'en', appVersion: '1.0' };
  const phone = (platform: string, token: string, deviceModel: string) => ({
    kind: 'mobile' as const,
    address: token,
    body: { ...common, platform, token, deviceModel },
  });
  const page = { ...common, platform: 'CHROME', token: JSON.stringify(subscription) };
  return [
    phone('IOS', iosToken(index), 'iPhone 16'),
    phone('ANDROID', androidToken(index), 'Pixel 9'),
    // A push service knows a subscription by the last part of its endpoint.
    { kind: 'js', address: subscription?.endpoint.split('/').at(-1) ?? '', body: page },
  ];
}

/** Sends one campaign and waits for its end. */
async function campaign(client: DemoClient, platform: string, say: (line: string) => void): Promise<number> {
  const begin = Date.now();
  const key = await client.sendBulk({
    title: `Demo ${platform}`,
    text: 'Hello! This is Herald.',
    personalizedMessage: 'Hello @{name}! This is Herald.',
    platforms: [platform],
    ...(platform === 'CHROME' ? { iconUrl: 'https://example.com/icon.png' } : {}),
  });
  for (let said = begin; ; await sleep(POLL_MS)) {
    const { status, sent, failed } = await figuresOf(client, key, platform);
    if (status === 'FINISHED') {
      say(`demo: campaign ${key} on ${platform} is finished: ${sent} sent, ${failed} failed`);
      return key;
    }
    if (Date.now() - begin > PATIENCE_MS) {
      throw new Error(`the campaign ${key} on ${platform} did not finish within ${PATIENCE_MS / 1000} s`);
    }
    if (Date.now() - said > SAY_EVERY_MS) {
      said = Date.now();
      say(`demo: campaign ${key} on ${platform}: ${sent + failed} of ${PEOPLE}`);
    }
  }
}

/** Some users open the push that they got. E-mail and SMS have no device that could tell. */
async function click(client: DemoClient, provider: string, devices: readonly Device[]): Promise<void> {
  const messages = await client.newestMessages(provider);
  const reached = devices.flatMap(({ kind, address, installation }) => {
    const messageId = messages.get(address);
    return messageId === undefined ? [] : [{ kind, installation, messageId }];
  });
  for (const { kind, installation, messageId } of reached.filter((_, index) => index % CLICK_EVERY === 0)) {
    await client.click(kind, installation, messageId);
  }
}

async function figuresOf(
  client: DemoClient,
  key: number,
  platform: string,
): Promise<{ status: string; sent: number; failed: number; clicked: number }> {
  const { status, stats } = await client.statistics(key);
  const { sent = 0, failed = 0, clicked = 0 } = stats.find((one) => one.platform === platform) ?? {};
  return { status, sent, failed, clicked };
}

function difference(before: Counts, after: Counts, provider: string): { accepted: number; rejected: number } {
  const [first, last] = [before[provider], after[provider]];
  return {
    accepted: (last?.accepted ?? 0) - (first?.accepted ?? 0),
    rejected: (last?.rejected ?? 0) - (first?.rejected ?? 0),
  };
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFile } from '../runtime/apply-file.js';
import { ROOT } from '../runtime/root.js';
import { DemoClient, type Counts, type Installation, type Subscription } from './demo-client.js';
import { ensureDemoState, writeDemoState } from './demo-state.js';
import { androidToken, toExtId, iosToken, makeUser, PLATFORMS, REFUSALS } from './demo-users.js';
import { formatTable, type ResultLine } from './result-table.js';

const USER_COUNT = 100;
/** Concurrent registrations of devices. */
const CONCURRENCY = 8;
/** Every n-th user opens the push. */
const CLICK_EVERY = 8;
const POLL_MS = 100;
const PROGRESS_INTERVAL_MS = 2000;
const TIMEOUT_MS = 120_000;

/** The message of the demo's journey. */
const REMINDER = {
  name: 'cart reminder',
  title: 'Your cart',
  message: 'You left @{event.item|something} in your cart.',
  platforms: ['IOS', 'ANDROID'],
};

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
 * The demo of the first start. It creates the demo application, registers users with devices on every channel, sends one
 * campaign on each, compares the results with the simulators, and sets up a journey. It uses the public interfaces only.
 *
 * @returns lines of the result table
 */
export async function runDemo({ home, gateway, simulators, keyHeader, say }: DemoOptions): Promise<string[]> {
  const state = await ensureDemoState(home);
  await applyFile(join(ROOT, 'apps/cli/demo/shop.yaml'), false, {
    DEMO_REST_KEY: state.keys.rest,
    DEMO_MOBILE_KEY: state.keys.mobile,
    DEMO_JS_KEY: state.keys.js,
    DEMO_IDENTITY_SECRET: state.identitySecret,
  });
  say('demo: the application is there');
  const client = new DemoClient(gateway, simulators, state, keyHeader);
  const devices = await registerUsersAndDevices(client);
  say(`demo: ${USER_COUNT} users with ${3 * USER_COUNT} devices, e-mail addresses and numbers are registered`);
  await client.faults(REFUSALS);
  const before = await client.counts();
  const lines: ResultLine[] = [];
  for (const { platform, provider } of PLATFORMS) {
    const key = await sendCampaign(client, platform, say);
    await openPushes(client, provider, devices);
    lines.push({ ...(await getFigures(client, key, platform)), platform, provider, accepted: 0, rejected: 0 });
  }
  const after = await client.counts();
  await client.faults({ seed: 0, rules: [] });
  await client.defineMessage(REMINDER);
  await applyFile(join(ROOT, 'apps/cli/demo/journey.yaml'), false);
  say('demo: the journey "abandoned cart" waits for the event CartFilled');
  await writeDemoState(home, { ...state, isDone: true });
  return formatTable(lines.map((line) => ({ ...line, ...subtractCounts(before, after, line.provider) })));
}

/** A device that can report clicks. */
interface Device {
  kind: 'mobile' | 'js';
  /** Address at its push service. */
  address: string;
  installation: Installation;
}

/** Registers profiles like a server, and devices like apps and pages. */
async function registerUsersAndDevices(client: DemoClient): Promise<Device[]> {
  const indexes = Array.from({ length: USER_COUNT }, (_, index) => index);
  await client.registerUsers(indexes.map(makeUser));
  const subscriptions = await client.subscriptions(USER_COUNT);
  const newDevices = indexes.flatMap((index) => makeDevices(index, subscriptions[index]));
  const devices: Device[] = [];
  for (let start = 0; start < newDevices.length; start += CONCURRENCY) {
    const batch = newDevices.slice(start, start + CONCURRENCY).map(async ({ kind, address, body }) => ({
      kind,
      address,
      installation: await client.registerDevice(kind, body),
    }));
    devices.push(...(await Promise.all(batch)));
  }
  return devices;
}

function makeDevices(
  index: number,
  subscription: Subscription | undefined,
): { kind: 'mobile' | 'js'; address: string; body: { extId: string } }[] {
  const common = { extId: toExtId(index), pushPermitted: true, language: 'en', appVersion: '1.0' };
  const phone = (platform: string, token: string, deviceModel: string) => ({
    kind: 'mobile' as const,
    address: token,
    body: { ...common, platform, token, deviceModel },
  });
  const page = { ...common, platform: 'CHROME', token: JSON.stringify(subscription) };
  return [
    phone('IOS', iosToken(index), 'iPhone 16'),
    phone('ANDROID', androidToken(index), 'Pixel 9'),
    // The address of a subscription is the last part of its endpoint.
    { kind: 'js', address: subscription?.endpoint.split('/').at(-1) ?? '', body: page },
  ];
}

/** Sends one campaign and waits for its end. */
async function sendCampaign(client: DemoClient, platform: string, say: (line: string) => void): Promise<number> {
  const begin = Date.now();
  const key = await client.sendBulk({
    title: `Demo ${platform}`,
    text: 'Hello! This is Herald.',
    personalizedMessage: 'Hello @{name}! This is Herald.',
    platforms: [platform],
    ...(platform === 'CHROME' ? { iconUrl: 'https://example.com/icon.png' } : {}),
  });
  for (let printedAt = begin; ; await sleep(POLL_MS)) {
    const { status, sent, failed } = await getFigures(client, key, platform);
    if (status === 'FINISHED') {
      say(`demo: campaign ${key} on ${platform} is finished: ${sent} sent, ${failed} failed`);
      return key;
    }
    if (Date.now() - begin > TIMEOUT_MS) {
      throw new Error(`the campaign ${key} on ${platform} did not finish within ${TIMEOUT_MS / 1000} s`);
    }
    if (Date.now() - printedAt > PROGRESS_INTERVAL_MS) {
      printedAt = Date.now();
      say(`demo: campaign ${key} on ${platform}: ${sent + failed} of ${USER_COUNT}`);
    }
  }
}

/** Some users open their push. E-mail and SMS have no device that reports it. */
async function openPushes(client: DemoClient, provider: string, devices: readonly Device[]): Promise<void> {
  const messages = await client.newestMessages(provider);
  const reached = devices.flatMap(({ kind, address, installation }) => {
    const messageId = messages.get(address);
    return messageId === undefined ? [] : [{ kind, installation, messageId }];
  });
  for (const { kind, installation, messageId } of reached.filter((_, index) => index % CLICK_EVERY === 0)) {
    await client.click(kind, installation, messageId);
  }
}

async function getFigures(
  client: DemoClient,
  key: number,
  platform: string,
): Promise<{ status: string; sent: number; failed: number; clicked: number }> {
  const { status, stats } = await client.statistics(key);
  const { sent = 0, failed = 0, clicked = 0 } = stats.find((candidate) => candidate.platform === platform) ?? {};
  return { status, sent, failed, clicked };
}

function subtractCounts(before: Counts, after: Counts, provider: string): { accepted: number; rejected: number } {
  const [first, last] = [before[provider], after[provider]];
  return {
    accepted: (last?.accepted ?? 0) - (first?.accepted ?? 0),
    rejected: (last?.rejected ?? 0) - (first?.rejected ?? 0),
  };
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyFile } from '../apply-file.js';
import { ROOT } from '../surroundings.js';
import { DemoClient, type Counts } from './demo-client.js';
import { ensureDemoState, writeDemoState } from './demo-state.js';
import { androidToken, extIdOf, iosToken, person, PLATFORMS, REFUSALS } from './people.js';
import { tableOf, type Line } from './table.js';

const PEOPLE = 100;
/** Registrations of devices under way at the same time. */
const AT_ONCE = 8;
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
  await register(client);
  say(`demo: ${PEOPLE} users with ${3 * PEOPLE} devices, e-mail addresses and numbers are registered`);
  await client.faults(REFUSALS);
  const before = await client.counts();
  const lines: Line[] = [];
  for (const { platform, provider } of PLATFORMS) {
    const figures = await campaign(client, platform, say);
    lines.push({ ...figures, platform, provider, accepted: 0, rejected: 0 });
  }
  const after = await client.counts();
  await client.faults({ seed: 0, rules: [] });
  await writeDemoState(home, { ...state, isDone: true });
  return tableOf(lines.map((line) => ({ ...line, ...difference(before, after, line.provider) })));
}

/** Profiles by the server-to-server interface; devices as apps and pages report themselves. */
async function register(client: DemoClient): Promise<void> {
  const indexes = Array.from({ length: PEOPLE }, (_, index) => index);
  await client.registerUsers(indexes.map(person));
  const subscriptions = await client.subscriptions(PEOPLE);
  const devices = indexes.flatMap((index) => {
    const common = { extId: extIdOf(index), pushPermitted: true, language: 'en', appVersion: '1.0' };
    return [
      {
        kind: 'mobile' as const,
        device: { ...common, platform: 'IOS', token: iosToken(index), deviceModel: 'iPhone 16' },
      },
      {
        kind: 'mobile' as const,
        device: { ...common, platform: 'ANDROID', token: androidToken(index), deviceModel: 'Pixel 9' },
      },
      { kind: 'js' as const, device: { ...common, platform: 'CHROME', token: JSON.stringify(subscriptions[index]) } },
    ];
  });
  for (let start = 0; start < devices.length; start += AT_ONCE) {
    await Promise.all(
      devices.slice(start, start + AT_ONCE).map(({ kind, device }) => client.registerDevice(kind, device)),
    );
  }
}

async function campaign(
  client: DemoClient,
  platform: string,
  say: (line: string) => void,
): Promise<{ sent: number; failed: number; clicked: number }> {
  const begin = Date.now();
  const key = await client.sendBulk({
    title: `Demo ${platform}`,
    text: 'Hello! This is Herald.',
    personalizedMessage: 'Hello @{name}! This is Herald.',
    platforms: [platform],
    ...(platform === 'CHROME' ? { iconUrl: 'https://example.com/icon.png' } : {}),
  });
  for (let said = begin; ; await sleep(POLL_MS)) {
    const { status, stats } = await client.statistics(key);
    const { sent = 0, failed = 0, clicked = 0 } = stats.find((one) => one.platform === platform) ?? {};
    if (status === 'FINISHED') {
      say(`demo: campaign ${key} on ${platform} is finished: ${sent} sent, ${failed} failed`);
      return { sent, failed, clicked };
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

function difference(before: Counts, after: Counts, provider: string): { accepted: number; rejected: number } {
  const [first, last] = [before[provider], after[provider]];
  return {
    accepted: (last?.accepted ?? 0) - (first?.accepted ?? 0),
    rejected: (last?.rejected ?? 0) - (first?.rejected ?? 0),
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeIds } from '#libs/delivery';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { activate } from '../support/panel/keyboard/keyboard.js';
import {
  findBrowser,
  launchBrowser,
  openPage,
  press,
  seeText,
  type StoryBrowser,
} from '../support/panel/panel-browser.js';
import { signInFirst } from '../support/panel/panel-session.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';

const USERS = 8000;
/** Slow enough that the page is opened and pressed in the middle: 250 in flight at a time in each of two chunks. */
const SLOW = [{ provider: 'apns', share: 1, latencyMs: 600 }];
const STILL_MS = 5000;
const SOON = { timeout: 60_000, interval: 100 };
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** The panel's numbers are compared with the deliveries of the simulated provider, not with Herald's own counts. */
describe.skipIf(findBrowser('chrome') === undefined)('Pause of a campaign on its page', () => {
  let database: EmptyDatabase;
  let stack: Stack;
  let home: string;
  let browser: StoryBrowser;
  let page: Page;
  beforeAll(async () => {
    [database, home, browser] = await Promise.all([
      emptyDatabase(),
      mkdtemp(join(tmpdir(), 'herald-pause-')),
      launchBrowser('chrome'),
    ]);
    stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY });
    const env = { DATABASE_URL: database.url, MASTER_KEY, HERALD_HOME: home };
    const [name = '', value = ''] = (await signInFirst(originOf(), env)).split('=');
    page = await openPage(browser);
    await page.browserContext().setCookie({ name, value, domain: 'localhost', path: '/', httpOnly: true });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await database?.close();
    await rm(home, { recursive: true, force: true });
  });

  const originOf = () => `http://localhost:${childOf(stack, 'gateway').port}`;
  const accepted = async () => (await stack.simulators.counts())['apns']?.accepted ?? 0;
  const readInFlight = async () =>
    (await stack.db.rows<{ intent: Buffer }>('SELECT intent FROM delivery.chunk WHERE intent IS NOT NULL')).reduce(
      (sum, { intent }) => sum + decodeIds(intent).length,
      0,
    );
  const countSent = async (key: number) =>
    (
      await stack.db.row<{ n: number }>(
        `SELECT count(*) AS n FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
          WHERE d.notification_key = $1 AND r.status = 1`,
        [key],
      )
    )?.n;
  const ask = async <A>(path: string): Promise<A> =>
    (await page.evaluate(`fetch('/panel/1.0/apps/${path}').then((answer) => answer.json())`)) as A;

  it('A paused campaign sends what was under way and then nothing, and reaches all recipients once it resumes', async () => {
    await page.goto(`${originOf()}/panel/`);
    await seeText(page, 'Campaigns');
    const { apps } = (await page.evaluate(`fetch('/panel/1.0/me').then((answer) => answer.json())`)) as {
      apps: { key: string }[];
    };
    const app = apps[0]?.key ?? '';
    await stack.simulators.faults(1, SLOW);
    const key = await stack.rest.sendBulk({ title: 'Winter', text: 'All coats', platforms: ['IOS'] });
    await page.goto(`${originOf()}/panel/apps/${app}/campaigns/${key}`);
    await expect.poll(accepted, SOON).toBeGreaterThan(0);
    const answered = page.waitForResponse((response) => response.url().endsWith(`/${key}/pause`));
    await activate(page, 'Pause');
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers()['idempotency-key']).toMatch(/^[\da-f]{32}$/);

    // No recipient is taken in flight after the answer, so later ones are among these.
    const inFlight = await readInFlight();
    const atAnswer = await accepted();
    expect(atAnswer).toBeLessThan(USERS / 2);
    await seeText(page, 'no others are sent');
    await expect.poll(readInFlight, SOON).toBe(0);
    const paused = await accepted();
    expect(paused - atAnswer).toBeLessThanOrEqual(inFlight);
    await new Promise((done) => setTimeout(done, STILL_MS));
    expect(await accepted()).toBe(paused);
    expect(await countSent(key)).toBe(paused);
    await seeText(page, `${paused.toLocaleString('en-GB')}\n`);

    await stack.simulators.faults(1, []);
    await press(page, 'button', 'Resume');
    await seeText(page, 'recipients are waiting.');
    await press(page, 'button', 'Resume');
    await stack.rest.finished(key, 120_000);
    await seeText(page, 'Finished');
    expect(await accepted()).toBe(USERS);
    expect(await countSent(key)).toBe(USERS);
    expect(await stack.simulators.duplicates()).toEqual([]);
    expect(await ask(`${app}/campaigns/${key}`)).toMatchObject({
      state: 'FINISHED',
      planned: USERS,
      sent: USERS,
      failed: 0,
      waiting: 0,
    });

    // The chart knows the whole run, and that nothing moved in the middle of it.
    await page.reload();
    await seeText(page, 'over the whole run');
    const { width, settled } = await ask<{ width: number; settled: number[] }>(`${app}/campaigns/${key}/series`);
    expect(settled.reduce((sum, n) => sum + n, 0)).toBe(USERS);
    expect(longestPause(settled) * width).toBeGreaterThanOrEqual(STILL_MS / 1000 - width);
  }, 240_000);
});

/** @returns slots in which nothing moved, the most that follow each other */
function longestPause(settled: readonly number[]): number {
  let [longest, current] = [0, 0];
  for (const n of settled) {
    current = n === 0 ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

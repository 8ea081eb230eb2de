import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import {
  closePage,
  findBrowsers,
  launchBrowser,
  openPage,
  seeText,
  type StoryBrowser,
} from '../support/panel/panel-browser.js';
import { signInFirst } from '../support/panel/panel-session.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';

const USERS = 300;
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const kinds = findBrowsers('a campaign that a page follows through the death of a gateway');

describe.skipIf(kinds.length === 0)('Live page of a campaign', () => {
  let database: EmptyDatabase;
  let stack: Stack;
  let home: string;
  let cookie: string;
  beforeAll(async () => {
    [database, home] = await Promise.all([emptyDatabase(), mkdtemp(join(tmpdir(), 'herald-live-'))]);
    stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY });
    const env = { DATABASE_URL: database.url, MASTER_KEY, HERALD_HOME: home };
    cookie = await signInFirst(`http://localhost:${childOf(stack, 'gateway').port}`, env);
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
  });
  afterAll(async () => {
    await stack?.stop();
    await database?.close();
    await rm(home, { recursive: true, force: true });
  });

  it.each(kinds)(
    'The page of a campaign says that it is not live when the gateway is killed, and is right without a reload, in %s',
    async (kind) => {
      const gateway = childOf(stack, 'gateway');
      await childOf(stack, 'worker').end('SIGTERM');
      const key = await stack.rest.sendBulk({ title: 'Winter', text: 'All coats', platforms: ['IOS'] });
      const browser: StoryBrowser = await launchBrowser(kind);
      const page: Page = await openPage(browser);
      try {
        const [name = '', value = ''] = cookie.split('=');
        await page.browserContext().setCookie({ name, value, domain: 'localhost', path: '/', httpOnly: true });
        const origin = `http://localhost:${gateway.port}`;
        const me = await fetch(`${origin}/panel/1.0/me`, { headers: { cookie } });
        const { apps } = (await me.json()) as { apps: { key: string }[] };
        await page.goto(`${origin}/panel/apps/${apps[0]?.key}/campaigns/${key}`);
        await seeText(page, 'Winter');
        await page.evaluate('globalThis.isSamePage = true');
        await gateway.end('SIGKILL');
        await seeText(page, 'Not live');
        await stack.replace(gateway);
        await stack.replace(childOf(stack, 'worker'));
        await stack.rest.finished(key, 60_000);
        await seeText(page, 'Finished');
        await seeText(page, String(USERS));
        expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
        expect(await page.evaluate(`document.body.innerText.includes('Not live')`)).toBe(false);
      } finally {
        await closePage(page);
        await browser.close();
      }
    },
  );
});

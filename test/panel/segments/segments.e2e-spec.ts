import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SegmentCalculatorService, SegmentService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  findBarriers,
  findBrowsers,
  launchBrowser,
  seeText,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { choose } from '../../support/panel/targets/typed-lines.js';

const SOON = { timeout: 30_000, interval: 50 };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const USERS = Array.from({ length: 30 }, (_, index) => ({
  extId: `u${index}`,
  profile: { town: index < 20 ? 'Van' : 'Ankara' },
  platform: 'IOS',
  deviceToken: `token-${index}`,
}));

describe.each(findBrowsers('segments on a real gateway'))('Segments in %s', (kind) => {
  let browser: StoryBrowser;
  let gateway: TestGateway;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    const attributes = [{ code: 'town', dataType: 'STRING' }];
    await apply({ attributes });
    expect((await gateway.call('/rest/3.0/registerUsers', { body: USERS })).status).toBe(200);
    await apply({ segments: [{ name: 'lake', target: { profile: { town: ['Van'] } } }] });
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'marketer' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  const apply = (sections: object) =>
    gateway.app.get(ApplyService).apply({ app: 'shop', ...sections }, { dryRun: false });

  it('A member opens a segment, changes it, sees its size, and removes it once no campaign waits with it', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/audience/segments`);
    await seeText(page, 'Up to date');
    await activate(page, 'lake');
    await seeText(page, 'Users over time');
    await seeText(page, 'of 30 users');
    await typeAt(page, 'Values', 'Van, Ankara');
    await seeText(page, '30 on its own · 30 with the lines above');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Save changes');
    await seeText(page, 'Saved.');
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    await page.reload();
    await vi.waitFor(async () => expect(await figures()).toContain('30'), SOON);

    const body = {
      message: { title: 'Spring sale', text: 'Now', platforms: ['IOS'] },
      target: { segment: ['lake'] },
      schedule: { startTime: TOMORROW },
    };
    const { json } = await gateway.call('/rest/3.0/sendBulkNotification', { body });
    const { notificationKey } = json as { notificationKey: number };
    await page.reload();
    await seeText(page, 'Campaign Spring sale');
    await activate(page, 'Remove lake');
    await seeText(page, 'It cannot be removed: these campaigns use it.');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Keep it');

    await gateway.call('/rest/3.0/stopNotification', { body: [{ messageId: notificationKey }] });
    await page.reload();
    await seeText(page, 'No scheduled campaign and no draft uses it.');
    await activate(page, 'Remove lake');
    await seeText(page, 'Remove the segment?');
    await activate(page, 'Remove');
    await seeText(page, 'There is no such segment');
    expect(await gateway.app.get(SegmentService).listDefinitions(gateway.appId)).toEqual([]);
  });

  it('A new segment needs a free name, and is shown as not calculated yet, without a number of users', async () => {
    await page.goto(`${gateway.base}/panel/apps/shop/audience`);
    await seeText(page, 'of 30 users');
    await choose(page, 'Line 1', 1, 'town');
    await typeAt(page, 'Values', 'Izmir');
    await typeAt(page, 'Name of the segment', 'shore');
    await activate(page, 'Save the segment');
    await seeText(page, 'shore is a segment now.');
    await typeAt(page, 'Name of the segment', 'shore');
    await activate(page, 'Save the segment');
    await seeText(page, "there is 'shore' already, which stays as it is");
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${gateway.base}/panel/apps/shop/audience/segments`);
    await seeText(page, 'shore');
    const cells = () => page.$$eval('tbody tr td:nth-of-type(1)', (all) => all.map((cell) => cell.textContent));
    expect(await cells()).toEqual(['Not calculated yet']);
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'shore');
    await seeText(page, 'It was not calculated yet.');
    expect(await figures()).toEqual([]);
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    await page.goto(`${gateway.base}/panel/apps/shop/audience/segments`);
    await vi.waitFor(async () => expect(await cells()).toEqual(['0']), SOON);
  });

  const figures = async (): Promise<(string | null)[]> =>
    page.$$eval('main strong', (figures) => figures.map((element) => element.textContent));
});

import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ErasureListRunnerService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { enterPanel } from '../../support/panel/entering/enter-panel.js';
import {
  closePage,
  findBarriers,
  findBrowsers,
  launchBrowser,
  press,
  seeText,
  textOf,
  type StoryBrowser,
} from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('people who are erased by a list');
const SOON = { timeout: 20_000, interval: 50 };

describe.each(kinds)('List of people to erase in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('The page of erasures shows the progress of a list, and the outcome of earlier ones', async () => {
    const { site, page } = recorded();
    await page.goto(`${site.origin}/panel/apps/shop/users/erasures`);
    await seeText(page, '1,200 of 3,700 done. 1,100 of them were users.');
    await seeText(page, 'It goes on when you leave this page.');
    await seeText(page, '12 lines name one of them again.');
    await seeText(page, 'Lists that have ended');
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe.each(kinds)('Erasure of people by a list on a real gateway in %s', (kind) => {
  let gateway: TestGateway;
  let browser: StoryBrowser;
  let page: Page;
  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launchBrowser(kind), startGateway()]);
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    const people = ['ada', 'bo', 'kept'].map((extId) => ({ extId }));
    expect((await gateway.call('/rest/3.0/registerUsers', { body: people })).status).toBe(200);
    page = await enterPanel(browser, gateway, { name: 'Ada', role: 'owner' });
  }, 120_000);
  afterEach(async () => {
    expect(await findBarriers(page)).toEqual([]);
  });
  afterAll(async () => {
    await (page && closePage(page));
    await Promise.all([browser?.close(), gateway?.close()]);
  });
  const open = () => page.goto(`${gateway.base}/panel/apps/shop/users/erasures`);
  const present = async () => [
    ...(await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada', 'bo', 'kept'])).keys(),
  ];
  const list = async (text: string) => {
    await typeAt(page, 'ExtIds, one a line', text);
    await activate(page, 'Count');
  };
  const confirm = async (count: string) => {
    await activate(page, count);
    await seeText(page, 'This cannot be undone.');
    await typeAt(page, 'Type shop, the name of the application', 'shop');
    await page.keyboard.press('Enter');
    await seeText(page, 'Waits');
  };

  it('People of a list are counted, confirmed, and erased while the page is closed', async () => {
    await open();
    await list('ada\nnobody');
    await seeText(page, '1 of 2 were users when they were counted.');
    expect(await present()).toEqual(['ada', 'bo', 'kept']);
    await confirm('Erase 2 people');
    await page.goto('about:blank');
    await gateway.app.get(ErasureListRunnerService).runDue();
    await open();
    await seeText(page, '2 of 2');
    expect(await present()).toEqual(['bo', 'kept']);
    await press(page, 'button', 'Lines as CSV');
    await seeText(page, 'Saved: 2 lines.');
  });

  it('People of a list that is stopped or discarded are not erased', async () => {
    await open();
    await list('bo');
    await confirm('Erase 1 person');
    await activate(page, 'Stop');
    await seeText(page, 'Stopped');
    await gateway.app.get(ErasureListRunnerService).runDue();
    await list('kept');
    await seeText(page, 'To be confirmed');
    await activate(page, 'Discard');
    await vi.waitFor(async () => expect(await textOf(page)).not.toContain('To be confirmed'), SOON);
    expect(await present()).toEqual(['bo', 'kept']);
  });
});

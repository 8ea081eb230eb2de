import { describe, expect, it } from 'vitest';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { FIRST_STEPS } from '../../support/panel/home/home-fixtures.js';
import {
  findBarriers,
  findBrowsers,
  findLayoutBarriers,
  seeText,
  settle,
  textOf,
} from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const READS = ['campaigns.read', 'reports.read'];
/** The first of what a role sees stands in the page; the last is the menu, which a phone folds. */
const PHONE_PARTS = 2;
const ROLES: Readonly<Record<string, { may: string[]; sees: string[]; lacks: string[] }>> = {
  marketer: {
    may: [
      ...READS,
      'campaigns.write',
      'campaigns.send',
      'audience.count',
      'audience.write',
      'users.read',
      'templates.write',
      'definitions.write',
    ],
    sees: [
      'New campaign',
      '121,077',
      '+2,837 since',
      '97.3% of 204,310 planned',
      '34.3% of 70,345 e-mails sent',
      '214',
      'Members first',
      'Winter sale',
      'Templates',
      'Media',
      'Set-up',
    ],
    lacks: ['Latest failures', 'Queues', 'API keys', 'Members\n', 'Test inbox'],
  },
  support: {
    may: [...READS, 'users.read', 'users.private', 'users.write'],
    sees: ['Search people', 'Latest failures', 'There is no such mailbox.', 'A device without a user', 'Users'],
    lacks: ['New campaign', '121,077', 'Queues', 'Templates', 'Audience\n', 'API keys'],
  },
  operator: {
    may: [
      ...READS,
      'campaigns.steer',
      'definitions.write',
      'setup.write',
      'accounts.write',
      'keys.write',
      'rehearse',
      'audit.read',
    ],
    sees: [
      'Queues',
      'Recipients waiting in campaigns',
      'Provider accounts',
      'Rate limit of the provider',
      'API keys',
      'Audit log',
      'Set-up',
    ],
    lacks: ['rate limited', 'New campaign', 'Latest failures', '121,077', 'Users\n'],
  },
};

describe.each(findBrowsers('the home of each role'))('Home of each role in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  const enter = async (permissions: string[], sees: readonly string[]): Promise<string> => {
    const { site, page } = recorded();
    const [shop, ...others] = ME.apps;
    site.on('GET /me', { body: { ...ME, apps: [{ ...shop, permissions }, ...others] } });
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${site.origin}/panel/apps/shop`);
    await see(sees);
    return textOf(page);
  };
  const see = async (parts: readonly string[]): Promise<void> => {
    const { page } = recorded();
    for (const part of parts) {
      await seeText(page, part);
    }
    await settle(page);
  };

  it.each(Object.entries(ROLES))(
    'The home of a %s shows the own work and leads nowhere that is refused',
    async (_role, { may, sees, lacks }) => {
      const text = await enter(may, sees);
      for (const part of lacks) {
        expect(text).not.toContain(part);
      }
      const { page } = recorded();
      expect(await findBarriers(page)).toEqual([]);
      await page.setViewport({ width: 390, height: 900 });
      await see(sees.slice(0, PHONE_PARTS));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      expect(await findLayoutBarriers(page)).toEqual([]);
    },
  );

  it('The home of a support agent finds a person while a part of the name is typed', async () => {
    const { site, page } = recorded();
    const person = { uid: '103', extId: 'ada', names: 'Ada Löwenherz', by: ['name'], createdAt: null };
    site.on('POST /apps/shop/users/search', ({ body }) => ({
      body: { items: (body as { text: string }).text === 'lowen' ? [person] : [], hasMore: false },
    }));
    await enter(ROLES['support']?.may ?? [], ['Latest failures']);
    await typeAt(page, 'Find a person', 'lowen?');
    await seeText(page, 'No match for this name or id.');
    await page.keyboard.press('Backspace');
    await activate(page, 'Ada Löwenherz');
    await page.waitForFunction(`location.pathname.endsWith('/users/103')`);
  });

  it('First steps are ticked by facts, lead to their pages and go away with the last one', async () => {
    const { site, page } = recorded();
    site.on('GET /apps/shop/home/steps', { body: FIRST_STEPS });
    await page.goto(`${site.origin}/panel/apps/shop`);
    await seeText(page, '1 of 5 done');
    expect(await page.$eval('ol a[href$="/users/imports"]', (link) => link.textContent)).toBe('Import your people');
    expect(await findBarriers(page)).toEqual([]);
    site.on('GET /apps/shop/home/steps', {
      body: { items: FIRST_STEPS.items.map(({ step }) => ({ step, done: true })) },
    });
    const answered = page.waitForResponse((response) => response.url().endsWith('/home/steps'));
    await page.reload();
    await seeText(page, 'Last 30 days');
    await answered;
    await settle(page);
    expect(await textOf(page)).not.toContain('First steps');
  });

  it('Help opens and closes by keyboard alone, and is read out', async () => {
    const { site, page } = recorded();
    await page.goto(`${site.origin}/panel/apps/shop`);
    const mark = await page.waitForSelector('::-p-aria([name="Help: Unsubscribed"][role="button"])');
    await mark?.focus();
    await page.keyboard.press('Enter');
    await seeText(page, 'People who opted out of a channel or topic');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForFunction('!document.body.textContent.includes("People who opted out of a channel or topic")');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Help: Unsubscribed');
  });
});

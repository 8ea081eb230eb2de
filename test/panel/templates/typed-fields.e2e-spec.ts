import { describe, expect, it, vi } from 'vitest';
import { findBarriers, findBrowsers, seeText } from '../../support/panel/panel-browser.js';
import { refusal } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const SOON = { timeout: 20_000, interval: 50 };

describe.each(findBrowsers('fields of a template'))('HTML of a template in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('The editor shows the fields of a template while its HTML is typed, and why it has none', async () => {
    const { site, page } = recorded();
    await page.goto(`${site.origin}/panel/apps/shop/templates?template=7`);
    await seeText(page, 'text: News');
    const regions = [{ name: 'greeting', kind: 'text', text: 'Dear all', url: '' }];
    site.on('POST /apps/shop/templates/regions', { body: { regions } });
    const write = async (text: string): Promise<void> => {
      await page.focus('textarea');
      await page.evaluate('document.activeElement.select()');
      await page.keyboard.sendCharacter(text);
    };
    const html = '<p data-herald-edit="greeting">Dear all</p>';
    await write(html);
    await seeText(page, 'text: Dear all');
    await vi.waitFor(
      () => expect(site.requestsOf('POST /apps/shop/templates/regions').at(-1)?.body).toEqual({ html }),
      SOON,
    );
    expect(site.requestsOf('POST /apps/shop/templates/7/save')).toEqual([]);
    site.on('POST /apps/shop/templates/regions', refusal(400, 'MALFORMED', "Field 'html': no end tag"));
    await write('<p data-herald-edit="greeting">');
    await seeText(page, 'no end tag');
    expect(await findBarriers(page)).toEqual([]);
  });
});

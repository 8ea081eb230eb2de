import { describe, expect, it } from 'vitest';
import { activate, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, seeText, textOf } from '../../support/panel/panel-browser.js';
import { ME } from '../../support/panel/panel-fixtures.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

describe.each(findBrowsers('the panel in German'))('Panel in German in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  const open = async (path: string): Promise<void> => {
    const { site, page } = recorded();
    site.on('GET /me', { body: { ...ME, member: { ...ME.member, locale: 'de' } } });
    await page.goto(`${site.origin}/panel/apps/shop${path}`);
  };

  it('A file of messages translates the menu, the home with its numbers, and the composer', async () => {
    await open('');
    const { page } = recorded();
    for (const text of [
      'Letzte 30 Tage',
      '6 Kampagnen',
      '97,3\u00a0% von 204.310 geplanten',
      'Anbieterkonten',
      'API-Schlüssel',
    ]) {
      await seeText(page, text);
    }
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await findBarriers(page)).toEqual([]);
    await open('/campaigns/new');
    await seeText(page, 'Schreiben, prüfen und senden.');
    await seeText(page, 'Werte einfügen mit @{attribute|default}.');
  });

  it('A fault of a template is said in German, with its place', async () => {
    const { site, page } = recorded();
    const reason = { code: 'filter_unknown', values: ['upcas'], line: 1, column: 13 };
    const text = "Field 'message.text': unknown filter upcas (line 1, column 13)";
    const warning = { field: 'message.text', code: 'malformed', value: null, text, blocks: true, reason };
    site.on('POST /apps/shop/compose/preview', { body: { person: false, items: [], warnings: [warning] } });
    await open('/campaigns/new');
    await typeAt(page, 'Name der Kampagne', 'Frühling');
    await typeAt(page, 'Text', 'Hallo {{ name | upcas }}');
    await seeText(page, 'Zeile 1, Zeichen 13: Einen Filter upcas gibt es nicht.');
    expect(await textOf(page)).not.toContain('unknown filter');
  });

  it('The advice on an account that was refused is German, beside the words of its provider', async () => {
    await open('/accounts');
    const { page } = recorded();
    await seeText(page, 'InvalidProviderToken');
    await seeText(page, 'Der Anbieter');
    expect(await textOf(page)).not.toContain('APNs does not take the key');
  });

  it('A page that does not exist leads to one that does', async () => {
    await open('/nonsense');
    const { page } = recorded();
    await seeText(page, 'gibt es nicht, oder Sie haben keinen Zugang.');
    await activate(page, 'Start');
    await seeText(page, 'Letzte 30 Tage');
  });

  it('A screen that loads later is German too', async () => {
    await open('/reports');
    const { page } = recorded();
    await seeText(page, 'Berichte');
    await seeText(page, 'Jede Kampagne zählt an dem Tag, an dem sie gestartet wurde');
    expect(await textOf(page)).not.toContain('undefined');
  });
});

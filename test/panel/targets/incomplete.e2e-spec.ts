import { describe, expect, it } from 'vitest';
import { typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, isMatched, press, seeText } from '../../support/panel/panel-browser.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('a line that is not complete');
const FIRST = 'Complete every line first, or remove it.';

describe.each(kinds)('Incomplete line of an audience in %s', (kind) => {
  const recorded = useRecordedPanel(kind);

  it('An incomplete line keeps the audience from being saved, because it would match more users', async () => {
    const { site, page } = recorded();
    const isDisabled = (name: string) =>
      isMatched(page, `::-p-aria([name="${name}"])`, ':disabled, [aria-disabled=true]');
    await page.goto(`${site.origin}/panel/apps/shop/audience`);
    await seeText(page, 'Save as a segment');
    await typeAt(page, 'Name of the segment', 'by the lake');
    await seeText(page, FIRST);
    expect(await isDisabled('Save the segment')).toBe(true);
    expect(await isDisabled('Choose columns')).toBe(true);
    await typeAt(page, 'Values', 'Van');
    await page.waitForFunction(`!document.body.innerText.includes('${FIRST}')`);
    expect(await isDisabled('Save the segment')).toBe(false);
    await press(page, 'button', 'Choose columns');
    await seeText(page, 'E-mail (private)');
    await press(page, 'button', 'Add a group');
    await seeText(page, FIRST);
    expect(await isDisabled('Save the segment')).toBe(true);
    expect(await isDisabled('Save as CSV')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await press(page, 'button', 'Remove line 2.1');
    await seeText(page, FIRST);
    await press(page, 'button', 'Remove group 2');
    await page.waitForFunction(`!document.body.innerText.includes('${FIRST}')`);
    expect(await isDisabled('Save as CSV')).toBe(false);
  });
});

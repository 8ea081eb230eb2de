import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { activate, tabTo, typeAt } from '../../support/panel/keyboard/keyboard.js';
import { findBarriers, findBrowsers, press, seeText } from '../../support/panel/panel-browser.js';
import { refusal, type PanelSite } from '../../support/panel/panel-site.js';
import { useRecordedPanel } from '../../support/panel/recorded/recorded-panel.js';

const kinds = findBrowsers('the users of an audience as a file');
const EXPORT = 'POST /apps/shop/audience/export';

describe.each(kinds)('File with the users of an audience in %s', (kind) => {
  const recorded = useRecordedPanel(kind);
  let site: PanelSite;
  let page: Page;
  beforeEach(async () => {
    ({ site, page } = recorded());
    await page.goto(`${site.origin}/panel/apps/shop/audience`);
    await seeText(page, '1,204,511');
    await typeAt(page, 'Values', 'Van');
    await page.evaluate(`(() => {
      const make = URL.createObjectURL.bind(URL);
      window.savedSizes = [];
      URL.createObjectURL = (file) => (window.savedSizes.push(file.size), make(file));
    })()`);
  });
  /** Sizes of the files that the browser saved. */
  const savedSizes = () => page.evaluate('window.savedSizes');
  /** Answers with a file whose second half waits until `goOn`. */
  const hold = (half: () => AsyncIterable<string>): (() => void) => {
    let goOn = (): void => {};
    const released = new Promise<void>((resolve) => (goOn = resolve));
    async function* pieces(): AsyncGenerator<string> {
      yield 'extId,city\r\n"a\nda",Van\r\nbo,Van\r\n';
      await released;
      yield* half();
    }
    site.on(EXPORT, () => ({
      pieces: pieces(),
      headers: { 'x-herald-lines': '4', 'x-herald-as-of': '2026-11-27T10:00:00.000Z' },
    }));
    return goOn;
  };

  it('The users of an audience are saved by the keyboard, with the columns that were chosen', async () => {
    let asked: unknown;
    site.on(EXPORT, ({ body }) => {
      asked = body;
      return { page: 'extId,city\r\nada,Van\r\n' };
    });
    await activate(page, 'Choose columns');
    await seeText(page, 'E-mail (private)');
    await tabTo(page, 'City');
    await page.keyboard.press(' ');
    expect(await findBarriers(page)).toEqual([]);
    await activate(page, 'Save as CSV');
    await seeText(page, 'Saved: 1 line.');
    expect(await savedSizes()).toEqual(['extId,city\r\nada,Van\r\n'.length]);
    expect(asked).toMatchObject({ columns: ['city'] });
  });

  it('A refused file of an audience shows the words of the server', async () => {
    site.on(EXPORT, refusal(403, 'permission_missing', 'You lack the permission users.private'));
    await press(page, 'button', 'Choose columns');
    await press(page, 'button', 'Save as CSV');
    await seeText(page, 'You lack the permission users.private');
  });

  it('The file of an audience shows its progress, and the time that its data are of', async () => {
    const goOn = hold(async function* () {
      yield 'cem,Van\r\ndee,Van\r\n';
    });
    await press(page, 'button', 'Choose columns');
    await press(page, 'button', 'Save as CSV');
    await seeText(page, '2 of 4 lines …');
    expect(await savedSizes()).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    goOn();
    await seeText(page, 'Saved: 4 lines. As of ');
    expect(await savedSizes()).toHaveLength(1);
  });

  it('The file of an audience is not saved when it is stopped or breaks off', async () => {
    hold(async function* () {});
    await press(page, 'button', 'Choose columns');
    await press(page, 'button', 'Save as CSV');
    await seeText(page, '2 of 4 lines …');
    await press(page, 'button', 'Stop');
    await seeText(page, 'Stopped. Nothing was saved.');
    const goOn = hold(async function* () {
      yield 'cem,V';
      throw new Error('the connection breaks');
    });
    await press(page, 'button', 'Save as CSV');
    await seeText(page, '2 of 4 lines …');
    goOn();
    await seeText(page, 'The file broke off, and nothing was saved.');
    expect(await savedSizes()).toEqual([]);
  });
});

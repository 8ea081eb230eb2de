import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, launchBrowser, openPage, type StoryBrowser } from '../../support/panel/panel-browser.js';
import { findEscapes, findEscapesInBrowser } from '../../support/templates/find-escapes.js';
import { hostileProfile, randomPage, renderPage } from '../../support/templates/random-page.js';
import { Random } from '../../support/templates/random-template.js';

/** `npm run templates -- --pages N --browser N --seed S`. */
const PAGES = Number(process.env['TEMPLATE_PAGES'] ?? 300);
const IN_BROWSER = Number(process.env['TEMPLATE_BROWSER'] ?? 0);
const SEED = Number(process.env['TEMPLATE_SEED'] ?? 1);
const BATCH = 200;

/** Pages with hostile values, and the template of each. */
function* makePages(from: number, count: number): Generator<{ template: string; html: string }> {
  for (let seed = from; seed < from + count; seed += 1) {
    const random = new Random(seed);
    const template = randomPage(random);
    const html = renderPage(template, hostileProfile(random));
    if (html !== undefined) {
      yield { template, html };
    }
  }
}

describe('Pages of random templates', () => {
  it(`No hostile value leaves its place, as parse5 reads it: ${PAGES} from seed ${SEED}`, () => {
    let sent = 0;
    for (const { template, html } of makePages(SEED, PAGES)) {
      sent += 1;
      expect(findEscapes(html), JSON.stringify({ template, html })).toEqual([]);
    }
    expect(sent).toBeGreaterThan(PAGES / 4);
  });

  it('An escape is found in an element, an attribute and an address', () => {
    const pages = [
      '<x-escaped>',
      '<b data-escaped>',
      '<a href=" java\nscript:x">',
      '<img onerror=x>',
      '<template><script>',
    ];
    expect(pages.map((html) => findEscapes(html).length)).toEqual([1, 1, 1, 1, 1]);
    expect(findEscapes('<a href="https://a.example/?q=javascript:">&lt;x-escaped></a>')).toEqual([]);
  });
});

describe.skipIf(IN_BROWSER === 0 || findBrowser('chrome') === undefined)(
  'Pages of random templates in Chromium',
  () => {
    let browser: StoryBrowser;
    let page: Page;
    beforeAll(async () => {
      browser = await launchBrowser('chrome');
      page = await openPage(browser);
    });
    afterAll(() => browser.close());

    it(`No hostile value leaves its place, as Chromium reads it: ${IN_BROWSER} from seed ${SEED}`, async () => {
      let read = 0;
      for (let from = SEED; read < IN_BROWSER; from += BATCH) {
        const batch = [...makePages(from, BATCH)].slice(0, IN_BROWSER - read);
        const escapes = await findEscapesInBrowser(
          page,
          batch.map(({ html }) => html),
        );
        expect(batch.filter((_page, index) => (escapes[index]?.length ?? 0) > 0)).toEqual([]);
        read += batch.length;
      }
      console.warn(`Chromium read ${read} pages of templates`);
    }, 3_600_000);
  },
);

import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import {
  closePage,
  launchBrowser,
  openPage,
  quitBrowsers,
  seeText,
} from '../../../test/support/panel/panel-browser.js';
import { answerAll } from '../../../test/support/panel/panel-fixtures.js';
import { PanelSite } from '../../../test/support/panel/panel-site.js';
import { percentile } from '../support/measurements.js';

/**
 * `npm run bench -- journey-editor`: milliseconds from a key or a turn of the wheel to the next picture, in the editor of a
 * journey of `--steps` steps, in Chromium.
 */
const { values } = parseArgs({
  options: { steps: { type: 'string', default: '200' }, rounds: { type: 'string', default: '40' } },
});
const [steps, rounds] = [Number(values.steps), Number(values.rounds)];
if (!(steps > 0 && rounds > 0)) {
  throw new Error('Usage: bench journey-editor [--steps 200] [--rounds 40]');
}

/** Runs an act in the page, and waits for the picture after it. */
const timed = (act: string): string => `(async () => {
  const before = performance.now();
  ${act}
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - before;
})()`;
/** Sets a text as typing does, so that React hears of it. */
const TYPE = `
  const field = document.querySelector('[data-measured] input');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  set.call(field, field.value + 'x');
  field.dispatchEvent(new Event('input', { bubbles: true }));`;
const PAN = `document.querySelector('svg[role=group]').parentElement.scrollBy(0, 120);`;
const CHOOSE = `
  const boxes = [...document.querySelectorAll('[data-box]')];
  boxes[Math.floor(Math.random() * boxes.length)].click();`;

/** Waits and sends in the main line, and a branch with a step on each side now and then. */
function writeSteps(count: number): object[] {
  return Array.from({ length: Math.ceil(count / 5) }, (_, n) => [
    { wait: { id: `wait${n}`, for: '1h' } },
    {
      branch: { id: `branch${n}`, where: { price: { atLeast: n } } },
      yes: [{ send: { id: `yes${n}`, message: 'hello' } }],
      no: [{ send: { id: `no${n}`, message: 'hello' } }],
    },
    { set: { id: `set${n}`, addTags: ['vip'] } },
  ]).flat();
}

async function measure(page: Page, act: string): Promise<{ median: number; p95: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(Number(await page.evaluate(timed(act))));
  }
  return { median: Math.round(percentile(times, 0.5)), p95: Math.round(percentile(times, 0.95)) };
}

const [browser, site] = await Promise.all([launchBrowser('chrome'), PanelSite.open()]);
try {
  const journey = { name: 'Abandoned cart', entry: { event: 'Cart' }, steps: writeSteps(steps) };
  answerAll(site)
    .on('GET /apps/shop/setup/journeys', {
      body: { section: 'journeys', value: [journey], text: '', base: 'b', mayEdit: true, withheld: [] },
    })
    .on('POST /apps/shop/setup/journeys/review', { body: { differences: [] } });
  const page = await openPage(browser);
  await page.goto(`${site.origin}/panel/apps/shop/journeys?edit=3`);
  await seeText(page, 'The check found no fault.');
  await page.evaluate(`
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Name');
    label.parentElement.setAttribute('data-measured', '');`);
  const edit = await measure(page, TYPE);
  const pan = await measure(page, PAN);
  const choose = await measure(page, CHOOSE);
  console.log(
    JSON.stringify({ bench: 'journey-editor', steps, rounds, edit_ms: edit, pan_ms: pan, choose_ms: choose }),
  );
  await closePage(page);
} finally {
  await Promise.all([quitBrowsers(), site.close()]);
}

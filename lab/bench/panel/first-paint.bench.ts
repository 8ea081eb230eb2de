import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closePage, launchBrowser, openPage, quitBrowsers } from '../../../test/support/panel/panel-browser.js';
import { signInFirst } from '../../../test/support/panel/panel-session.js';
import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { percentile } from '../support/measurements.js';
import { runCampaign } from '../send/campaign-cost.js';

/**
 * `npm run bench -- first-paint`: milliseconds until Chromium paints the home of an application for the first time, and
 * until it shows data, each time with an empty cache, from the loopback interface. `--rounds` is how often.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
if (!(rounds > 0)) {
  throw new Error('Usage: bench first-paint [--rounds 5]');
}
const INSTALLATIONS = 1000;
/** Bytes in base64, as `MASTER_KEY` takes them; nothing secret is stored here. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Milliseconds since the navigation began (Paint Timing, W3C). */
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;
/** The sums of the last seven days hold what was sent. */
const WHEN_SHOWN = `document.body.innerText.includes('1,000') && performance.now()`;

await withBenchDatabase(async (database) => {
  const home = await mkdtemp(join(tmpdir(), 'herald-first-paint-'));
  const stack = await startStack({ databaseUrl: database.url, masterKey: MASTER_KEY });
  const browser = await launchBrowser('chrome', true);
  try {
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', INSTALLATIONS));
    await runCampaign(stack, database.pid, 'IOS');
    const origin = `http://localhost:${childOf(stack, 'gateway').port}`;
    const cookie = await signInFirst(origin, { DATABASE_URL: database.url, MASTER_KEY, HERALD_HOME: home });
    const [name = '', value = ''] = cookie.split('=');
    const [paints, data]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const page = await openPage(browser);
      await page.browserContext().setCookie({ name, value, domain: 'localhost', path: '/', httpOnly: true });
      await page.goto(`${origin}/panel/`);
      data.push(Number(await (await page.waitForFunction(WHEN_SHOWN)).jsonValue()));
      paints.push(Number(await page.evaluate(FIRST_PAINT)));
      await closePage(page);
    }
    console.log(
      JSON.stringify({
        bench: 'first-paint',
        rounds,
        first_contentful_paint_ms: paints.map(Math.round),
        first_contentful_paint_median_ms: Math.round(percentile(paints, 0.5)),
        home_with_data_ms: data.map(Math.round),
        home_with_data_median_ms: Math.round(percentile(data, 0.5)),
      }),
    );
  } finally {
    await quitBrowsers();
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  }
});

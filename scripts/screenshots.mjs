// npm run screenshots: every screen of the panel, in both themes and on a phone, into docs/images/panel. Needs Chromium.
import { join } from 'node:path';
import { main, passOn, ROOT, setUp, tool } from './setup.mjs';

const FOLDER = join(ROOT, 'docs', 'images', 'panel');

main(async () => {
  const args = [
    tool('vitest/vitest.mjs'),
    'run',
    'test/panel/screens/chrome.e2e-spec.ts',
    '-t',
    'without an accessibility violation',
  ];
  return passOn(await setUp(), args, { SCREENSHOTS: FOLDER });
});

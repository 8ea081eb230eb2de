// npm run film: a campaign from the list of people to the reason of one of them, as pictures, in Chromium and in Firefox.
import { join } from 'node:path';
import { main, passOn, ROOT, setUp, tool } from './setup.mjs';

const FOLDER = join(ROOT, 'docs', 'images', 'stories');

main(async () => {
  const args = [tool('vitest/vitest.mjs'), 'run', 'test/panel/film'];
  return passOn(await setUp(), args, { STORY_PICTURES: FOLDER, TEST_ALL_BROWSERS: '1' });
});

// npm run bench -- NAME …, npm run chaos -- …: set-up, then the verb of that name.
import { join } from 'node:path';
import { ROOT, main, passOn, setUp } from './setup.mjs';

main(async () => {
  const node = await setUp();
  return passOn(node, [join(ROOT, 'dist/apps/cli/main.js'), ...process.argv.slice(2)]);
});

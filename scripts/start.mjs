// npm start: all set-up, then every process of Herald under one supervisor.
import { join } from 'node:path';
import { ROOT, main, passOn, prepareStart, setUp } from './setup.mjs';

main(async () => {
  await prepareStart();
  const node = await setUp({ tools: false });
  return passOn(node, [join(ROOT, 'dist/apps/cli/main.js'), 'up', ...process.argv.slice(2)]);
});

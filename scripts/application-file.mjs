// npm run application-file: writes docs/application-file.md and schema/ from the code. The tests compare them.
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_APPLICATION_FILE = '1';
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'test/application-file']);
});

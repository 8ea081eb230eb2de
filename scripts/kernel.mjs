// npm run kernel: compiles libs/audience/bitmap-index/model/words.wat into words-binary.ts. A test compares them.
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_KERNEL = '1';
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'libs/audience/bitmap-index/model/words-binary.spec.ts']);
});

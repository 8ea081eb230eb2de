// npm run bench -- NAME …, npm run chaos -- …: set-up, then a measuring program; its last line is one JSON object.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError, main, passOn, setUp } from './setup.mjs';

const LOAD = join(ROOT, 'dist/test/load');
const SUFFIX = '.bench.js';

main(async () => {
  const [kind, ...args] = process.argv.slice(2);
  const node = await setUp();
  if (kind === 'chaos') {
    return passOn(node, [join(ROOT, 'dist/test/chaos/main.js'), ...args]);
  }
  const [name, ...rest] = args;
  const entry = join(LOAD, `${name}${SUFFIX}`);
  if (name === undefined || !/^[a-z0-9-]+$/.test(name) || !existsSync(entry)) {
    throw new SetupError(`Usage: npm run bench -- NAME [options], where NAME is one of: ${benchmarks().join(', ')}.`);
  }
  return passOn(node, [entry, ...rest]);
});

function benchmarks() {
  return existsSync(LOAD)
    ? readdirSync(LOAD)
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => file.slice(0, -SUFFIX.length))
    : [];
}

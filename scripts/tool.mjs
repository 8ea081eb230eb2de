// npm run typecheck, lint, house: one tool on the sources as they are, without a build.
import { join } from 'node:path';
import { ROOT, findNode, main, passOn, tool } from './setup.mjs';

const ENTRIES = {
  tsc: tool('typescript/bin/tsc'),
  oxlint: tool('oxlint/bin/oxlint'),
  house: join(ROOT, 'scripts', 'house.mjs'),
};

main(async () => {
  const [name, ...args] = process.argv.slice(2);
  return passOn(findNode(), [ENTRIES[name], ...args]);
});

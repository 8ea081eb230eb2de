// npm run typecheck, lint, borders, structure, prose, format: one tool on the sources as they are, without a build.
import { join } from 'node:path';
import { writeApiTypes } from './api-types.mjs';
import { ROOT, main, passOn, setUpDependencies, tool } from './setup.mjs';

const ENTRIES = {
  tsc: tool('typescript-7/bin/tsc'),
  oxlint: tool('oxlint/bin/oxlint'),
  borders: join(ROOT, 'scripts', 'borders.mjs'),
  structure: join(ROOT, 'scripts', 'structure.mjs'),
  prose: join(ROOT, 'scripts', 'prose.mjs'),
  oxfmt: tool('oxfmt/bin/oxfmt'),
};

main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const node = await setUpDependencies();
  await writeApiTypes();
  return passOn(node, [ENTRIES[name], ...args]);
});

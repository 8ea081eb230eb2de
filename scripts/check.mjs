// npm run check: types, lint, format, import borders and the drift checks of scripts/checks; all of them, one line each.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeApiTypes } from './api-types.mjs';
import { ROOT, capture, main, setUp, tool } from './setup.mjs';

const CHECKS = join(ROOT, 'scripts', 'checks');
/** Most checks use one processor. */
const SIDE_BY_SIDE = 2;

main(async () => {
  const node = await setUp();
  await writeApiTypes();
  const checks = [
    ['format', [tool('oxfmt/bin/oxfmt'), '--check', '.']],
    ['lint', [tool('oxlint/bin/oxlint'), '--type-aware']],
    ['types', [tool('typescript-7/bin/tsc'), '-p', 'tsconfig.json', '--incremental', 'false']],
    [
      'types of the HTTP/2 client',
      [tool('typescript-7/bin/tsc'), '-p', 'packages/http2-client', '--incremental', 'false'],
    ],
    ['types of the web SDK', [tool('typescript-7/bin/tsc'), '-p', 'apps/websdk']],
    ['types of its worker', [tool('typescript-7/bin/tsc'), '-p', 'apps/websdk/worker']],
    ['types of the page of deliveries', [tool('typescript-7/bin/tsc'), '-p', 'apps/simulators/pages/browser']],
    ['types of the API reference', [tool('typescript-7/bin/tsc'), '-p', 'apps/gateway/pages/browser']],
    ['types of the panel', [tool('typescript-7/bin/tsc'), '-p', 'apps/panel']],
    ['borders', [join(ROOT, 'scripts', 'borders.mjs')]],
    ['structure', [join(ROOT, 'scripts', 'structure.mjs')]],
    ['words of the documents', [join(ROOT, 'scripts', 'words.mjs')]],
    ...ownChecks().map((file) => [file.replace(/\.mjs$/, ''), [join(CHECKS, file)]]),
  ];
  const failed = [];
  const queue = checks.values();
  const work = async () => {
    for (const [name, args] of queue) {
      const started = Date.now();
      const { code, output } = await capture(node, args);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      if (code !== 0) {
        failed.push(name);
        console.log(output.trimEnd());
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  console.log(
    failed.length === 0
      ? `all ${checks.length} checks passed`
      : `${failed.length} of ${checks.length} checks failed: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
});

function ownChecks() {
  return existsSync(CHECKS)
    ? readdirSync(CHECKS)
        .filter((file) => file.endsWith('.mjs'))
        .sort()
    : [];
}

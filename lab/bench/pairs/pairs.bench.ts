import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { compareFigures, type Figures, LEAST_PAIRS, type Pair, readFigures } from './paired-figures.js';

/**
 * `npm run bench -- pairs --base FOLDER --pairs 10 --within 3 -- send --platform IOS`: a benchmark of this checkout and of
 * another one, which take turns. Each comes first in half of the pairs. Costs are compared pair by pair. The other checkout
 * must be installed; each builds itself.
 */
const { values, positionals } = parseArgs({
  options: {
    base: { type: 'string' },
    pairs: { type: 'string', default: '10' },
    within: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});
const [pairs, within] = [Number(values.pairs), Number(values.within)];
if (values.base === undefined || positionals.length === 0 || !(pairs >= LEAST_PAIRS) || !(within > 0)) {
  throw new Error(`Usage: bench pairs --base FOLDER [--pairs N, at least ${LEAST_PAIRS}] [--within PERCENT] -- NAME …`);
}
const folders = { base: resolve(values.base), head: resolve('.') };

const measured: Pair[] = [];
for (let round = 0; round < pairs; round += 1) {
  if (round % 2 === 0) {
    const base = await measure('base');
    measured.push({ base, head: await measure('head') });
  } else {
    const head = await measure('head');
    measured.push({ base: await measure('base'), head });
  }
}
console.log(
  JSON.stringify({
    bench: 'pairs',
    of: positionals.join(' '),
    pairs,
    within_percent: within,
    figures: compareFigures(measured, within / 100),
  }),
);

async function measure(side: 'base' | 'head'): Promise<Figures> {
  const run = promisify(execFile)('npm', ['run', '--silent', 'bench', '--', ...positionals], {
    cwd: folders[side],
    maxBuffer: 64 * 1024 * 1024,
  });
  const figures = readFigures((await run).stdout);
  console.log(`${side}: ${JSON.stringify(figures)}`);
  return figures;
}

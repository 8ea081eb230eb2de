// npm run prose -- --seed S: draws comments of sources and titles of tests, for a reader who judges their English.
//
//   --count N  of each (20)
//   --seed S   the same seed draws the same ones of a commit (a new one each time)
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { filesOf, textOf } from './checks/support/files.mjs';
import { commentsOf } from './structure/comments.mjs';
import { titlesOf } from './structure/titles.mjs';

const SPEC = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
const { values } = parseArgs({ options: { count: { type: 'string', default: '20' }, seed: { type: 'string' } } });
const count = Number(values.count);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!(count > 0) || !Number.isInteger(seed)) {
  throw new Error('Usage: npm run prose -- [--seed INTEGER] [--count N]');
}

const draw = createDraw(seed);
const sources = ['apps', 'libs', 'migrations', 'packages'].flatMap((folder) => filesOf(folder, /\.tsx?$/));
const tests = [...sources, ...['lab', 'test'].flatMap((folder) => filesOf(folder, /\.ts$/))].filter((path) =>
  SPEC.test(path),
);
const isSource = (path) => !SPEC.test(path) && !path.endsWith('.d.ts');

console.log(`Seed ${seed}\n\nComments`);
for (const { path, line, text } of drawEntries(sources.filter(isSource), commentsOf)) {
  console.log(`  ${path}:${line}\n    ${text}`);
}
console.log('\nTitles of tests');
for (const { path, line, title } of drawEntries(tests, (tree) =>
  titlesOf(tree).filter(({ call }) => call !== 'describe'),
)) {
  console.log(`  ${path}:${line}\n    ${title}`);
}

/** Draws entries of all files; each entry is as likely as any other. */
function drawEntries(paths, entriesOf) {
  const entries = paths.flatMap((path) =>
    entriesOf(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true)).map((entry) => ({
      path,
      ...entry,
    })),
  );
  return Array.from({ length: Math.min(count, entries.length) }, () => entries.splice(draw(entries.length), 1)[0]);
}

/** Numbers below a bound, the same for a seed (mulberry32). */
function createDraw(start) {
  let state = start >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

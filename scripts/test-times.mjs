// npm run test:times: what the last whole npm test took, by kind and by file, with each part of the set-up apart from the tests.
//
//   --most N   so many files, the longest first; 40 without it
//   --write    test/durations.json, for a machine of this factor (npm run bench -- machine): --write 1.6
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './setup.mjs';
import { LEAST_SECONDS } from './tests/durations.mjs';
import { readTimes } from './tests/run-record.mjs';

const PARTS = ['imports', 'database', 'gateway', 'simulators', 'processes', 'browser', 'hooks', 'tests'];

const { values } = parseArgs({ options: { most: { type: 'string', default: '40' }, write: { type: 'string' } } });
const files = readTimes().map((file) => ({ ...file, total: sumOf(Object.values(file.times)) }));
if (files.length === 0) {
  console.error('herald: no whole run of npm test has been recorded here.');
  process.exitCode = 1;
} else {
  print('kind', [...groupByKind(files)]);
  print(
    'file',
    files
      .toSorted((a, b) => b.total - a.total)
      .slice(0, Number(values.most))
      .map(rowOf),
  );
}
if (values.write !== undefined && Number(values.write) > 0) {
  writeDurations(Number(values.write));
}

function writeDurations(factor) {
  const seconds = files.map(({ path, total }) => [path, Math.round(total / 1000 / factor)]);
  const long = seconds.filter(([, value]) => value >= LEAST_SECONDS).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(ROOT, 'test', 'durations.json'), `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}

function groupByKind(rows) {
  const kinds = new Map();
  for (const { kind, times } of rows) {
    const sums = kinds.get(kind) ?? {};
    PARTS.forEach((part) => (sums[part] = (sums[part] ?? 0) + (times[part] ?? 0)));
    kinds.set(kind, sums);
  }
  const all = [...kinds.values()].reduce(
    (sum, times) => Object.fromEntries(PARTS.map((part) => [part, (sum[part] ?? 0) + times[part]])),
    {},
  );
  return [...kinds, ['all', all]];
}

function rowOf({ path, times }) {
  return [path, times];
}

/** Seconds of one file after the other; files run side by side, so a run takes about half. */
function print(heading, rows) {
  const cells = (values, name) => [...values.map((value) => value.padStart(10)), ` ${name}`].join(' ');
  console.log(cells(['total s', ...PARTS], heading));
  for (const [name, times] of rows) {
    const seconds = [sumOf(Object.values(times)), ...PARTS.map((part) => times[part] ?? 0)];
    console.log(
      cells(
        seconds.map((ms) => (ms / 1000).toFixed(1)),
        name,
      ),
    );
  }
  console.log();
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

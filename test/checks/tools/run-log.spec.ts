import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const { appendLog } = (await import(new URL('../../../scripts/tests/run-record.mjs', import.meta.url).href)) as {
  appendLog: (file: string, run: Run) => void;
};

interface Run {
  seconds: number;
  cpu: number;
  passed: number;
  failed: number;
  unsteady: object[];
}

it('The log of runs has a heading once, and a line for each run with its commit and figures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'runs.log');
  appendLog(file, { seconds: 1150.4, cpu: 2012.6, passed: 9000, failed: 0, unsteady: [] });
  appendLog(file, { seconds: 12, cpu: 20, passed: 8, failed: 1, unsteady: [{}, {}] });
  const [heading = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const cells = lines.map((line) => line.split(/\s+/));
  expect(heading.split(/\s+/)).toEqual(['date', 'commit', 'seconds', 'cpu_seconds', 'passed', 'failed', 'unsteady']);
  expect(cells.map(([, , ...figures]) => figures)).toEqual([
    ['1150', '2013', '9000', '0', '0'],
    ['12', '20', '8', '1', '2'],
  ]);
  expect(cells.every(([date = '', commit = '']) => /^\d{4}-.*Z$/.test(date) && /^[0-9a-f]{8}$/.test(commit))).toBe(
    true,
  );
});

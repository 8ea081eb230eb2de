import { describe, expect, it } from 'vitest';

const SCRIPT = new URL('../../../scripts/tests/second-look.mjs', import.meta.url).href;
const { count, listSecondLooks } = (await import(SCRIPT)) as {
  listSecondLooks: (results: Results) => string[];
  count: (first: Results, second?: Results) => { passed: number; failed: number; unsteady: Told[] };
};

type State = 'passed' | 'failed' | 'skipped';
interface Told {
  name: string;
  error: string;
}
interface FileEnd {
  path: string;
  kind: string;
  isBroken: boolean;
  error: string;
  tests: (Told & { state: State })[];
}
interface Results {
  files: FileEnd[];
  faults: number;
}

/** A file whose tests are named by their places. */
function file(path: string, states: State[], fields: Partial<FileEnd> = {}): FileEnd {
  return {
    path,
    kind: 'panel',
    isBroken: states.includes('failed'),
    error: '',
    tests: states.map((state, place) => ({ name: `test ${place}`, state, error: state === 'failed' ? 'first' : '' })),
    ...fields,
  };
}
const results = (...files: FileEnd[]): Results => ({ files, faults: 0 });
const failing = (kind: string, n: number): FileEnd[] =>
  Array.from({ length: n }, (_, place) => file(`${kind}-${place}`, ['failed'], { kind }));

describe('Selection of files for the second run', () => {
  it('Files that failed are run a second time', () => {
    const files = [file('a', ['passed', 'failed']), file('b', ['passed']), file('c', [], { isBroken: true })];
    expect(listSecondLooks(results(...files))).toEqual(['a', 'c']);
  });

  it('At most six files are run a second time, and with more failures none', () => {
    expect(listSecondLooks(results(...failing('room', 6)))).toHaveLength(6);
    expect(listSecondLooks(results(...failing('room', 7)))).toEqual([]);
    expect(listSecondLooks(results(...failing('room', 6), ...failing('pure', 1)))).toEqual([]);
  });
});

describe('Counts after the second run', () => {
  it('The counts are those of the first run when nothing is run again', () => {
    const first = results(file('a', ['passed', 'passed', 'skipped']), ...failing('pure', 7));
    expect(count(first)).toEqual({ passed: 2, failed: 7, unsteady: [] });
  });

  it('A test that passes in the second run counts as passed and is listed with its first error', () => {
    const first = results(file('a', ['passed', 'failed']), file('b', ['passed']));
    expect(count(first, results(file('a', ['passed', 'passed'])))).toEqual({
      passed: 3,
      failed: 0,
      unsteady: [{ name: 'a > test 1', error: 'first' }],
    });
  });

  it('A test that fails again counts as failed', () => {
    const first = results(file('a', ['failed', 'failed']));
    expect(count(first, results(file('a', ['failed', 'passed'])))).toEqual({
      passed: 1,
      failed: 1,
      unsteady: [{ name: 'a > test 1', error: 'first' }],
    });
  });

  it('A test that fails only in the second run counts as failed', () => {
    const first = results(file('a', ['failed', 'passed']));
    expect(count(first, results(file('a', ['passed', 'failed'])))).toMatchObject({ passed: 1, failed: 1 });
  });

  it('A file that failed outside its tests counts as one failure until it passes', () => {
    const broken = file('a', ['skipped', 'skipped'], { isBroken: true, error: 'no database' });
    expect(count(results(broken))).toEqual({ passed: 0, failed: 1, unsteady: [] });
    expect(count(results(broken), results(broken))).toEqual({ passed: 0, failed: 1, unsteady: [] });
    expect(count(results(broken), results(file('a', ['passed', 'passed'])))).toEqual({
      passed: 2,
      failed: 0,
      unsteady: [{ name: 'a', error: 'no database' }],
    });
  });

  it('A test that was skipped and a file that did not come back do not count as passed', () => {
    const first = results(file('a', ['failed']), file('b', ['failed']));
    const second = results(file('a', ['skipped'], { isBroken: false }));
    expect(count(first, second)).toEqual({ passed: 0, failed: 2, unsteady: [] });
  });

  it('Rows of the same name are counted separately', () => {
    const rows = (states: State[]): FileEnd => {
      const { tests, ...rest } = file('a', states);
      return { ...rest, tests: tests.map((test) => ({ ...test, name: 'row' })) };
    };
    const { unsteady, ...counts } = count(results(rows(['failed', 'failed'])), results(rows(['passed', 'failed'])));
    expect(counts).toEqual({ passed: 1, failed: 1 });
    expect(unsteady).toEqual([{ name: 'a > row', error: 'first' }]);
  });

  it('A file that was not selected for the second run is never counted as passed by it', () => {
    const first = results(...failing('room', 7));
    const second = results(file('room-0', ['passed']));
    expect(count(first, second)).toEqual({ passed: 0, failed: 7, unsteady: [] });
  });

  it('An error outside every test counts as a failure', () => {
    expect(count({ files: [file('a', ['passed'])], faults: 1 })).toEqual({ passed: 1, failed: 1, unsteady: [] });
  });
});

// Beside vitest's own report: why a test fails, at once, and how every file ended, for npm test.
import { readFileSync, writeFileSync } from 'node:fs';
import { RunWatch } from './run-watch.mjs';

/** Names the file that gets the results, as JSON. */
export const RESULTS_FILE = 'TEST_RESULTS';

/** Names the file to which test files write what their set-up took (test/support/set-up-times). */
export const SET_UP_FILE = 'TEST_SET_UP_TIMES';

/** Names the minutes after which a run is ended, with what is done by then. */
export const LIMIT = 'TEST_MINUTES';

/** Unlike the code of a test that failed: a run that was given up gets no second look. */
const GIVEN_UP = 3;

const MAX_LINES = 12;

export default class TestReporter {
  #modules = [];
  #watch = new RunWatch({
    limitMinutes: process.env[LIMIT] === undefined ? undefined : Number(process.env[LIMIT]),
    say: (line) => console.error(`herald: ${line}`),
    end: () => this.#giveUp(),
  });

  onTestRunStart(files) {
    this.#watch.expect(files.length);
  }

  onTestModuleStart(module) {
    this.#watch.begin(module.relativeModuleId);
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') {
      console.error(`FAILED ${test.module.relativeModuleId} > ${test.fullName}\n    ${wordsOf(errors)}`);
    }
  }

  onTestModuleEnd(module) {
    this.#modules.push(module);
    this.#watch.done(module.relativeModuleId);
    const errors = module.errors();
    if (errors.length > 0) {
      console.error(`FAILED ${module.relativeModuleId}\n    ${wordsOf(errors)}`);
    }
  }

  /** A file that could not be loaded, or failed beside its tests, and a fault outside every test must not look like success. */
  onTestRunEnd(modules, faults) {
    this.#watch.close();
    this.#write(modules, faults.length);
  }

  /** Counts tests that did not run as one fault; the workers and what they started end with this process. */
  #giveUp() {
    this.#write(this.#modules, 1);
    process.exit(GIVEN_UP);
  }

  #write(modules, faults) {
    const setUp = readSetUpTimes(process.env[SET_UP_FILE]);
    const files = modules.map((module) => ({
      path: module.relativeModuleId,
      kind: module.project.name,
      times: timesOf(module, setUp.get(module.moduleId)),
      isBroken: module.state() === 'failed',
      error: wordsOf(module.errors()),
      tests: [...module.children.allTests()].map((test) => {
        const { state, errors = [] } = test.result();
        return { name: test.fullName, state, error: wordsOf(errors) };
      }),
    }));
    writeFileSync(process.env[RESULTS_FILE], JSON.stringify({ files, faults }));
  }
}

/** Milliseconds by part of a file's set-up, `hooks` for the rest of it, and `tests`. */
function timesOf(module, parts = {}) {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const tests = [...module.children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0);
  const known = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  return { imports: setupDuration + collectDuration, ...parts, hooks: Math.max(0, duration - tests - known), tests };
}

function readSetUpTimes(file) {
  const lines = file === undefined ? [] : readLines(file);
  return new Map(lines.map((line) => JSON.parse(line)).map(({ path, times }) => [path, times]));
}

function readLines(file) {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** The first error, and where in the tests it arose. */
function wordsOf([error]) {
  if (error === undefined) {
    return '';
  }
  const { message, stack } = error;
  const place = stack?.split('\n').find((line) => line.includes('-spec.ts') || line.includes('.spec.ts'));
  const lines = `${message}`.split('\n').slice(0, MAX_LINES);
  return [...lines, place?.trim()].filter((line) => line !== undefined).join('\n    ');
}

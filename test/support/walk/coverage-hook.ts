import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { holdTimers, makeTimersHoldable, releaseTimers } from './held-timers.js';

/**
 * Loaded by a process before its own code, and asked through the socket `$COVERAGE_FOLDER/<pid>.sock`:
 *
 *   /begin   holds the timers, and counts calls from now on
 *   /take    the named functions of Herald that were called since the last time: `file name`, as JSON
 *   /end     counts no longer, and releases the timers
 */
const BUILT = /\/dist\/((?:apps|libs|packages)\/.+)\.js$/;
/** V8 names initializers of fields so. */
const INITIALIZER = /^<.+>$/;

const session = new Session();

const ACTIONS: Record<string, () => readonly string[]> = {
  '/begin': () => {
    holdTimers();
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return [];
  },
  '/take': () => {
    let names: readonly string[] = [];
    session.post('Profiler.takePreciseCoverage', (fault, { result }) => {
      if (fault) {
        throw fault;
      }
      names = result.flatMap(readNames);
    });
    return names;
  },
  '/end': () => {
    session.post('Profiler.stopPreciseCoverage');
    releaseTimers();
    return [];
  },
};

function readNames({ url, functions }: Profiler.ScriptCoverage): string[] {
  const file = BUILT.exec(url)?.[1];
  if (file === undefined) {
    return [];
  }
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return functions.flatMap(({ functionName: name, ranges: [whole] }) => {
    const isNamed = name !== '' && !INITIALIZER.test(name);
    // A class without a constructor is called by its name, and no line of it runs.
    return whole && whole.count > 0 && isNamed && !text.startsWith('class', whole.startOffset)
      ? [`${file}.ts ${name}`]
      : [];
  });
}

// An option of NODE_OPTIONS holds for every thread.
if (isMainThread) {
  makeTimersHoldable();
  session.connect();
  session.post('Profiler.enable');
  const server = createServer(({ url = '' }, answer) => {
    answer.end(JSON.stringify(ACTIONS[url]?.() ?? []));
  });
  server.listen(join(process.env['COVERAGE_FOLDER'] ?? '', `${process.pid}.sock`)).unref();
}

// Loaded into each process of the Herald that `npm run walk` starts: at SIGUSR2 it writes the functions that ran since the last
// signal to $HERALD_WALK/PID-N.json, by file.
import { Session } from 'node:inspector';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = /\/dist\/((?:apps|libs)\/.+)\.js$/;
const session = new Session();
let count = 0;

session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) {
      throw error;
    }
    const file = join(process.env.HERALD_WALK, `${process.pid}-${(count += 1)}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(readFunctions(result)));
    renameSync(`${file}.part`, file);
  });
});

/** @returns {Record<string, string[]>} names of functions by file; those without a name are left out */
function readFunctions(scripts) {
  const files = {};
  for (const { url, functions } of scripts) {
    const file = BUILT.exec(url)?.[1];
    const names = functions.flatMap(({ functionName, ranges }) =>
      functionName !== '' && ranges.some((range) => range.count > 0) ? [functionName] : [],
    );
    if (file !== undefined && names.length > 0) {
      files[file] = [...new Set(names)];
    }
  }
  return files;
}

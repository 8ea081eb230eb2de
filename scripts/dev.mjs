// npm run dev: everything that `npm start` starts, and the processes again after each change whose types are right.
//
// The supervisor and the database stay up: the processes that `.herald/run.json` names are asked to end, and the
// supervisor starts them again from the new build.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeApiTypes } from './api-types.mjs';
import { PROCESS_SCRIPTS, runInTurn } from './setup/build.mjs';
import { ROOT, main, passOn, prepareStart, setUp, tool } from './setup.mjs';

const COMPILED = /Found (\d+) errors?\. Watching for file changes/;
const RESTARTED = ['gateway', 'worker', 'scheduler', 'simulators'];

main(async () => {
  await prepareStart();
  const node = await setUp();
  await writeApiTypes();
  const compiler = spawn(
    node,
    [tool('typescript-7/bin/tsc'), '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--pretty'],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const bundler = spawn(node, [join(ROOT, 'scripts', 'panel.mjs'), '--watch'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let compiles = 0;
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const errors = COMPILED.exec(line)?.[1];
    if (errors === undefined) {
      if (line.trim() !== '') {
        console.log(`tsc: ${line}`);
      }
    } else if (errors === '0' && (compiles += 1) > 1) {
      void restartProcesses(node);
    } else {
      console.log(`tsc: ${errors === '0' ? 'watching the sources' : `${errors} errors; the last good build runs on`}`);
    }
  });
  const code = await passOn(node, [join(ROOT, 'dist/apps/cli/main.js'), 'up', ...process.argv.slice(2)]);
  compiler.kill();
  bundler.kill();
  return code;
});

/** Builds again, then ends the processes; one that is not up yet starts from the new build anyway. */
async function restartProcesses(node) {
  const { code, output } = await runInTurn(node, PROCESS_SCRIPTS);
  if (code !== 0) {
    console.error(output.trimEnd());
    return;
  }
  console.log('tsc: no errors, the processes start again');
  for (const { name, pid } of readProcesses()) {
    if (RESTARTED.some((prefix) => name.startsWith(prefix))) {
      try {
        process.kill(pid, 'SIGTERM');
      } catch {
        // It ended by itself since the file was written.
      }
    }
  }
}

function readProcesses() {
  try {
    const home = process.env.HERALD_HOME ?? join(ROOT, '.herald');
    return JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')).processes;
  } catch {
    return [];
  }
}

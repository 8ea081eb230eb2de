#!/usr/bin/env node
// herald VERB: the built command line, under the Node that npm brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnvironment } from '../scripts/environment.mjs';
import { findNode, refuseOldNode } from '../scripts/setup/node.mjs';
import { compileCache } from '../scripts/setup/run.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = join(root, 'dist', 'apps', 'cli', 'main.js');
/** Bundled after the rest of the command line is there. */
const answers = join(root, 'dist', 'processes', 'answers.js');
const args = process.argv.slice(2);

const fault = loadEnvironment(root);
if (fault !== undefined) {
  console.error(`herald: ${fault}`);
}

if (existsSync(answers)) {
  await run();
} else {
  console.error('herald: not built yet; run "npm run build" (or "npm start") first.');
  process.exitCode = 1;
}

/** A version and a help need no Node of their own, unless JSON is to name it. */
async function run() {
  const { answerAtOnce } = await import('../dist/processes/answers.js');
  const answer = args.includes('--json') ? undefined : answerAtOnce(args);
  if (answer) {
    console.log(answer.text);
    process.exitCode = answer.code;
    return;
  }
  const node = findNode();
  const old = refuseOldNode(node);
  if (old !== undefined) {
    console.error(`herald: ${old}`);
    process.exitCode = 1;
    return;
  }
  if (node === process.execPath) {
    await import('../dist/apps/cli/main.js');
    return;
  }
  const child = spawn(node, [entry, ...args], { stdio: 'inherit', env: { ...process.env, ...compileCache() } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

#!/usr/bin/env node
// herald VERB: hands over to the built command line, under the Node that npm brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnvironment } from '../scripts/environment.mjs';
import { compileCache, findNode } from '../scripts/setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = join(root, 'dist', 'apps', 'cli', 'main.js');

const fault = loadEnvironment(root);
if (fault !== undefined) {
  console.error(`herald: ${fault}`);
}

if (existsSync(entry)) {
  const child = spawn(findNode(), [entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...compileCache() },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  console.error('herald: not built yet; run "npm run build" (or "npm start") first.');
  process.exitCode = 1;
}

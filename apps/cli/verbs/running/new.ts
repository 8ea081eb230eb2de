import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#platform/embedded';
import { ROOT } from '../../runtime/root.js';
import type { RunVerb } from '../../runtime/verb.js';

export const newPart: RunVerb = async ({ positionals }) => {
  if (!existsSync(join(ROOT, 'libs/channels/providers/registry.ts'))) {
    throw new OperatorError('This installation has no sources: add a provider in a checkout.');
  }
  const child = spawn(process.execPath, [join(ROOT, 'scripts/new.mjs'), ...positionals], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
};

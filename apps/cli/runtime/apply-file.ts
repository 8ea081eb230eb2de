import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ApplyService, readApplicationFile, type ApplyResult } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from './app-context.js';
import { operatorOrigin } from './operator.js';

/**
 * Applies an application file; names of key files in it are relative to the file.
 *
 * @param env  values of `${NAME}` in it
 * @throws OperatorError when the file cannot be read; AppError naming the fault in it
 */
export async function applyFile(
  path: string,
  dryRun: boolean,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ApplyResult> {
  const file = resolve(path);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read.`, { cause: error });
  });
  const document = await readApplicationFile(text, {
    env,
    readFile: (name) => readFile(resolve(dirname(file), name), 'utf8'),
  });
  return withAppContext((context) => context.get(ApplyService).apply(document, { dryRun, origin: operatorOrigin() }));
}

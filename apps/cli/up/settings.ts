import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig, type Config } from '#platform/config';

/**
 * Checks the whole environment before anything is started. What `up` makes itself (the embedded database, and without
 * DATABASE_URL the master key) counts as given.
 *
 * @throws ConfigError listing every fault
 */
export function readSettings(env: NodeJS.ProcessEnv): Readonly<Config> {
  const generated = env['DATABASE_URL'] ? {} : { DATABASE_URL: 'postgres://made-at-start', MASTER_KEY: 'x'.repeat(32) };
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return loadConfig({ ...generated, ...present });
}

/**
 * The file that lets the processes trust the local authority, together with what the operator trusts already: Node takes
 * one file only.
 */
export async function writeTrustFile(
  home: string,
  caPath: string,
  operatorCaPath: string | undefined,
): Promise<string> {
  if (!operatorCaPath || operatorCaPath === caPath) {
    return caPath;
  }
  const both = join(home, 'tls', 'trusted.pem');
  await writeFile(both, `${await readFile(operatorCaPath, 'utf8')}\n${await readFile(caPath, 'utf8')}`);
  return both;
}

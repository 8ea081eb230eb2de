import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, loadConfig, type Config } from '#platform/config';

/**
 * Validates all settings before anything starts. Values that `up` creates (the embedded database, and without DATABASE_URL
 * the master key) count as set. Without HOST the gateway listens on this machine alone: the panel is plain HTTP here.
 *
 * @throws ConfigError listing every fault
 */
export function readSettings(env: NodeJS.ProcessEnv): Readonly<Config> {
  const generated = env['DATABASE_URL'] ? {} : { DATABASE_URL: 'postgres://made-at-start', MASTER_KEY: 'x'.repeat(32) };
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const useless = ['DATABASE_SESSION_URL', 'DATABASE_READ_URL'].filter((name) => present[name]);
  if (useless.length > 0 && !present['DATABASE_URL']) {
    throw new ConfigError(useless.map((name) => `${name} has no effect without DATABASE_URL`));
  }
  return loadConfig({ HOST: '127.0.0.1', ...generated, ...present });
}

/** Writes the file of trusted certificates: the local authority and the operator's own. Node reads one file only. */
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

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkCertificate, type DatabaseUrls } from '#platform/config';
import { OperatorError, explainFileError, findRunningHerald } from '#platform/embedded';
import { ROOT } from './root.js';

/** HERALD_HOME as an absolute path, relative to the current folder; `.herald` in the project by default. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['HERALD_HOME'] ? resolve(env['HERALD_HOME']) : join(ROOT, '.herald');
}

/** True where ROW_LEVEL_SECURITY is on; `Config` checks its form when a process starts. */
export function hasRowSecurity(env: NodeJS.ProcessEnv = process.env): boolean {
  return env['ROW_LEVEL_SECURITY'] === 'true' || env['ROW_LEVEL_SECURITY'] === '1';
}

/**
 * The database of a verb: DATABASE_URL, or the embedded database of the running Herald.
 *
 * @throws OperatorError when there is neither
 */
export async function databaseUrls(home: string): Promise<DatabaseUrls> {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: session } = process.env;
  if (url) {
    return {
      DATABASE_URL: checkCertificate(url),
      ...(session && { DATABASE_SESSION_URL: checkCertificate(session) }),
    };
  }
  const running = await findRunningHerald(home);
  if (running?.url) {
    return { DATABASE_URL: running.url };
  }
  if (running !== null) {
    throw new OperatorError(
      `The Herald that runs in ${home} uses a database of its own choice; set DATABASE_URL to the same.`,
    );
  }
  throw new OperatorError(`No Herald runs in ${home}; start it with "npm start", or set DATABASE_URL.`);
}

/** The port of the simulators of the running Herald, where the environment names none. */
export async function simulatorPort(home: string): Promise<{ SIMULATOR_PORT?: string }> {
  if (process.env['SIMULATOR_PORT']) {
    return {};
  }
  const running = await findRunningHerald(home);
  const port = running?.processes.find(({ name }) => name === 'simulators')?.port;
  return port ? { SIMULATOR_PORT: String(port) } : {};
}

/** The settings of the keys that encrypt credentials at rest. */
export interface MasterKeys {
  MASTER_KEY: string;
  MASTER_KEY_PREVIOUS: string | undefined;
}

/**
 * Reads the keys that encrypt provider credentials, the current one first: from the environment, or from the file that
 * the first start stored in the home.
 *
 * @param make  creates a key when there is none
 */
export async function masterKeys(home: string, make: boolean): Promise<MasterKeys> {
  const { MASTER_KEY, MASTER_KEY_PREVIOUS } = process.env;
  if (MASTER_KEY) {
    return { MASTER_KEY, MASTER_KEY_PREVIOUS: MASTER_KEY_PREVIOUS || undefined };
  }
  const path = join(home, 'master.key');
  const stored = await readFile(path, 'utf8').catch(() => '');
  const [current, ...previous] = stored.split('\n').flatMap((line) => line.trim() || []);
  if (current !== undefined) {
    return { MASTER_KEY: current, MASTER_KEY_PREVIOUS: MASTER_KEY_PREVIOUS || previous.join(',') || undefined };
  }
  if (!make) {
    throw new OperatorError(`There is no master key in ${home}; set MASTER_KEY.`);
  }
  try {
    await mkdir(home, { recursive: true });
    const key = randomBytes(32).toString('base64');
    await writeFile(path, `${key}\n`, { mode: 0o600 });
    return { MASTER_KEY: key, MASTER_KEY_PREVIOUS: MASTER_KEY_PREVIOUS || undefined };
  } catch (error) {
    throw explainFileError(error, home);
  }
}

/** Prints one line for the operator. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

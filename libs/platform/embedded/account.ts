import { execFile, type SpawnOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { OperatorError } from './operator-error.js';

const run = promisify(execFile);

/** The system user of the server process; null: the user of this process. */
export type Account = { uid: number; gid: number } | null;

/**
 * Postgres refuses to run as root. Under root it uses an unprivileged account: `postgres` if there is one, else
 * `nobody`. initdb looks its user up by name, so the account must have one.
 */
export async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  for (const name of ['postgres', 'nobody']) {
    const account = await findAccount(name);
    if (account !== null && account.uid > 0) {
      return account;
    }
  }
  throw new OperatorError(
    'Postgres refuses to run as root and this system has neither a user postgres nor nobody; start Herald as an ordinary user or set DATABASE_URL.',
  );
}

async function findAccount(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Options to start a Postgres program. The environment is fixed, so that no LC_ALL, PGDATA, PGPORT or LD_PRELOAD of the
 * caller reaches it. The working directory is the root, because the account may not have access to the caller's.
 */
export function spawnOptions(account: Account): Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> {
  return {
    cwd: '/',
    ...(process.platform === 'win32' ? {} : { env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }),
    ...account,
  };
}

/** Tests if the account can run a program to its end, which tests every permission on its path. */
export async function canRun(account: Account, program: string, args: string[]): Promise<{ ok: boolean; why: string }> {
  try {
    await run(program, args, { ...spawnOptions(account), timeout: 20_000 });
    return { ok: true, why: '' };
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return { ok: false, why: stderr || (error instanceof Error ? error.message : String(error)) };
  }
}

/** Tests if the account has access to a folder. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return account === null || (await canRun(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).ok;
}

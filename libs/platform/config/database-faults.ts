import { accessSync, constants } from 'node:fs';
import { findUrlFaults, splitServers } from '#platform/postgres';
import type { DatabaseUrls } from './session-url.js';

/** Files that a URL of Postgres may name, as libpq calls them. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Files of the URLs of Postgres that cannot be read, one line each. */
export function findDatabaseFaults(urls: DatabaseUrls & { DATABASE_READ_URL?: string }): string[] {
  return (['DATABASE_URL', 'DATABASE_SESSION_URL', 'DATABASE_READ_URL'] as const).flatMap((name) => {
    const url = urls[name];
    const single = url === undefined ? '' : splitServers(url).url;
    const query = URL.canParse(single) ? new URL(single).searchParams : undefined;
    const faults = findUrlFaults(url ?? '').map((fault) => `${name}: ${fault}`);
    return [
      ...faults,
      ...FILES.flatMap((file) => {
        const path = query?.get(file);
        const code = path ? findReadFault(path) : undefined;
        return code === undefined ? [] : [`${name}: ${file} ${path} cannot be read (${code})`];
      }),
    ];
  });
}

function findReadFault(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

import { accessSync, constants } from 'node:fs';
import type { DatabaseUrls } from './session-url.js';

/** Files that a URL of Postgres may name, as libpq calls them. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/** Files of the URLs of Postgres that cannot be read, one line each. */
export function findDatabaseFaults(urls: DatabaseUrls): string[] {
  return (['DATABASE_URL', 'DATABASE_SESSION_URL'] as const).flatMap((name) => {
    const url = urls[name];
    const query = url !== undefined && URL.canParse(url) ? new URL(url).searchParams : undefined;
    return FILES.flatMap((file) => {
      const path = query?.get(file);
      const code = path ? findReadFault(path) : undefined;
      return code === undefined ? [] : [`${name}: ${file} ${path} cannot be read (${code})`];
    });
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

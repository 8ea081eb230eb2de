import type { Config } from './config.js';

/** How the database is reached. */
export type DatabaseUrls = Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>;

/** Returns the URL for connections whose sessions last: for listeners, the queue and migrations. */
export function sessionUrl({ DATABASE_URL, DATABASE_SESSION_URL }: DatabaseUrls): string {
  return DATABASE_SESSION_URL ?? DATABASE_URL;
}

/** Tests if DATABASE_URL names a pooler, which may give every transaction another session. */
export function hasPooler(urls: DatabaseUrls): boolean {
  return sessionUrl(urls) !== urls.DATABASE_URL;
}

import { withTimeout } from '#platform/async';
import { type DatabaseUrls, sessionUrl } from '#platform/config';
import { openDatabase, type Database } from '#platform/db';
import { findRunningHerald } from '#platform/embedded';
import { createLogger } from '#platform/runtime';
import { openAppContext, type AppContext } from '../../../runtime/app-context.js';
import { databaseUrls, homeFolder } from '../../../runtime/environment.js';
import type { Surroundings } from './check.js';

/** How long the end waits for what does not close, such as a queue that is away. */
const CLOSE_TIMEOUT_MS = 2000;

/** Finds what the checks look at. @returns it, and a function that closes what was opened */
export async function findSurroundings(): Promise<{ surroundings: Surroundings; close: () => Promise<void> }> {
  const home = homeFolder();
  const running = await findRunningHerald(home);
  let database: Promise<Database> | undefined;
  let context: Promise<AppContext> | undefined;
  const urls = async (): Promise<DatabaseUrls> => databaseUrls(home);
  const url = async (): Promise<string> => sessionUrl(await urls());
  const surroundings: Surroundings = {
    home,
    env: process.env,
    running,
    hasDatabase: running !== null || Boolean(process.env['DATABASE_URL']),
    url,
    urls,
    async database() {
      database ??= url().then(async (address) => openDatabase(address, 1, createLogger('doctor', 'silent')));
      return database;
    },
    async rooms() {
      context ??= openAppContext();
      return (await context).app;
    },
  };
  const close = async (): Promise<void> => {
    const opened = [database, context].filter((resource) => resource !== undefined);
    const closing = opened.map(async (resource) => withTimeout(CLOSE_TIMEOUT_MS, (await resource).close()));
    await Promise.allSettled(closing);
  };
  return { surroundings, close };
}

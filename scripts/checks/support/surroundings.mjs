// Compares the settings that Compose and Kubernetes give containers with those that the processes read.
import { existsSync } from 'node:fs';
import { configFields, simulatorSettings } from './settings.mjs';

/** Read by Node itself. */
const RUNTIME = ['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
const ENTRY = /^dist\/(apps\/[a-z]+\/main)\.js$/;

/**
 * Faults of one container of Herald's image: its command must name an entry that is built, its variables must be settings.
 *
 * @param {string} place  named in front of each fault
 * @param {unknown} command  as Compose and Kubernetes write it: a list
 * @param {string[]} variables
 */
export function faultsOfContainer(place, command, variables) {
  const words = Array.isArray(command) ? command : [];
  const path = words.slice(1).find((word) => !String(word).startsWith('-'));
  const entry = ENTRY.exec(path ?? '')?.[1];
  const faults = [];
  if (words[0] !== 'node' || entry === undefined) {
    faults.push(`${place}: its command is not "node [--option] dist/apps/NAME/main.js"`);
  } else if (!existsSync(`${entry}.ts`)) {
    faults.push(`${place}: ${path} is built of no source (${entry}.ts is missing)`);
  }
  const known = new Set([
    ...(entry === 'apps/simulators/main' ? simulatorSettings() : configFields().keys()),
    ...RUNTIME,
  ]);
  return faults.concat(
    variables
      .filter((name) => !known.has(name))
      .map((name) => `${place}: ${name} is read by nothing in ${entry ?? 'it'}`),
  );
}

/** Names of the settings without which a process that reads Config does not start. */
export const REQUIRED = ['DATABASE_URL', 'MASTER_KEY'];
/** Settings of the migration, which gets no other secret: it changes the schema alone. */
export const OF_MIGRATION = ['DATABASE_URL', 'DATABASE_SESSION_URL', 'ROW_LEVEL_SECURITY'];
const OF_OTHERS = /^(MASTER_KEY|REDIS_|DATABASE_READ_URL|OIDC_CLIENT_SECRET)/;

/** @param {string} place @param {string[]} variables  of `herald migrate` */
export function faultsOfMigration(place, variables) {
  return [
    ...(variables.includes('DATABASE_URL') ? [] : [`${place} lacks DATABASE_URL`]),
    ...variables.filter((name) => OF_OTHERS.test(name)).map((name) => `${place} gets ${name}, which it does not need`),
  ];
}

import { findNearest } from '#platform/collections';
import { Config } from './config.js';
import { SETTINGS_WITHOUT_DEFAULT } from './load.js';

/** Settings of the simulators alone. */
const OTHERS = ['SIMULATOR_BIND', 'SIMULATOR_PORTS'];
/** Names so short, `PORT` for example, are near to many of other programs. */
const LEAST_COMPARED = 7;
/** Settings of other programs that are nearly called like ours. */
const FOREIGN = new Set(['LOGLEVEL', 'DATABASE_URI', 'DATABASE_URLS', 'REDIS_URI', 'REDIS_URLS', 'PUBLIC_URI']);
/** Kubernetes gives each container the services of its namespace: `HERALD_PORT=tcp://…`, `HERALD_SERVICE_HOST`. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?$|_PORT(_\d+_(TCP|UDP)(_[A-Z]+)?)?$/;

/**
 * Names of the environment that are no settings although they look so: those that begin with `HERALD_`, and those nearly
 * called like a setting that is not set.
 *
 * @returns a sentence for each
 */
export function findMisspeltSettings(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const known = [...Object.keys(new Config()), ...SETTINGS_WITHOUT_DEFAULT, ...OTHERS];
  const compared = known.filter((name) => name.length >= LEAST_COMPARED && env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || FOREIGN.has(name) || OF_KUBERNETES.test(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) {
      return [];
    }
    const near = findNearest(name, compared);
    if (near !== undefined) {
      return [`${name} is no setting of Herald and has no effect; did you mean ${near}?`];
    }
    return name.startsWith('HERALD_')
      ? [`${name} is no setting of Herald and has no effect; docs/deployment.md lists the settings.`]
      : [];
  });
}

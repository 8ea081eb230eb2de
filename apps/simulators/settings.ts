import { isProvider, PROVIDERS, type Provider } from './providers.js';

export interface Settings {
  home: string;
  controlPort: number;
  bind: string;
  host: string;
  ports: Partial<Record<Provider, number>>;
  /** Deliveries that are remembered; absent: as many as the log keeps by itself. */
  logSize?: number;
  logLevel: string;
}

/** About a kilobyte each. */
const MOST_REMEMBERED = 10_000_000;

/**
 * Settings of the simulators' process. It needs no database and no master key, so it reads its few variables itself:
 *
 * - `HERALD_HOME` (`.herald`): the authority lives in its folder `tls`
 * - `SIMULATOR_PORT` (8090): the control API
 * - `SIMULATOR_BIND` (127.0.0.1): address to listen on; 0.0.0.0 in a container
 * - `SIMULATOR_HOST` (127.0.0.1): the name that clients use, as they have it too
 * - `SIMULATOR_PORTS`: fixed ports, `apns=2197,fcm=8443`; the others are free ones
 * - `SIMULATOR_LOG` (100000): deliveries that are remembered, from 1 to 10,000,000
 *
 * @throws Error with every fault
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const faults: string[] = [];
  const port = (name: string, text: string): number => {
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value <= 65_535)) {
      faults.push(`${name} must be a port from 0 to 65535, not "${text}"`);
    }
    return value;
  };
  const ports: Partial<Record<Provider, number>> = {};
  for (const part of (env.SIMULATOR_PORTS ?? '').split(',').filter((one) => one.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((one) => one.trim());
    if (isProvider(name)) {
      ports[name] = port(`SIMULATOR_PORTS ${name}`, value);
    } else {
      faults.push(`SIMULATOR_PORTS names "${name}", which is none of ${PROVIDERS.join(', ')}`);
    }
  }
  const size = env.SIMULATOR_LOG || undefined;
  if (size !== undefined && !(/^\d+$/.test(size) && Number(size) >= 1 && Number(size) <= MOST_REMEMBERED)) {
    faults.push(`SIMULATOR_LOG must be a number from 1 to ${MOST_REMEMBERED}, not "${size}"`);
  }
  const settings = {
    home: env.HERALD_HOME || '.herald',
    controlPort: port('SIMULATOR_PORT', env.SIMULATOR_PORT || '8090'),
    bind: env.SIMULATOR_BIND || '127.0.0.1',
    host: env.SIMULATOR_HOST || '127.0.0.1',
    ports,
    ...(size === undefined ? {} : { logSize: Number(size) }),
    logLevel: env.LOG_LEVEL || 'info',
  };
  if (faults.length > 0) {
    throw new Error(faults.join('; '));
  }
  return settings;
}

import { isProvider, PROVIDERS, type Provider } from './server/providers.js';

export interface Settings {
  home: string;
  controlPort: number;
  bind: string;
  host: string;
  ports: Partial<Record<Provider, number>>;
  logLevel: string;
}

/**
 * Reads the settings of the simulators. They need no database and no master key, so they have settings of their own:
 *
 * - `HERALD_HOME` (`.herald`): the authority lives in its folder `tls`
 * - `SIMULATOR_PORT` (8090): the control API
 * - `SIMULATOR_BIND` (127.0.0.1): address to listen on; 0.0.0.0 in a container
 * - `SIMULATOR_HOST` (127.0.0.1): the name that clients use
 * - `SIMULATOR_PORTS`: fixed ports, `apns=2197,fcm=8443`; the others are free ones
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
  for (const part of (env.SIMULATOR_PORTS ?? '').split(',').filter((entry) => entry.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim());
    if (isProvider(name)) {
      ports[name] = port(`SIMULATOR_PORTS ${name}`, value);
    } else {
      faults.push(`SIMULATOR_PORTS names "${name}", which is none of ${PROVIDERS.join(', ')}`);
    }
  }
  const settings = {
    home: env.HERALD_HOME || '.herald',
    controlPort: port('SIMULATOR_PORT', env.SIMULATOR_PORT || '8090'),
    bind: env.SIMULATOR_BIND || '127.0.0.1',
    host: env.SIMULATOR_HOST || '127.0.0.1',
    ports,
    logLevel: env.LOG_LEVEL || 'info',
  };
  if (faults.length > 0) {
    throw new Error(faults.join('; '));
  }
  return settings;
}

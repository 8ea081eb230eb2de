import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.js';
import { PROVIDERS } from './server/providers.js';

describe('readSettings', () => {
  it('readSettings returns the loopback address and no fixed provider ports when nothing is set', () => {
    expect(readSettings({ SIMULATOR_PORTS: '' })).toEqual({
      home: '.herald',
      controlPort: 8090,
      bind: '127.0.0.1',
      host: '127.0.0.1',
      ports: {},
      logLevel: 'info',
    });
  });

  it('readSettings reads fixed ports, and the bind address and host name of a container', () => {
    const env = { SIMULATOR_PORT: '0', SIMULATOR_BIND: '0.0.0.0', SIMULATOR_HOST: 'simulators' };
    expect(readSettings({ ...env, SIMULATOR_PORTS: 'apns=2197, fcm=8443' })).toMatchObject({
      controlPort: 0,
      bind: '0.0.0.0',
      host: 'simulators',
      ports: { apns: 2197, fcm: 8443 },
    });
  });

  it('readSettings reports every invalid setting', () => {
    expect(() => readSettings({ SIMULATOR_PORT: '70000', SIMULATOR_PORTS: 'apns,pigeon=1' })).toThrow(
      'SIMULATOR_PORTS apns must be a port from 0 to 65535, not ""; ' +
        `SIMULATOR_PORTS names "pigeon", which is none of ${PROVIDERS.join(', ')}; ` +
        'SIMULATOR_PORT must be a port from 0 to 65535, not "70000"',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.js';

describe('readSettings', () => {
  it('listens on loopback with free ports when nothing is set', () => {
    expect(readSettings({ SIMULATOR_PORTS: '' })).toEqual({
      home: '.herald',
      controlPort: 8090,
      bind: '127.0.0.1',
      host: '127.0.0.1',
      ports: {},
      logLevel: 'info',
    });
  });

  it('takes fixed ports and the names of a container', () => {
    const env = { SIMULATOR_PORT: '0', SIMULATOR_BIND: '0.0.0.0', SIMULATOR_HOST: 'simulators', SIMULATOR_LOG: '5000' };
    expect(readSettings({ ...env, SIMULATOR_PORTS: 'apns=2197, fcm=8443' })).toMatchObject({
      controlPort: 0,
      bind: '0.0.0.0',
      host: 'simulators',
      ports: { apns: 2197, fcm: 8443 },
      logSize: 5000,
    });
  });

  it('names every fault', () => {
    const wrong = { SIMULATOR_PORT: '70000', SIMULATOR_PORTS: 'apns,pigeon=1', SIMULATOR_LOG: '0' };
    expect(() => readSettings(wrong)).toThrow(
      'SIMULATOR_PORTS apns must be a port from 0 to 65535, not ""; ' +
        'SIMULATOR_PORTS names "pigeon", which is none of apns, fcm, webpush, smtp, sms; ' +
        'SIMULATOR_LOG must be a number from 1 to 10000000, not "0"; ' +
        'SIMULATOR_PORT must be a port from 0 to 65535, not "70000"',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { findMisspeltSettings } from './misspelt-settings.js';

describe('misspelt settings', () => {
  it.each([
    ['DATABSE_URL', 'did you mean DATABASE_URL?'],
    ['HERALD_HOM', 'did you mean HERALD_HOME?'],
    ['MASTERKEY', 'did you mean MASTER_KEY?'],
    ['SIMULATOR_PROT', 'did you mean SIMULATOR_PORT?'],
    ['TRUSTED_PROXES', 'did you mean TRUSTED_PROXIES?'],
    ['HERALD_COLOUR', 'docs/deployment.md lists the settings'],
  ])('tells of %s', (name, text) => {
    expect(findMisspeltSettings({ [name]: 'x' })).toEqual([expect.stringContaining(text)]);
    expect(findMisspeltSettings({ [name]: 'x' })[0]).toContain(`${name} is no setting`);
  });

  it('tells nothing of settings, nor of what other programs read', () => {
    const settings = 'DATABASE_URL HERALD_HOME PORT SIMULATOR_PORTS';
    const others =
      'PATH HOME HOST PORTS SPORT LOGLEVEL LOGNAME REDIS_URI DATABASE_URI SSL_CERT_FILE npm_config_loglevel PGPORT ' +
      'NODE_ENV NODE_OPTIONS HERALD_PORT HERALD_SERVICE_HOST HERALD_PORT_8080_TCP_ADDR HERALD_GATEWAY_SERVICE_PORT_HTTP ' +
      'OTEL_SERVICE_NAME OTEL_SDK_DISABLED OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_SAMPLER';
    const env = Object.fromEntries(`${settings} ${others}`.split(' ').map((name) => [name, 'x']));
    expect(findMisspeltSettings(env)).toEqual([]);
  });

  it('guesses no setting that is set', () => {
    expect(findMisspeltSettings({ MASTER_KEYS: 'a', MASTER_KEY: 'b' })).toEqual([]);
  });
});

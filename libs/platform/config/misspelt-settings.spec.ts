import { describe, expect, it } from 'vitest';
import { findMisspeltSettings } from './misspelt-settings.js';

describe('findMisspeltSettings', () => {
  it.each([
    ['DATABSE_URL', 'did you mean DATABASE_URL?'],
    ['HERALD_HOM', 'did you mean HERALD_HOME?'],
    ['MASTERKEY', 'did you mean MASTER_KEY?'],
    ['SIMULATOR_PROT', 'did you mean SIMULATOR_PORT?'],
    ['TRUSTED_PROXES', 'did you mean TRUSTED_PROXIES?'],
    ['HERALD_COLOUR', 'docs/deployment.md lists the settings'],
  ])('The unknown setting %s is reported', (name, text) => {
    expect(findMisspeltSettings({ [name]: 'x' })).toEqual([expect.stringContaining(text)]);
    expect(findMisspeltSettings({ [name]: 'x' })[0]).toContain(`${name} is no setting`);
  });

  it('Valid settings and variables of other programs are not reported', () => {
    const settings = 'DATABASE_URL HERALD_HOME PORT SIMULATOR_PORTS';
    const others =
      'PATH HOME HOST PORTS SPORT LOGLEVEL LOGNAME REDIS_URI DATABASE_URI SSL_CERT_FILE npm_config_loglevel PGPORT ' +
      'NODE_ENV NODE_OPTIONS HERALD_PORT HERALD_SERVICE_HOST HERALD_PORT_8080_TCP_ADDR HERALD_GATEWAY_SERVICE_PORT_HTTP ' +
      'OTEL_SERVICE_NAME OTEL_SDK_DISABLED OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_SAMPLER';
    const env = Object.fromEntries(`${settings} ${others}`.split(' ').map((name) => [name, 'x']));
    expect(findMisspeltSettings(env)).toEqual([]);
  });

  it('A similar name is not reported when the setting that it resembles is set', () => {
    expect(findMisspeltSettings({ MASTER_KEYS: 'a', MASTER_KEY: 'b' })).toEqual([]);
  });
});

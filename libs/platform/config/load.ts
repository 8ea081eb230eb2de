import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AddressList } from '#platform/net';
import { Config } from './config.js';
import { findDatabaseFaults } from './database-faults.js';
import { findOidcFaults } from './oidc-faults.js';
import { findRedisFaults } from './redis-faults.js';

/** All faults of the environment, one line each. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Settings without a default: a field that is not given does not exist. */
export const SETTINGS_WITHOUT_DEFAULT: readonly string[] = [
  'HOST',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'REDIS_CA',
  'PUSH_SERVICES',
  'RELAY_NETWORKS',
  'PUBLIC_URL',
  'PANEL_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLES',
  'TRUSTED_PROXIES',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'TLS_CERT',
  'TLS_KEY',
  'INBOUND_MAIL_PORT',
  'RETURN_PATH_DOMAIN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];

/**
 * Reads the settings from the environment. An empty variable counts as absent.
 *
 * @throws ConfigError with all faults
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Readonly<Config> {
  const names = [...Object.keys(new Config()), ...SETTINGS_WITHOUT_DEFAULT];
  const values = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const config = plainToInstance(Config, values, { exposeDefaultValues: true });
  const faults = validateSync(config).flatMap((error) =>
    config[error.property as keyof Config] === undefined
      ? [`${error.property} is required`]
      : pickFault(error.constraints ?? {}),
  );
  if ((config.TLS_CERT === undefined) !== (config.TLS_KEY === undefined)) {
    faults.push('TLS_CERT and TLS_KEY go together: one of them is missing');
  }
  faults.push(...findDatabaseFaults(config), ...findOidcFaults(config), ...findRedisFaults(config));
  for (const name of ['RELAY_NETWORKS', 'TRUSTED_PROXIES', 'METRICS_FROM'] as const) {
    try {
      AddressList.parse(config[name] ?? '');
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) {
    throw new ConfigError(faults);
  }
  return Object.freeze(config);
}

/** A value of the wrong type breaks its bounds, too: one fault says enough. */
function pickFault(constraints: Record<string, string>): string[] {
  return Object.values('isInt' in constraints ? { isInt: constraints['isInt'] } : constraints).slice(0, 1);
}

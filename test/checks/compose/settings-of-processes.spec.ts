import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Config } from '#platform/config';

const { renderCompose } = (await import(
  new URL('../../../scripts/checks/support/compose.mjs', import.meta.url).href
)) as {
  renderCompose(
    files: string[],
    env: Record<string, string>,
  ): { services: Record<string, { command: string[]; environment: Record<string, string> }> };
};

/** A value of each setting that its process refuses by name. Numbers and flags are refused as `wrong`. */
const WRONG: Readonly<Record<string, string>> = {
  DATABASE_URL: 'wrong',
  DATABASE_SESSION_URL: 'wrong',
  DATABASE_READ_URL: 'wrong',
  REDIS_URL: 'wrong',
  QUEUE_PREFIX: 'WRONG',
  PUSH_SERVICES: 'not a host',
  RELAY_NETWORKS: 'wrong',
  PUBLIC_URL: 'wrong',
  PANEL_URL: 'wrong',
  OIDC_ISSUER: 'wrong',
  OIDC_NAME: 'n'.repeat(61),
  OIDC_SCOPES: 'wrong',
  TRUSTED_PROXIES: 'wrong',
  METRICS_FROM: 'wrong',
  SERVICE_NAME: '-',
  MASTER_KEY: 'short',
  MASTER_KEY_PREVIOUS: 'short',
  LOG_LEVEL: 'wrong',
  RETURN_PATH_DOMAIN: 'wrong',
  HTTP2_CLIENT: 'wrong',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'wrong',
};
/** Decided by Compose, so a wrong value does no harm (scripts/checks/reach.mjs has the reasons). */
const DECIDED = ['HEALTH_PORT', 'HERALD_DEMO', 'PORT'];

const numbers = Object.entries(new Config())
  .filter(([, value]) => ['number', 'boolean'].includes(typeof value))
  .map(([name]) => name);
const wrong = { ...Object.fromEntries(numbers.map((name) => [name, 'wrong'])), ...WRONG };
const { services } = renderCompose(['docker/compose.yaml'], {
  POSTGRES_PASSWORD: 'p',
  REDIS_PASSWORD: 'r',
  ...wrong,
});

describe('Processes with the environment of Compose', () => {
  it.each(['gateway', 'worker', 'scheduler'])(
    'The process of %s reads every setting of docker/.env that Compose does not decide',
    (name) => {
      const { command = [], environment = {} } = services[name] ?? {};
      const { status, stdout, stderr } = spawnSync(process.execPath, command.slice(1), {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...environment },
      });
      const output = `${stdout}${stderr}`;
      expect(status).not.toBe(0);
      const unread = Object.keys(wrong).filter(
        (setting) => !new RegExp(`^ {2}- (?:\\w+, )*${setting}\\b`, 'm').test(output),
      );
      expect(unread.sort(), output).toEqual(DECIDED);
    },
  );
});

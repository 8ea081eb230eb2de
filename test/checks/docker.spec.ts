import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'migrations/data-source.ts',
  'libs/platform/config/config.ts',
  'packages/http2-client/client-connection.ts',
  ...['gateway', 'worker', 'scheduler', 'simulators', 'cli'].map((app) => `apps/${app}/main.ts`),
  'apps/simulators/settings.ts',
  'scripts/transpile.mjs',
  'scripts/bundle.mjs',
  'scripts/websdk.mjs',
  'scripts/panel.mjs',
];
const COMPOSE = 'docker/compose.yaml';
const TLS = 'docker/compose.tls.yaml';
const house = (): CopiedTree => new CopiedTree(['docker', '.dockerignore', ...SOURCES]);

describe('Check of Dockerfile and Compose', () => {
  it('Dockerfile and Compose match the sources', () => {
    expect(house().script('checks/docker')).toMatchObject({ code: 0 });
  });

  it.each([
    ['docker/Dockerfile', 'COPY libs ./libs', 'COPY lib ./libs', 'copies lib, which is missing'],
    ['.dockerignore', '!migrations\n', '', 'copies migrations, which .dockerignore keeps away'],
    ['docker/Dockerfile', 'USER 1000:1000', 'USER root', 'as a user with a number other than 0'],
    ['docker/Dockerfile', 'STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL', 'STOPSIGNAL is not SIGTERM'],
    [COMPOSE, 'dist/apps/worker/main.js', 'dist/apps/works/main.js', 'apps/works/main.ts is missing'],
    [COMPOSE, 'HEALTH_PORT:', 'HEALTHPORT:', 'HEALTHPORT is read by nothing'],
    [COMPOSE, 'SIMULATOR_BIND:', 'SIMULATOR_LISTEN:', 'SIMULATOR_LISTEN is read by nothing in apps/simulators/main'],
    [COMPOSE, '  redis:\n    image', '  valkey:\n    image', 'service redis is missing'],
    [
      COMPOSE,
      'postgres: { condition: service_healthy }',
      'database: { condition: service_healthy }',
      'depends on database',
    ],
    [COMPOSE, '[simulators:/var/lib/herald]', '[state:/var/lib/herald]', 'mounts the volume state'],
    [COMPOSE, 'stop_grace_period: 40s', 'stop_grace_period: 10s', 'before it may end itself (25000 ms)'],
    [COMPOSE, 'read_only: true', 'read_only: false', 'must have a read-only root'],
    [
      COMPOSE,
      'MASTER_KEY: ${MASTER_KEY:?set it in docker/.env}',
      'MASTER_KEY: ${MASTER_KEY:-x}',
      'MASTER_KEY must be required',
    ],
    [TLS, 'TRUSTED_PROXIES: 172.31.250.2', 'TRUSTED_PROXIES: uniquelocal', 'is not the address of caddy'],
    [TLS, 'networks: [default, proxy]', 'networks: [proxy]', 'not in the networks default and proxy'],
    [TLS, 'certificates:/data', 'certificate:/data', 'caddy mounts certificate, which is missing'],
    [TLS, '  worker: {', '  works: {', 'works is no service'],
    ['docker/Caddyfile', 'gateway:8080', 'gateway:8081', 'does not lead to the port of the gateway'],
    ['docker/.env.example', 'DOMAIN=\n', 'DOMAINS=\n', 'does not tell of DOMAIN'],
    ['docker/.env.example', 'MASTER_KEY=\n', 'MASTER_KEY=secret\n', 'MASTER_KEY must be there and empty'],
    ['docker/.env.example', 'PUBLIC_URL=', 'PUBLICURL=', 'does not tell of PUBLIC_URL'],
  ])('In %s, "%s" changed to "%s" is refused', (file, from, to, fault) => {
    const { code, output } = house().change(file, from, to).script('checks/docker');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});

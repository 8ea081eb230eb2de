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
  'docs/scale.md',
  ...['gateway', 'worker', 'scheduler', 'simulators', 'cli'].map((app) => `apps/${app}/main.ts`),
  'apps/simulators/settings.ts',
  'scripts/release/identity.mjs',
  'scripts/setup/slim.mjs',
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
    [COMPOSE, 'max-size: 50m, ', '', 'has a log without an end'],
    [COMPOSE, '${WORKER_MEMORY:-768m}', '512m', 'worker has another limit of memory than docs/scale.md: 768Mi'],
    [COMPOSE, 'mem_limit: 256m', 'memlimit: 256m', 'proxy.memlimit (text) is nothing that this check knows'],
    [COMPOSE, '  gateway-2: *gateway', '  gateway-3: *gateway', 'service gateway-2 is missing'],
    [COMPOSE, '    profiles: [trial]\n', '', 'simulators runs in production'],
    [COMPOSE, '      requirepass ${REDIS_PASSWORD:?set it in docker/.env}\n', '', 'redis has no password'],
    [
      COMPOSE,
      'command: [redis-server, /etc/redis.conf]',
      "command: [redis-server, --requirepass, '${REDIS_PASSWORD:?set it in docker/.env}']",
      'redis has a password in its command',
    ],
    [
      COMPOSE,
      'DATABASE_SESSION_URL: ${DATABASE_SESSION_URL:-}',
      'MASTER_KEY: ${MASTER_KEY:?set it in docker/.env}',
      'migrate gets MASTER_KEY, which it does not need',
    ],
    [COMPOSE, 'TRUSTED_PROXIES: 172.31.250.2', 'TRUSTED_PROXIES: 172.31.250.3', 'is not the address of the proxy'],
    [COMPOSE, 'networks: [default, proxy]', 'networks: [proxy]', 'not in the networks default and proxy'],
    [COMPOSE, 'certificates:/data', 'certificate:/data', 'mounts the volume certificate'],
    [TLS, '  worker: {', '  works: {', 'works is no service'],
    [TLS, 'PANEL_URL:', 'PANELURL:', 'PUBLIC_URL or PANEL_URL of gateway is not that of the proxy'],
    ['docker/Caddyfile', 'gateway-2:8080', 'gateway-2:8081', 'does not lead to the port of gateway-2'],
    ['docker/.env.example', 'BACKUP_KEEP=14', 'BACKUP_KEEP=7', 'says BACKUP_KEEP=7, but without it 14 is taken'],
    ['docker/.env.example', 'DOMAIN=\n', 'DOMAINS=\n', 'does not tell of DOMAIN'],
    ['docker/.env.example', 'MASTER_KEY=\n', 'MASTER_KEY=secret\n', 'MASTER_KEY must be there and empty'],
    ['docker/.env.example', 'PUBLIC_URL=', 'PUBLICURL=', 'tells of PUBLICURL, which docker/compose.yaml does not use'],
  ])('In %s, "%s" changed to "%s" is refused', (file, from, to, fault) => {
    const { code, output } = house().change(file, from, to).script('checks/docker');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});

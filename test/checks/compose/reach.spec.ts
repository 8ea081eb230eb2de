import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

const COMPOSE = 'docker/compose.yaml';
const GATEWAY = 'k8s/base/gateway.yaml';
const project = (): CopiedTree =>
  new CopiedTree([
    'docker',
    'k8s/base',
    '.env.example',
    'libs/platform/config/config.ts',
    'apps/cli/up/supervisor.ts',
    'apps/simulators/settings.ts',
  ]);

describe('Check of the reach of settings', () => {
  it('Each setting reaches its processes on one machine, in Compose and in Kubernetes, or has a reason', () => {
    const { code, output } = project().script('checks/reach', '--list');
    expect(output).toMatch(/^OIDC_CLIENT_SECRET +yes +yes +yes$/m);
    expect(output).toMatch(/^HEALTH_PORT +each process has a free port, .* yes$/m);
    expect(code).toBe(0);
  });

  it.each([
    [COMPOSE, '  env_file: [.env]\n', '', 'PANEL_URL does not reach its processes in Compose'],
    [
      COMPOSE,
      "  PORT: '8080'",
      "  LEASE_MS: '1000'\n  PORT: '8080'",
      'LEASE_MS does not reach its processes in Compose',
    ],
    [COMPOSE, '${REDIS_URL:-', '${REDISURL:-', 'REDIS_URL does not reach its processes in Compose'],
    [
      GATEWAY,
      'key: OIDC_CLIENT_SECRET',
      'key: OIDC_SECRET',
      'OIDC_CLIENT_SECRET does not reach its processes in Kubernetes',
    ],
    [
      GATEWAY,
      'configMapRef: { name: herald }',
      'configMapRef: { name: other }',
      'LOG_LEVEL does not reach its processes in Kub',
    ],
    ['.env.example', 'SWEEP_MS=', 'SWEEPS=', 'SWEEP_MS does not reach its processes in one machine'],
    [
      'libs/platform/config/config.ts',
      '  HOST?: string;',
      '  ADDRESS?: string;',
      'HOST has a reason for Compose, but is no',
    ],
  ])('In %s, "%s" changed to "%s" is refused', (file, from, to, fault) => {
    const { code, output } = project().change(file, from, to).script('checks/reach');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});

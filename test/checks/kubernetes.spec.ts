import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const APPS = ['gateway', 'worker', 'scheduler', 'simulators', 'cli'];
const house = (): CopiedTree =>
  new CopiedTree([
    'k8s',
    'docs/scale.md',
    'docs/benchmarks.md',
    'libs/platform/config/config.ts',
    'apps/simulators/settings.ts',
    ...APPS.map((app) => `apps/${app}/main.ts`),
  ]);
const GATEWAY = 'k8s/base/gateway.yaml';
const SCHEDULER = 'k8s/base/scheduler.yaml';
const SETTINGS = 'k8s/base/settings.yaml';
const WORKER = 'k8s/base/worker.yaml';
const REDIS = 'k8s/components/scale-by-redis';

/** Faults with their file, the present text, the planted one, and the message of the check. */
const FAULTS = [
  [
    'a slip that no server would mention',
    GATEWAY,
    'readinessProbe:',
    'readynessProbe:',
    '/readynessProbe is no field of Deployment',
  ],
  [
    'a value of a wrong kind',
    GATEWAY,
    'maxReplicas: 10',
    "maxReplicas: 'ten'",
    'data/spec/maxReplicas must be integer',
  ],
  ['an old API', SCHEDULER, 'policy/v1', 'policy/v1beta1', 'no schema for policy/v1beta1'],
  ['root', WORKER, 'runAsNonRoot: true', 'runAsNonRoot: false', 'Deployment herald-worker: runAsNonRoot is not true'],
  [
    'a writable root',
    WORKER,
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'readOnlyRootFilesystem is not true',
  ],
  ['no limit of memory', WORKER, 'limits: { memory: 768Mi }', 'limits: {}', 'no limit of memory'],
  ['a secret in plain sight', SETTINGS, 'LOG_LEVEL: info', 'MASTER_KEY: abc', 'MASTER_KEY is a secret'],
  ['an unknown setting', SETTINGS, 'HEALTH_HOST:', 'HEALTHHOST:', 'HEALTHHOST is read by nothing'],
  ['a missing setting', WORKER, 'name: DATABASE_URL\n', 'name: PUBLIC_URL\n', 'container worker: lacks DATABASE_URL'],
  [
    'a command without source',
    WORKER,
    'dist/apps/worker/main.js',
    'dist/apps/sender/main.js',
    'apps/sender/main.ts is missing',
  ],
  ['a probe that asks nobody', WORKER, 'port: health }', 'port: http }', 'asks port http'],
  [
    'a kill before the end',
    WORKER,
    'terminationGracePeriodSeconds: 40',
    'terminationGracePeriodSeconds: 20',
    'is killed after 20 s',
  ],
  [
    'a scheduler that tells no approver',
    'k8s/base/network.yaml',
    'port: 587 }',
    'port: 588 }',
    'no NetworkPolicy lets the scheduler reach mail servers',
  ],
  [
    'a monitor of no pod',
    'k8s/components/monitoring/pods.yaml',
    'values: [gateway, worker, scheduler]',
    'values: [gateways]',
    'PodMonitor herald selects no pod',
  ],
  [
    'memory that nobody measured',
    SCHEDULER,
    'requests: { cpu: 250m, memory: 256Mi }',
    'requests: { cpu: 250m, memory: 300Mi }',
    'scheduler requests another memory than docs/scale.md: 256Mi',
  ],
  [
    'no room for the index cache',
    'libs/platform/config/config.ts',
    'INDEX_CACHE_MB = 256',
    'INDEX_CACHE_MB = 512',
    'scheduler has no room for its index cache: 684 MB with what it takes at rest',
  ],
  [
    'too little processor for a start',
    WORKER,
    'requests: { cpu: 500m,',
    'requests: { cpu: 50m,',
    'worker may need 135 s to start with its request of cpu, and has 120 s',
  ],
  [
    'no room above what was measured',
    'docs/scale.md',
    '| 243         | 661',
    '| 243         | 900',
    'gateway has no room above 900 MB under load',
  ],
  [
    'a slip in an object of an operator',
    'k8s/overlays/cloudnative-pg/postgres.yaml',
    'poolMode:',
    'poolMod:',
    '/spec/pgbouncer/poolMod is no field of Pooler',
  ],
  [
    'a rule for no server',
    'k8s/overlays/cloudnative-pg/network.yaml',
    'matchLabels: { cnpg.io/poolerName: herald-pooler } }\n  policyTypes',
    'matchLabels: { cnpg.io/poolerName: pooler } }\n  policyTypes',
    'NetworkPolicy herald-pooler selects no pod',
  ],
  [
    'a migration beside its settings',
    'k8s/base/migrate.yaml',
    "argocd.argoproj.io/sync-wave: '-1'",
    "argocd.argoproj.io/sync-wave: '0'",
    'Job herald-migrate has the sync wave 0 instead of -1',
  ],
  [
    'settings that come after their reader',
    SETTINGS,
    "  annotations: { argocd.argoproj.io/sync-wave: '-2' }\ndata:",
    'data:',
    'ConfigMap herald has the sync wave 0 instead of -2',
  ],
  [
    'a server that comes after its migration',
    'k8s/overlays/cloudnative-pg/backup.yaml',
    "  annotations: { argocd.argoproj.io/sync-wave: '-2' }\nspec:\n  schedule",
    'spec:\n  schedule',
    'ScheduledBackup herald-postgres has the sync wave 0 instead of -2',
  ],
  [
    'a rollout that has failed before its migration ended',
    GATEWAY,
    'progressDeadlineSeconds: 1800',
    'progressDeadlineSeconds: 600',
    'Deployment herald-gateway gives a migration less than 1800 s',
  ],
  [
    'all pods in one zone',
    SCHEDULER,
    'topologyKey: topology.kubernetes.io/zone',
    'topologyKey: topology.kubernetes.io/region',
    'Deployment herald-scheduler is not spread by topology.kubernetes.io/zone',
  ],
  ['no disruption budget', WORKER, 'kind: PodDisruptionBudget', 'kind: ConfigMap', 'worker has no PodDisruptionBudget'],
  [
    'a service without pods',
    GATEWAY,
    'component: gateway }\n  ports:',
    'component: door }\n  ports:',
    'Service herald-gateway selects no pod',
  ],
  [
    'an open network',
    'k8s/base/network.yaml',
    'policyTypes: [Ingress, Egress]',
    'policyTypes: [Ingress]',
    'no NetworkPolicy denies',
  ],
  [
    'a lane nobody watches',
    `${REDIS}/scaling.yaml`,
    'herald:bulk-apns:wait',
    'herald:bulk-apn:wait',
    'does not watch herald:bulk-apns:wait',
  ],
  [
    'two masters of one number',
    `${REDIS}/kustomization.yaml`,
    '{ op: remove, path: /spec/replicas }',
    '{ op: replace, path: /spec/replicas, value: 3 }',
    'whose replicas are fixed as well',
  ],
] as const;

/** The digest of an image that does not exist: the operator has to fill it in. */
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const PRODUCTION = 'k8s/overlays/production';
/** The image of the example with CloudNativePG. */
const IMAGE = 'imageName: ghcr.io/cloudnative-pg/postgresql:17.6';

describe('Check of an overlay before its use', () => {
  it('An overlay is refused while it names images by tags and keeps the addresses of the example', () => {
    const { code, output } = house().script('overlay', PRODUCTION);
    expect(output).toContain(`registry.example.com/herald:${version}: a tag may mean another image tomorrow`);
    expect(output).toContain('ConfigMap/herald: PUBLIC_URL is still https://herald.example.com');
    expect(output).toContain('Ingress/herald: host is still herald.example.com');
    expect(output).toContain('Ingress/herald: hosts is still herald.example.com');
    expect(code).toBe(1);
  });

  it('An overlay is accepted when it names the image by its full digest and has its own addresses', () => {
    const file = `${PRODUCTION}/kustomization.yaml`;
    const ingress = `${PRODUCTION}/ingress.yaml`;
    const own = house().change(
      file,
      `registry.example.com/herald, newTag: ${version}`,
      `registry.shop.test/herald, digest: '${DIGEST}'`,
    );
    for (const path of [file, file, ingress, ingress, ingress, ingress]) {
      own.change(path, 'herald.example.com', 'herald.shop.test');
    }
    expect(own.script('overlay', PRODUCTION)).toMatchObject({ code: 0 });
    const short = own.change(file, DIGEST, DIGEST.slice(0, -1)).script('overlay', PRODUCTION);
    expect(short).toMatchObject({ code: 1, output: expect.stringContaining('write its digest') as string });
  });

  it('An overlay is refused with a database image without digest and the object store of the example', () => {
    const { code, output } = house().script('overlay', 'k8s/overlays/cloudnative-pg');
    expect(output).toMatch(/cloudnative-pg\/postgresql:\S+: a tag may mean another image tomorrow/);
    expect(output).toContain('Cluster/herald-postgres: destinationPath is still s3://herald-backups.example.com/');
    expect(output).toContain('Cluster/herald-postgres: endpointURL is still https://s3.example.com');
    expect(output).toContain('NetworkPolicy/herald-postgres-backup: cidr is still 192.0.2.0/24');
    expect(code).toBe(1);
    const planted = house()
      .change('k8s/overlays/cloudnative-pg/postgres.yaml', IMAGE, `${IMAGE}@${DIGEST}`)
      .script('overlay', 'k8s/overlays/cloudnative-pg');
    expect(planted.output).not.toContain('cloudnative-pg/postgresql');
  });

  it('The overlay script fails where no overlay is named, or where it does not compose', () => {
    expect(house().script('overlay')).toMatchObject({ code: 1 });
    expect(house().script('overlay', 'k8s/nowhere').output).toContain('k8s/nowhere');
  });
});

describe('Kubernetes manifests', () => {
  it('The manifests match their schemas and each other', () => {
    expect(house().script('checks/kubernetes')).toMatchObject({ code: 0 });
  });

  it('The check reports each planted error in the manifests', () => {
    const planted = FAULTS.reduce<CopiedTree>((copy, [, file, from, to]) => copy.change(file, from, to), house())
      .write('k8s/base/secret.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: { name: herald }\n')
      .change('k8s/base/kustomization.yaml', 'resources:', 'resources:\n  - secret.yaml');
    const { code, output } = planted.script('checks/kubernetes');
    for (const [kind, , , , fault] of FAULTS) {
      expect.soft(output, kind).toContain(fault);
    }
    expect(output).toContain('Secret herald stands in a manifest');
    expect(code).toBe(1);
  });

  it.each([
    [
      'a patch for nothing',
      'k8s/overlays/trial/kustomization.yaml',
      '/data/SIMULATOR_PORT',
      '/data/SIMULATORS',
      'replace /data/SIMULATORS finds nothing',
    ],
    ['a missing file', 'k8s/base/kustomization.yaml', 'worker.yaml', 'workers.yaml', 'workers.yaml is missing'],
    [
      'a field beyond the check',
      'k8s/base/kustomization.yaml',
      'resources:',
      'namePrefix: x-\nresources:',
      'namePrefix is beyond this check',
    ],
  ])('An overlay with %s does not compose', (_, file, from, to, fault) => {
    const { code, output } = house().change(file, from, to).script('checks/kubernetes');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});

import { type Component, labelsOf, metadataOf, podsOf } from './labels.js';
import { number, text, tree, type Tree } from './tree.js';

type Process = Extract<Component, 'gateway' | 'worker' | 'scheduler' | 'migrate'>;
type TreeMap = { [key: string]: Tree };

/** Settings that are secrets: keys of the Secret `herald`. True: nothing starts without it. The migration needs no other. */
const DATABASE_SECRETS: Readonly<Record<string, boolean>> = { DATABASE_URL: true, DATABASE_SESSION_URL: false };
const SECRETS: Readonly<Record<string, boolean>> = {
  REDIS_URL: false,
  MASTER_KEY: true,
  MASTER_KEY_PREVIOUS: false,
};
/** Secrets of one process alone: reports come from the replica, and members sign in at the gateway. */
const SECRETS_OF: Partial<Record<Process, Readonly<Record<string, boolean>>>> = {
  gateway: { DATABASE_READ_URL: false, OIDC_CLIENT_SECRET: false },
};
/** Kubernetes ends a pod after this time: longer than the pause before the signal and SHUTDOWN_GRACE_MS. */
const GRACE_SECONDS = 40;
/** Beside those of the image: decision 32. */
const NODE_OPTIONS: Partial<Record<Process, string[]>> = { worker: ['--max-semi-space-size=16'] };
const PORTS: Partial<Record<Process, { name: string; containerPort: number }>> = {
  gateway: { name: 'http', containerPort: 8080 },
  worker: { name: 'health', containerPort: 8081 },
  scheduler: { name: 'health', containerPort: 8081 },
};

function environmentOf(process: Process): Tree {
  const secrets = process === 'migrate' ? {} : { ...SECRETS, ...SECRETS_OF[process] };
  return Object.entries({ ...DATABASE_SECRETS, ...secrets }).map(([name, isRequired]) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'herald', key: name, ...(!isRequired && { optional: true }) } },
  }));
}

function probesOf(port: string): TreeMap {
  return {
    // Time for a start on a node whose processors are all taken: the process then gets what it requests.
    startupProbe: { httpGet: { path: '/health/live', port }, periodSeconds: 2, failureThreshold: 60 },
    livenessProbe: {
      httpGet: { path: '/health/live', port },
      periodSeconds: 10,
      timeoutSeconds: 5,
      failureThreshold: 6,
    },
    readinessProbe: { httpGet: { path: '/health/ready', port }, periodSeconds: 5, timeoutSeconds: 4 },
  };
}

function podOf(process: Process, command: string[], more: TreeMap = {}): TreeMap {
  const port = PORTS[process];
  const hasTmp = process === 'worker' || process === 'scheduler';
  return {
    serviceAccountName: 'herald',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...more,
    containers: [
      {
        name: process,
        image: text('image'),
        command: ['node', ...command],
        envFrom: [{ configMapRef: { name: 'herald' } }],
        env: environmentOf(process),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: tree(`${process}.resources`),
        ...(port !== undefined && {
          ports: [
            port,
            ...(process === 'gateway' ? [{ '?inboundMail.enabled': [{ name: 'mail', containerPort: 2525 }] }] : []),
          ],
          ...probesOf(port.name),
        }),
        // Requests still arrive until every proxy knows that this pod is going.
        ...(process === 'gateway' && { lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }),
        volumeMounts: [
          { name: 'files', mountPath: '/etc/herald', readOnly: true },
          // Signed mails above 256 KB wait here until their hash is known; in a scheduler, feeds until they are loaded.
          ...(hasTmp ? [{ name: 'tmp', mountPath: '/tmp' }] : []),
          {
            '?postgresCa.enabled': [{ name: 'postgres-ca', mountPath: '/etc/herald-postgres', readOnly: true }],
          },
        ],
      },
    ],
    volumes: [
      // Files that settings name, such as REDIS_CA=/etc/herald/redis-ca.crt; the Secret may be missing.
      { name: 'files', secret: { secretName: 'herald-files', optional: true } },
      ...(hasTmp ? [{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }] : []),
      {
        '?postgresCa.enabled': [
          {
            name: 'postgres-ca',
            secret: { secretName: 'herald-postgres-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
          },
        ],
      },
    ],
  };
}

function deploymentOf(process: 'gateway' | 'worker' | 'scheduler', strategy: TreeMap, replicas: TreeMap): Tree {
  const labels = labelsOf(process);
  const spread = (topologyKey: string): Tree => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: labels },
  });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadataOf(`herald-${process}`, process),
    spec: {
      // Pods of a new image wait for their migration (docs/deployment.md), which is no failed rollout.
      progressDeadlineSeconds: 1800,
      ...replicas,
      strategy: { rollingUpdate: strategy },
      selector: { matchLabels: labels },
      template: {
        metadata: {
          labels,
          annotations: {
            'prometheus.io/scrape': 'true',
            'prometheus.io/port': String(PORTS[process]?.containerPort),
            'prometheus.io/path': '/metrics',
          },
        },
        spec: podOf(process, [...(NODE_OPTIONS[process] ?? []), `dist/apps/${process}/main.js`], {
          terminationGracePeriodSeconds: GRACE_SECONDS,
          topologySpreadConstraints: [spread('kubernetes.io/hostname'), spread('topology.kubernetes.io/zone')],
        }),
      },
    },
  };
}

function budgetOf(process: Component): Tree {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOf(`herald-${process}`, process),
    spec: { maxUnavailable: 1, selector: podsOf([process]) },
  };
}

/** The HTTP edge, with its autoscaler. */
export const gateway: Tree[] = [
  deploymentOf('gateway', { maxSurge: '25%', maxUnavailable: 0 }, {}),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf('herald-gateway', 'gateway'),
    spec: { selector: labelsOf('gateway'), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf('herald-gateway', 'gateway'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'herald-gateway' },
      minReplicas: number('gateway.minReplicas'),
      maxReplicas: number('gateway.maxReplicas'),
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  },
  budgetOf('gateway'),
];

/** The queue edge. A worker that is killed loses nothing: its chunks are leased, and others take them over. */
export const worker: Tree[] = [
  deploymentOf(
    'worker',
    { maxSurge: '25%', maxUnavailable: 1 },
    // A scaler that says how many must not be contradicted.
    { '!scaleByRedis.enabled': { '!scaleByPostgres.enabled': { replicas: number('worker.replicas') } } },
  ),
  budgetOf('worker'),
];

/** The time edge. Its work may run in several schedulers at once; two, so that one may go. */
export const scheduler: Tree[] = [
  deploymentOf('scheduler', { maxSurge: 1, maxUnavailable: 1 }, { replicas: number('scheduler.replicas') }),
  budgetOf('scheduler'),
];

/**
 * The migration. A Job cannot be changed: Argo CD, Flux and Helm replace it at every upgrade by its annotations, `kubectl apply
 * --force` by hand. Pods of the new image that start before its end are not ready until then.
 */
export const migrate: Tree[] = [
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadataOf('herald-migrate', 'migrate', {
      'argocd.argoproj.io/hook': 'Sync',
      'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
      'kustomize.toolkit.fluxcd.io/force': 'enabled',
      'helm.sh/hook': 'post-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    }),
    spec: {
      backoffLimit: 6,
      ttlSecondsAfterFinished: 86400,
      template: {
        metadata: { labels: labelsOf('migrate') },
        spec: podOf('migrate', ['dist/apps/cli/main.js', 'migrate'], { restartPolicy: 'OnFailure' }),
      },
    },
  },
];

import { labelsOf, metadataOf, podsOf } from './labels.js';
import { number, text, tree, type Tree } from './tree.js';

/** Facts of the product that scalers need. */
export interface ScalingFacts {
  /** Lists of the queue on Redis, each `PREFIX:QUEUE:wait`. */
  lists: readonly string[];
  /** Counts the work for workers. */
  demandSql: string;
}

function scaledBy(name: string, parameters: Tree, triggers: Tree): Tree[] {
  return [
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'TriggerAuthentication',
      metadata: metadataOf(name, 'worker'),
      spec: { secretTargetRef: parameters },
    },
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: metadataOf('herald-worker', 'worker'),
      spec: {
        scaleTargetRef: { name: 'herald-worker' },
        minReplicaCount: number('worker.replicas'),
        maxReplicaCount: number('worker.maxReplicas'),
        pollingInterval: 10,
        // A worker that is taken away gives its chunks back, but starting one again costs seconds.
        cooldownPeriod: 300,
        // Number of workers while the scaler gets no answer.
        fallback: { failureThreshold: 3, replicas: 4 },
        advanced: {
          horizontalPodAutoscalerConfig: { behavior: { scaleDown: { stabilizationWindowSeconds: 300 } } },
        },
        triggers,
      },
    },
  ];
}

/** Scales workers by the depth of their queues on Redis. KEDA reads no URLs: REDIS_ADDRESS is host:port. */
export function scaleByRedis({ lists }: ScalingFacts): Tree[] {
  return scaledBy(
    'herald-redis',
    [
      { parameter: 'address', name: 'herald', key: 'REDIS_ADDRESS' },
      { parameter: 'password', name: 'herald', key: 'REDIS_PASSWORD' },
    ],
    lists.map((listName) => ({
      type: 'redis',
      metadata: { listName, listLength: '20' },
      authenticationRef: { name: 'herald-redis' },
    })),
  );
}

/** Scales workers by the work in Postgres, whichever queue is in use: 20 chunks of about 1,000 recipients for each worker. */
export function scaleByPostgres({ demandSql }: ScalingFacts): Tree[] {
  return scaledBy(
    'herald-postgres',
    [{ parameter: 'connection', name: 'herald', key: text('scaleByPostgres.urlKey') }],
    [
      {
        type: 'postgresql',
        metadata: { query: demandSql, targetQueryValue: '20' },
        authenticationRef: { name: 'herald-postgres' },
      },
    ],
  );
}

/** Mail servers come from anywhere; the address that they come from is kept. */
export const inboundMail: Tree[] = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf('herald-mail', 'gateway'),
    spec: {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      selector: labelsOf('gateway'),
      ports: [{ name: 'smtp', port: 25, targetPort: 'mail' }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf('herald-mail', 'settings'),
    spec: {
      podSelector: podsOf(['gateway']),
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: 'mail' }] }],
    },
  },
];

/** Prometheus reads /metrics of every pod: the gateway at its port, worker and scheduler at that of their health. */
export const monitor: Tree[] = [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: metadataOf('herald', 'settings'),
    spec: {
      selector: {
        matchLabels: { 'app.kubernetes.io/part-of': 'herald' },
        matchExpressions: [
          { key: 'app.kubernetes.io/component', operator: 'In', values: ['gateway', 'worker', 'scheduler'] },
        ],
      },
      podMetricsEndpoints: [
        { port: 'http', path: '/metrics', interval: '15s' },
        { port: 'health', path: '/metrics', interval: '15s' },
      ],
    },
  },
];

/** The alerts, whose rules are those of monitoring/alerts.yaml. */
export const alerts: Tree[] = [
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: metadataOf('herald', 'settings'),
    spec: { groups: tree('monitoring.groups') },
  },
];

import type { Json, JsonMap } from './tree.js';
import { isMap } from './tree.js';

const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
const namespace = (name: string): JsonMap => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

/** The presets: the base of kustomize, and values.yaml of the chart. */
export const PRESETS: JsonMap = {
  image: 'herald',
  settings: {
    PORT: '8080',
    HEALTH_HOST: '0.0.0.0',
    HEALTH_PORT: '8081',
    SHUTDOWN_GRACE_MS: '25000',
    SIMULATOR_PORT: '0',
    LOG_LEVEL: 'info',
    METRICS_FROM: 'loopback,linklocal,uniquelocal,100.64.0.0/10',
  },
  gateway: {
    minReplicas: 2,
    maxReplicas: 10,
    resources: { requests: { cpu: '500m', memory: '256Mi' }, limits: { memory: '1Gi' } },
  },
  worker: {
    replicas: 2,
    maxReplicas: 20,
    resources: { requests: { cpu: '500m', memory: '320Mi' }, limits: { memory: '768Mi' } },
  },
  scheduler: {
    replicas: 2,
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '768Mi' } },
  },
  migrate: { resources: { requests: { cpu: '250m', memory: '192Mi' }, limits: { memory: '512Mi' } } },
  postgresCa: { enabled: false },
  scaleByRedis: { enabled: false },
  scaleByPostgres: { enabled: false, urlKey: 'DATABASE_URL' },
  inboundMail: { enabled: false },
  monitoring: { enabled: false },
  privateServices: { enabled: false, peers: PRIVATE.map((cidr) => ({ ipBlock: { cidr } })) },
  ingress: {
    enabled: false,
    className: 'nginx',
    host: 'herald.example.com',
    panelHost: '',
    tlsSecret: 'herald-tls',
    annotations: {
      'nginx.ingress.kubernetes.io/ssl-redirect': 'true',
      'nginx.ingress.kubernetes.io/proxy-body-size': '11m',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '150',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '150',
    },
    streamAnnotations: {
      'nginx.ingress.kubernetes.io/ssl-redirect': 'true',
      'nginx.ingress.kubernetes.io/proxy-body-size': '520m',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '150',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '150',
    },
  },
  network: {
    // Caches of names on the nodes answer at a link-local address.
    names: [namespace('kube-system'), { ipBlock: { cidr: '169.254.20.10/32' } }],
    private: PRIVATE.map((cidr) => ({ ipBlock: { cidr } })),
    clients: [namespace('ingress-nginx')],
    metrics: [namespace('monitoring')],
  },
  objects: [],
};

/** Lays values upon others, as Helm does: maps are merged, all else is replaced. */
export function layValues(base: JsonMap, over: JsonMap): JsonMap {
  const result: JsonMap = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const present: Json | undefined = base[key];
    result[key] = isMap(present) && isMap(value) ? layValues(present, value) : value;
  }
  return result;
}

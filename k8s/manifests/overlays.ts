import type { JsonMap } from './tree.js';

/** An example of an installation: an overlay of kustomize, and a file of values for the chart. */
export interface Overlay {
  name: string;
  about: string;
  values: JsonMap;
  /** Components of kustomize, by folder. */
  components: readonly string[];
  /** Files beside the generated ones, with objects of operators or for a trial. */
  extras: readonly string[];
}

const HOST = 'herald.example.com';
const ADDRESSES = { PUBLIC_URL: `https://${HOST}`, PANEL_URL: `https://${HOST}` };
/** Only the ingress controller reaches the gateway. Narrow this to the network of its pods. */
const TRUSTED_PROXIES = 'uniquelocal,100.64.0.0/10';

export function makeOverlays(version: string): Overlay[] {
  const image = `registry.example.com/herald:${version}`;
  const settings = { ...ADDRESSES, TRUSTED_PROXIES };
  const ingress = { enabled: true, host: HOST };
  // KEDA reads the URL in a pod of its own, which has no file of the authority.
  const scaleByPostgres = { enabled: true, urlKey: 'SCALER_URL' };
  return [
    {
      name: 'production',
      about:
        'An example to copy: Postgres and Redis stand outside the cluster or in namespaces of their own, workers follow the queue.',
      values: { image, settings, ingress, scaleByRedis: { enabled: true } },
      components: ['scale-by-redis'],
      extras: [],
    },
    {
      name: 'cloudnative-pg',
      about:
        'An example to copy: Postgres by the operator CloudNativePG (https://cloudnative-pg.io), three servers and a pooler, a\nbackup each night, the queue in Postgres. The operator and KEDA must be in the cluster.',
      values: { image, settings, ingress, scaleByPostgres, postgresCa: { enabled: true } },
      components: ['scale-by-postgres', 'postgres-ca'],
      extras: ['postgres.yaml', 'backup.yaml', 'network.yaml'],
    },
    {
      name: 'managed-postgres',
      about:
        'An example to copy: a managed Postgres outside of the cluster, its certificate checked, and the Secrets from a store by\nthe operator External Secrets (https://external-secrets.io). That operator and KEDA must be in the cluster.',
      values: { image, settings, ingress, scaleByPostgres, postgresCa: { enabled: true } },
      components: ['scale-by-postgres', 'postgres-ca'],
      extras: ['secrets.yaml'],
    },
    {
      name: 'trial',
      about:
        'Everything in one small cluster (kind, minikube, k3s) to try it: Postgres with the queue in it, simulators as providers.',
      values: {
        image: 'herald:trial',
        settings: { SIMULATOR_HOST: 'simulators', SIMULATOR_PORT: '8090' },
        gateway: { minReplicas: 1 },
        worker: { replicas: 1 },
        scheduler: { replicas: 1 },
      },
      components: [],
      extras: ['postgres.yaml', 'simulators.yaml'],
    },
  ];
}

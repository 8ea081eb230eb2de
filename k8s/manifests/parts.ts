import { alerts, inboundMail, monitor, scaleByPostgres, scaleByRedis, type ScalingFacts } from './additions.js';
import { ingress } from './ingress.js';
import { network, privateServices } from './network.js';
import { settings } from './settings.js';
import { type Json, type JsonMap, readValue, resolve, type Tree } from './tree.js';
import { gateway, migrate, scheduler, worker } from './workloads.js';

/** Objects that stand in one file. */
export interface Part {
  /** File name without ending, in the base and the chart. */
  name: string;
  objects: readonly Tree[];
  /** A value that brings the part; absent: every installation has it. */
  flag?: string;
  /** The component of kustomize that has it, with the name of its file; absent: base or overlay. */
  component?: { folder: string; file: string };
  about: string;
}

/** Every manifest of Herald. Base, components, overlays and the chart are made of this list. */
export function makeParts(facts: ScalingFacts): Part[] {
  return [
    {
      name: 'settings',
      objects: settings,
      about:
        'Settings that are no secrets. The Secret `herald` holds DATABASE_URL, MASTER_KEY and, where they are used, REDIS_URL,\nDATABASE_SESSION_URL, DATABASE_READ_URL, OIDC_CLIENT_SECRET and MASTER_KEY_PREVIOUS; the optional Secret `herald-files`\nholds files that settings name as /etc/herald/NAME.',
    },
    {
      name: 'migrate',
      objects: migrate,
      about:
        "Brings the database to this image's schema, after the settings and before the pods. A Job cannot be changed: Argo CD,\nFlux and Helm replace it at every upgrade by its annotations, `kubectl apply --force` by hand (docs/deployment.md).",
    },
    {
      name: 'gateway',
      objects: gateway,
      about: 'The HTTP edge. It keeps nothing, so the autoscaler may add and take away pods.',
    },
    {
      name: 'worker',
      objects: worker,
      about: 'The queue edge. A worker that is killed loses nothing: its chunks are leased, and others take them over.',
    },
    {
      name: 'scheduler',
      objects: scheduler,
      about: 'The time edge. Its work may run in several schedulers at once; two, so that one may go.',
    },
    { name: 'network', objects: network, about: 'Allowed connections. All others are refused.' },
    {
      name: 'ingress',
      objects: ingress,
      flag: 'ingress.enabled',
      about:
        'TLS ends here. Only what clients call is let through: health and metrics stay inside. `herald-streams` takes imports of\n512 MB, and passes event streams as they come.',
    },
    {
      name: 'scaling-by-redis',
      objects: scaleByRedis(facts),
      flag: 'scaleByRedis.enabled',
      component: { folder: 'scale-by-redis', file: 'scaling' },
      about:
        'Workers by the depth of their queues on Redis. BullMQ keeps what waits in the list PREFIX:LANE:wait; the autoscaler takes\nthe lane that needs most workers. KEDA reads no URLs: REDIS_ADDRESS is host:port.',
    },
    {
      name: 'scaling-by-postgres',
      objects: scaleByPostgres(facts),
      flag: 'scaleByPostgres.enabled',
      component: { folder: 'scale-by-postgres', file: 'scaling' },
      about:
        'Workers by the work in Postgres that can be done now, whichever queue is in use: 20 chunks of about 1,000 recipients for\neach worker. The statement is that of herald_worker_demand.',
    },
    {
      name: 'postgres-ca',
      objects: [],
      flag: 'postgresCa.enabled',
      component: { folder: 'postgres-ca', file: '' },
      about:
        'The authority of Postgres, from the key ca.crt of the Secret `herald-postgres-ca`, as a file that sslrootcert names:\n/etc/herald-postgres/ca.crt.',
    },
    {
      name: 'inbound-mail',
      objects: inboundMail,
      flag: 'inboundMail.enabled',
      component: { folder: 'inbound-mail', file: 'mail' },
      about:
        'Takes back undeliverable mail and complaints: a load balancer leads port 25 to the gateways. RETURN_PATH_DOMAIN belongs\ninto the settings, a domain whose MX record is the load balancer.',
    },
    {
      name: 'monitoring',
      objects: monitor,
      flag: 'monitoring.enabled',
      component: { folder: 'monitoring', file: 'pods' },
      about: 'Pods as objects of the Prometheus operator, which must select monitors of this namespace.',
    },
    {
      name: 'private-services',
      objects: privateServices,
      flag: 'privateServices.enabled',
      component: { folder: 'private-services', file: 'network' },
      about:
        'Reaches an OpenID Connect provider and mail relays (RELAY_NETWORKS) in private networks. Narrow the addresses.',
    },
  ];
}

/** The part of the chart that kustomize has from `npm run metrics`. */
export const ALERTS: Part = {
  name: 'alerts',
  objects: alerts,
  flag: 'monitoring.enabled',
  about: 'The alerts of monitoring/alerts.yaml.',
};

/** The objects of an installation with these values. */
export function resolveParts(parts: readonly Part[], values: JsonMap): JsonMap[] {
  return parts
    .filter(({ flag }) => flag === undefined || readValue(values, flag) === true)
    .flatMap(({ objects }) => objects.map((object): Json => resolve(object, values)))
    .map((object) => object as JsonMap);
}

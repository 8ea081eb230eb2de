import type { Component } from './labels.js';

/** Places that a process speaks to: the name server, private networks, the public internet, or chosen private peers. */
export type Destination = 'names' | 'private' | 'internet' | 'chosen';

export interface Connection {
  /** The network policy is `herald-NAME`. */
  name: string;
  from: readonly Component[];
  to: Destination;
  /** Purpose by port; `udp` too for names. */
  ports: Readonly<Record<number, string>>;
  /** The value that allows it; absent: always. */
  flag?: string;
}

const SERVING = ['gateway', 'worker', 'scheduler'] as const;
const ALL = [...SERVING, 'migrate'] as const;

/**
 * Every connection that Herald's processes open. The network policies are made of this list, and a test compares it with the
 * sources that open connections.
 */
export const CONNECTIONS: readonly Connection[] = [
  { name: 'names', from: ALL, to: 'names', ports: { 53: 'names of hosts' } },
  {
    name: 'storage',
    from: ALL,
    to: 'private',
    ports: { 5432: 'Postgres', 6432: 'a pooler', 6379: 'Redis', 26379: 'the sentinels of Redis' },
  },
  { name: 'traces', from: SERVING, to: 'private', ports: { 4318: 'a collector of traces (OTLP over HTTP)' } },
  {
    name: 'https',
    from: SERVING,
    to: 'internet',
    ports: {
      443: 'providers, webhooks, feeds of catalogs, push services, the OpenID Connect provider, templates of Meta, certificates of Amazon SNS',
    },
  },
  { name: 'apns', from: ['gateway', 'worker'], to: 'internet', ports: { 2197: 'APNs on its other port' } },
  { name: 'mail-relays', from: SERVING, to: 'internet', ports: { 465: 'mail over TLS', 587: 'mail with STARTTLS' } },
  {
    name: 'private-services',
    from: SERVING,
    to: 'chosen',
    ports: {
      25: 'a mail relay of RELAY_NETWORKS',
      443: 'an OpenID Connect provider',
      465: 'a mail relay of RELAY_NETWORKS',
      587: 'a mail relay of RELAY_NETWORKS',
    },
    flag: 'privateServices.enabled',
  },
];

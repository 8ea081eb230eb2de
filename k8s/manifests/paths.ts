/** A path that the gateway serves to clients. */
export interface GatewayPath {
  path: string;
  /** One address, or all below it. */
  type: 'Exact' | 'Prefix';
  /** The Ingress: `streams` takes large files and events that come over hours. */
  by: 'herald' | 'herald-streams';
}

/** Everything that the gateway serves to clients. A test compares it with the routes of its sources. */
export const PATHS: readonly GatewayPath[] = [
  // The page of the gateway for browsers; where the panel has a host of its own, the way to it.
  { path: '/', type: 'Exact', by: 'herald' },
  { path: '/rest', type: 'Prefix', by: 'herald' },
  { path: '/sdk', type: 'Prefix', by: 'herald' },
  // The legacy interface.
  { path: '/push', type: 'Prefix', by: 'herald' },
  // Links, pixels and unsubscriptions of messages, and their pictures.
  { path: '/c', type: 'Prefix', by: 'herald' },
  { path: '/o', type: 'Prefix', by: 'herald' },
  { path: '/s', type: 'Prefix', by: 'herald' },
  { path: '/p', type: 'Prefix', by: 'herald' },
  { path: '/u', type: 'Prefix', by: 'herald' },
  { path: '/m', type: 'Prefix', by: 'herald' },
  // Reports of providers.
  { path: '/callbacks', type: 'Prefix', by: 'herald' },
  { path: '/docs', type: 'Prefix', by: 'herald' },
  { path: '/assets', type: 'Prefix', by: 'herald' },
  { path: '/openapi.json', type: 'Exact', by: 'herald' },
  { path: '/panel', type: 'Prefix', by: 'herald-streams' },
  { path: '/rest/3.0/importUsers', type: 'Exact', by: 'herald-streams' },
  { path: '/rest/3.0/importItems', type: 'Exact', by: 'herald-streams' },
];

/** Paths that stay inside: probes and Prometheus ask the pods. */
export const INSIDE = ['/health', '/metrics'] as const;

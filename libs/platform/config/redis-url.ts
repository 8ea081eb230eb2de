/** The kind of server behind `REDIS_URL`. */
export type RedisKind = 'single' | 'cluster' | 'sentinel';

/** A place of the queue on Redis, from `REDIS_URL`. */
export interface RedisPlace {
  kind: RedisKind;
  /**
   * The nodes that are asked first: some of the cluster, or the sentinels. A single Redis has none: its client reads
   * the URL.
   */
  nodes: { host: string; port: number }[];
  hasTls: boolean;
  username?: string;
  password?: string;
  /** Number of the database; a cluster has 0 alone. */
  database: number;
  /** The sentinels' name of the primary. */
  primaryName?: string;
  /** The user of the sentinels, where they ask for one. */
  sentinelUsername?: string;
  sentinelPassword?: string;
}

const DEFAULT_PORTS = { cluster: 6379, sentinel: 26379 };
const SINGLE = /^(rediss?):\/\//;
/** Scheme, kind, user and password, nodes, path, query. A password has no `@` and no `/` but percent-encoded. */
const FORM =
  /^(?<scheme>rediss?)\+(?<kind>cluster|sentinel):\/\/(?:(?<login>[^@/]*)@)?(?<nodes>[^@/?]*)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const NODE = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/i;

/**
 * Reads `REDIS_URL`: `redis://HOST:PORT`, `redis+cluster://HOST:PORT,HOST:PORT` or `redis+sentinel://HOST:PORT,…/NAME`,
 * with `rediss` for TLS, each with `USER:PASSWORD@` before the hosts.
 *
 * @throws Error in words for the operator, without the password
 */
export function parseRedisUrl(url: string): RedisPlace {
  const scheme = SINGLE.exec(url)?.[1];
  if (scheme !== undefined) {
    return { kind: 'single', nodes: [], hasTls: scheme === 'rediss', database: 0 };
  }
  const groups = FORM.exec(url)?.groups;
  if (!groups) {
    throw new Error(
      'REDIS_URL must be redis://HOST:PORT, redis+cluster://HOST:PORT,HOST:PORT or redis+sentinel://HOST:PORT,HOST:PORT/NAME, or begin with rediss for TLS',
    );
  }
  const kind = groups['kind'] === 'cluster' ? 'cluster' : 'sentinel';
  const path = groups['path'] ?? '';
  const query = new URLSearchParams(groups['query'] ?? '');
  const [username, password] = readLogin(groups['login'] ?? '');
  const database = (kind === 'cluster' && path) || (query.get('db') ?? '0');
  if (!/^\d+$/.test(database)) {
    throw new Error('REDIS_URL: the number of the database must be a number');
  }
  if (kind === 'cluster' && database !== '0') {
    throw new Error('REDIS_URL: a Redis Cluster has no numbered databases; leave the number out');
  }
  if (kind === 'sentinel' && path === '') {
    throw new Error('REDIS_URL: the name of the primary is missing: redis+sentinel://HOST:PORT,HOST:PORT/NAME');
  }
  const [sentinelUsername, sentinelPassword] = ['sentinelUsername', 'sentinelPassword'].map((name) => query.get(name));
  return {
    kind,
    nodes: (groups['nodes'] ?? '').split(',').map((text) => readNode(text, kind)),
    hasTls: groups['scheme'] === 'rediss',
    database: Number(database),
    ...(username && { username }),
    ...(password && { password }),
    ...(kind === 'sentinel' && { primaryName: decode(path) }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
  };
}

function readNode(text: string, kind: keyof typeof DEFAULT_PORTS): { host: string; port: number } {
  const { host, port } = NODE.exec(text)?.groups ?? {};
  const number = port === undefined ? DEFAULT_PORTS[kind] : Number(port);
  if (host === undefined || number === 0 || number > 65_535) {
    throw new Error('REDIS_URL: each of its nodes must be HOST:PORT, with a comma between two');
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

function readLogin(login: string): [string | undefined, string | undefined] {
  const at = login.indexOf(':');
  return at < 0 ? [decode(login), undefined] : [decode(login.slice(0, at)), decode(login.slice(at + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('REDIS_URL: special characters must be percent-encoded, a % as %25');
  }
}

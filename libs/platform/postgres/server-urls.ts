/** One server of a URL. */
export interface ServerAddress {
  host: string;
  port: number;
}

/**
 * A URL as libpq reads it, which may name several servers: `postgres://user:password@a,b:5433/name?…`.
 *
 * @property url       the same with the first server alone, for a driver that knows no more
 * @property servers   in their order
 * @property isChosen  whether a server must be looked for: there are several, or `target_session_attrs` asks for one
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export interface ServerUrl {
  url: string;
  servers: readonly ServerAddress[];
  isChosen: boolean;
}

const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
const SERVER = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const ATTRIBUTE = /([?&])target_session_attrs=([^&]*)(&|$)/;
/** Herald writes, and a server that takes writes is the primary. */
const TARGETS = ['any', 'read-write', 'primary', 'prefer-standby'];

/** Splits a URL. One without a server, or of another form, stays as it is and has none. */
export function splitServers(text: string): ServerUrl {
  const [, start = '', authority = '', end = ''] = PARTS.exec(text) ?? [];
  const servers = authority.split(',').flatMap((server): ServerAddress[] => {
    const [, host, port] = SERVER.exec(server) ?? [];
    return host === undefined
      ? []
      : [{ host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? DEFAULT_PORT : Number(port) }];
  });
  const target = ATTRIBUTE.exec(end)?.[2];
  const url = `${start}${authority.split(',')[0] ?? ''}${withoutTarget(end)}`;
  const isChosen = servers.length > 1 || (target !== undefined && target !== 'any');
  return start === '' ? { url: text, servers: [], isChosen: false } : { url, servers, isChosen };
}

/** Finds faults in the servers of a URL, without the URL, which has a password. */
export function findUrlFaults(text: string): string[] {
  const authority = PARTS.exec(text)?.[2] ?? '';
  const target = ATTRIBUTE.exec(text)?.[2];
  return [
    ...(authority.includes(',') && splitServers(text).servers.length < authority.split(',').length
      ? ['one of its hosts is not HOST or HOST:PORT']
      : []),
    ...(target !== undefined && !TARGETS.includes(target)
      ? [`target_session_attrs should be one of ${TARGETS.join(', ')}`]
      : []),
  ];
}

function withoutTarget(end: string): string {
  return end.replace(ATTRIBUTE, (_, before: string, __, after: string) => (after === '&' ? before : ''));
}

import { ConfigError, type RedisKind } from '#platform/config';
import { codeOf, textOf } from './postgres-fault.js';

/** The answer of a server, or the cause of its absence, for the operator. They hold no password. */
interface Explanation {
  code: RegExp;
  words: string;
}

/**
 * Codes of Node, and the first words of errors of Redis, in the order in which they are tried.
 *
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
const REDIS_FAULTS: readonly Explanation[] = [
  // First, because it has the last answer of a sentinel, which is about another login.
  {
    code: /All sentinels are unreachable/,
    words:
      'no sentinel in REDIS_URL names a primary: check that they run, the name of the primary behind the hosts, sentinelPassword where they want one, and REDIS_CA where their authority is private',
  },
  {
    code: /WRONGPASS|NOAUTH|invalid password|invalid username-password/i,
    words: 'Redis refuses the user name or password in REDIS_URL: correct it',
  },
  {
    code: /without any password configured|no password is set/i,
    words: 'Redis knows no password for the user in REDIS_URL: leave it out, or set one on the server',
  },
  { code: /NOPERM/, words: 'the user in REDIS_URL may not do what the queue needs: allow it all commands on its keys' },
  {
    code: /READONLY/,
    words: 'REDIS_URL names a read-only replica of Redis: name the primary',
  },
  {
    code: /\bOOM\b/,
    words: 'Redis has no memory left for the queue: raise its maxmemory, or remove what others store in it',
  },
  { code: /MISCONF/, words: 'Redis takes no writes, because it cannot save to its disk: make room there' },
  { code: /LOADING/, words: 'Redis is still loading its data: wait until it has' },
  { code: /MASTERDOWN/, words: 'Redis is a replica without its primary: name the primary in REDIS_URL' },
  { code: /NOREPLICAS/, words: 'Redis takes no writes, because too few of its replicas are there: start them' },
  {
    code: /cluster support disabled/i,
    words: 'REDIS_URL names a cluster, but its Redis has cluster mode off: begin it with redis://, or with rediss://',
  },
  { code: /ECONNREFUSED/, words: 'nothing listens at the address in REDIS_URL: start Redis there, or correct it' },
  { code: /ENOTFOUND|EAI_AGAIN/, words: 'the host in REDIS_URL has no address: correct its name, or mend the DNS' },
  {
    code: /CERT|SSL|TLS|self.signed|unable to (verify|get)/i,
    words: 'TLS with Redis fails: check rediss:// in REDIS_URL and the certificate of the server',
  },
  {
    code: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    words: 'the host in REDIS_URL cannot be reached: check the network and its rules',
  },
  {
    code: /ECONNRESET|EPIPE|Connection is closed|isn't ready|Stream isn't writeable|max retries per request|ECONNABORTED/,
    words:
      'Redis cuts the connections: check that it runs, that REDIS_URL has rediss where it wants TLS, and REDIS_CA where its authority is private',
  },
];

/** Answers of a node of a cluster, by the kind of server that REDIS_URL names. */
const CLUSTER_ANSWER = /MOVED|CROSSSLOT|CLUSTERDOWN|cluster mode/i;
const CLUSTER_WORDS: Record<RedisKind, string> = {
  single:
    'REDIS_URL names a node of a Redis Cluster: begin it with redis+cluster://, or name a Redis with cluster mode off',
  sentinel:
    'the sentinels in REDIS_URL name a node of a Redis Cluster: begin it with redis+cluster:// and name nodes of the cluster',
  cluster:
    'the Redis Cluster misses a part of its keys: start the primary that is away, or wait until a replica takes its place',
};

/**
 * A fault of Redis that is no fault of a job: in words, or undefined for any other error.
 *
 * @param kind  what REDIS_URL names
 */
export function explainRedisFault(error: unknown, kind: RedisKind): string | undefined {
  const cause = findCause(error);
  const text = textOf(cause);
  const words = CLUSTER_ANSWER.test(text)
    ? CLUSTER_WORDS[kind]
    : REDIS_FAULTS.find(({ code }) => code.test(text))?.words;
  return words === undefined ? undefined : `${words} (${codeOf(cause)})`;
}

/** Refuses at the start what no waiting mends. @param words  with what to do */
export function refuseRedis(words: string): never {
  throw new ConfigError([words]);
}

/** The client of a cluster only says that no node answered; it keeps what the last of them said. */
function findCause(error: unknown): unknown {
  return error instanceof Error && 'lastNodeError' in error && error.lastNodeError instanceof Error
    ? error.lastNodeError
    : error;
}

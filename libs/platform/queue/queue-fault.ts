import { SchemaMigrationRequiredError, SchemaVersionMismatchError } from 'bullmq';
import { ConfigError } from '#platform/config';
import { isConnectionLoss, isOutOfResources } from '#platform/db';

/** What a server answered, or why none did, in words for the operator. They hold no password. */
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
    code: /MOVED|CROSSSLOT|CLUSTERDOWN|cluster mode/i,
    words:
      'REDIS_URL names a Redis with cluster mode on, which the queue does not support: name one with cluster mode off, or unset REDIS_URL to keep the queue in Postgres',
  },
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
    code: /ECONNRESET|EPIPE|Connection is closed|Stream isn't writeable|max retries per request|ECONNABORTED/,
    words: 'Redis cuts the connections: check that it runs, and that REDIS_URL has rediss:// where it wants TLS',
  },
];

/** A fault of Redis that is no fault of a job: in words, or undefined for any other error. */
export function explainRedisFault(error: unknown): string | undefined {
  const text = textOf(error);
  const fault = REDIS_FAULTS.find(({ code }) => code.test(text));
  return fault && `${fault.words} (${codeOf(error)})`;
}

/** SQLSTATEs of a missing schema, table or function. */
const MISSING_CODES: readonly unknown[] = ['3F000', '42P01', '42883'];

/** The same for the queue in Postgres. */
export function explainPostgresFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isOld = error instanceof SchemaMigrationRequiredError || error instanceof SchemaVersionMismatchError;
  if (isOld || MISSING_CODES.includes(code)) {
    return 'the tables of the queue are missing or old: run "herald migrate"';
  }
  if (isConnectionLoss(error)) {
    return `Postgres cannot be reached: check that it runs, and DATABASE_URL (${codeOf(error)})`;
  }
  return isOutOfResources(error)
    ? `Postgres has no room for the queue: add disk or memory (${codeOf(error)})`
    : undefined;
}

/** Refuses at the start what no waiting mends. */
export function refusedCluster(): ConfigError {
  const fault = explainRedisFault(new Error('cluster mode')) ?? '';
  return new ConfigError([fault.replace(/ \(.*\)$/, '')]);
}

/** A short code for an error: that of Node or Postgres, else the first word in capitals of Redis. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return /\b[A-Z]{3,}\b/.exec(textOf(error))?.[0] ?? 'no code';
}

/** `AggregateError` of a host with several addresses has an empty message. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = 'code' in error ? String(error.code) : '';
  return `${code} ${error.message}`;
}

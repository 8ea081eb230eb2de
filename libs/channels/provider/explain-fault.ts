import type { AccountFault } from '../sender/channels.types.js';

/** Kinds of faults that keep an account from working. */
export const FAULT_KINDS = [
  'credentials',
  'configuration',
  'unknown-host',
  'refused-port',
  'unreachable',
  'tls',
  'timeout',
  'outage',
  'rate',
  'refused',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface ExplainedFault {
  kind: FaultKind;
  /** One sentence that says what is wrong and what to do. */
  advice: string;
}

/** An entry of a provider's faults, with its explanation for people. */
export interface FaultAdvice {
  /** A pattern of the code, from its beginning. */
  code: RegExp;
  kind: FaultKind;
  advice: string;
}

/** Faults of the connection, which all providers share. Sources: the codes of Node's sockets, TLS and HTTP client. */
const CONNECTION_FAULTS: readonly FaultAdvice[] = [
  {
    code: /^(ENOTFOUND|EAI_AGAIN|EDNS|ENODATA|ESERVFAIL)/,
    kind: 'unknown-host',
    advice: 'The name of the host cannot be resolved: check its spelling and the DNS of this machine.',
  },
  {
    code: /^ECONNREFUSED/,
    kind: 'refused-port',
    advice: 'Nothing listens at this host and port, or a firewall refuses it: check host and port.',
  },
  {
    code: /^(ETIMEDOUT|TIMEOUT|QUEUE_TIMEOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|SILENT|PROVIDER_SILENT|ESOCKETTIMEDOUT)/,
    kind: 'timeout',
    advice:
      'There was no answer in time: a firewall may drop the connection, or host and port are those of another service.',
  },
  {
    code: /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO|ETLS|INVALID_PURPOSE|PATH_LENGTH)/,
    kind: 'tls',
    advice:
      'The connection cannot be encrypted, or its certificate is not trusted: use the name in the certificate, give a private authority as `ca`, or change `secure` and port.',
  },
  {
    code: /^(ECONNRESET|EPIPE|CLOSED|ECONNECTION|ESOCKET|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_SOCKET|ERR_HTTP2|REFUSED_STREAM)/,
    kind: 'unreachable',
    advice:
      'The connection fails before an answer: check network, proxy and firewall, and that the port speaks this protocol.',
  },
];

const ADDRESS: ExplainedFault = {
  kind: 'refused',
  advice: 'The account works, but the provider does not know this address: try another one.',
};

const BY_REASON: Readonly<Record<string, ExplainedFault>> = {
  AUTH: { kind: 'credentials', advice: 'The provider refuses the credentials: compare them with its console.' },
  CONFIGURATION: { kind: 'configuration', advice: 'The provider refuses how the account is set up: see its words.' },
  INVALID_TOKEN: ADDRESS,
  INVALID_ADDRESS: ADDRESS,
  RATE_LIMITED: {
    kind: 'rate',
    advice: 'The provider asks for patience: Herald goes on by itself; lower ratePerSecond if it lasts.',
  },
  PROVIDER_UNAVAILABLE: {
    kind: 'outage',
    advice: 'The provider is out of order: Herald tries again by itself; see its status page.',
  },
};

const REFUSED: ExplainedFault = { kind: 'refused', advice: 'The provider refuses the message: see its words.' };

/**
 * Names the kind of fault of an account, and what to do about it.
 *
 * @param rows  of its provider; the first match wins, after those of the connection
 */
export function adviseOn(
  rows: readonly FaultAdvice[],
  { code, why }: Pick<AccountFault, 'code' | 'why'>,
): ExplainedFault {
  const row = [...CONNECTION_FAULTS, ...rows].find((candidate) => candidate.code.test(code));
  return row ? { kind: row.kind, advice: row.advice } : (BY_REASON[why] ?? REFUSED);
}

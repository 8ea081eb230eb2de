import { isIPv6 } from 'node:net';
import type { Config } from './config.js';

/** The effects of an absent `PUBLIC_URL`, for operators. */
export const NO_PUBLIC_URL =
  'PUBLIC_URL is not set: real messages have no tracked links and pixels, commercial e-mails do not leave, because they ' +
  'have no link to unsubscribe, and providers report nothing';

/** Listening on these, a gateway answers under the names of this machine. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '127.0.0.1', 'localhost']);

/** Base of links that people and providers follow: `PUBLIC_URL` without a slash at its end. */
export function publicUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string | undefined {
  return PUBLIC_URL?.replace(/\/+$/, '');
}

type Listening = Pick<Config, 'HOST' | 'PORT' | 'TLS_CERT'>;

/**
 * The gateway's address for simulators on this machine. Real providers and people never get it.
 *
 * @returns undefined for a gateway on a random port
 */
export function localGatewayUrl(listening: Listening): string | undefined {
  return listening.PORT === 0 ? undefined : gatewayUrl(listening, '127.0.0.1');
}

/**
 * The gateway's address on this machine.
 *
 * @param local  the name of this machine, for a gateway that listens on all addresses or on those of this machine alone
 */
export function gatewayUrl({ HOST = '', PORT, TLS_CERT }: Listening, local: 'localhost' | '127.0.0.1'): string {
  const host = LOCAL_HOSTS.has(HOST) ? local : isIPv6(HOST) ? `[${HOST}]` : HOST;
  return `${TLS_CERT === undefined ? 'http' : 'https'}://${host}:${PORT}`;
}

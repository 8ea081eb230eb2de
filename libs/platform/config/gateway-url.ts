import type { Config } from './config.js';

/** What is left out without `PUBLIC_URL`, for operators. */
export const NO_PUBLIC_URL =
  'PUBLIC_URL is not set: real messages have no tracked links and pixels, commercial e-mails do not leave, because they ' +
  'have no link to unsubscribe, and providers report nothing';

/** Base of links that people and providers follow: `PUBLIC_URL` without a slash at its end. */
export function publicUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string | undefined {
  return PUBLIC_URL?.replace(/\/+$/, '');
}

/**
 * The gateway's address for simulators on this machine. Real providers and people never get it.
 *
 * @returns undefined for a gateway on a random port
 */
export function localGatewayUrl({ PORT, TLS_CERT }: Pick<Config, 'PORT' | 'TLS_CERT'>): string | undefined {
  return PORT === 0 ? undefined : `${TLS_CERT === undefined ? 'http' : 'https'}://127.0.0.1:${PORT}`;
}

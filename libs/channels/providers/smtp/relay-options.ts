import type { AllowedAddresses } from '#platform/net';
import type { Account } from '../../sender/channels.types.js';
import { createSocketOpener } from './relay-socket.js';
import type { SmtpCredentials } from './smtp-credentials.js';

/** How nodemailer reaches a relay. */
interface RelayOptions {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  tls?: { ca: string };
  getSocket?: ReturnType<typeof createSocketOpener>;
  auth?: { user: string; pass: string };
  connectionTimeout: number;
  greetingTimeout: number;
  dnsTimeout: number;
  socketTimeout: number;
}

/**
 * The simulator is always reached by STARTTLS and its own authority, a real relay as its credentials say. A password is
 * never sent without TLS: an attacker could remove STARTTLS and read it.
 *
 * @param relays  where a real relay may stand
 * @param limits  in ms
 */
export function relayOptions(
  { credentials, origin }: Pick<Account<'smtp', SmtpCredentials>, 'credentials' | 'origin'>,
  relays: AllowedAddresses,
  { connectMs, deadlineMs }: { connectMs: number; deadlineMs: number },
): RelayOptions {
  const { host, port, secure, user, password, ca } = credentials;
  const relay =
    origin === undefined
      ? {
          host,
          port,
          secure,
          requireTLS: user !== undefined && !secure,
          ...(ca !== undefined && { tls: { ca } }),
          getSocket: createSocketOpener({ host, port }, relays, connectMs),
        }
      : { host: origin.host, port: origin.port, secure: false, requireTLS: true, tls: { ca: origin.ca } };
  return {
    ...relay,
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: deadlineMs,
  };
}

/** Lists texts that answers of a relay must not contain: some repeat what they were sent. */
export function relaySecrets({ user = '', password = '' }: SmtpCredentials): string[] {
  const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
  return password === '' ? [] : [password, plain, Buffer.from(password).toString('base64')];
}

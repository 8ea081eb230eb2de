import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type AddressList, clientNetwork, toPlainAddress } from '#platform/net';
import type { TlsFiles } from '../tls/tls-files.js';
import { isFeedbackAddress, receiveMail, SmtpReply, type InboundMailReading } from './receive-mail.js';

/** A returned message may be complete; everything beyond the report is read and dropped. */
const MAX_BYTES = 25 * 1024 * 1024;
const MAX_CLIENTS = 100;
/** The connections of one client network, so that no host holds every place. Mail servers open a few at once. */
const MAX_CLIENTS_OF_NETWORK = 20;
/** A bounce has one recipient: each message has its own return path. */
const MAX_RECIPIENTS = 10;
const SOCKET_TIMEOUT_MS = 60_000;

/** Options of the server for returned mail. */
export interface InboundMailOptions extends InboundMailReading {
  host: string;
  port: number;
  /** PEM; with it STARTTLS is offered. */
  tls?: TlsFiles;
  /** They hand on connections of many hosts, so no limit of one host is theirs. */
  proxies: AddressList;
  /** Called with the outcome of each mail, for the log. */
  onOutcome: (how: string, error?: unknown) => void;
}

export interface InboundMail {
  port: number;
  /** For connections from now on. */
  changeTls(files: TlsFiles): void;
  /** Ends idle connections at once, the others after their mail. */
  close(): Promise<void>;
}

/**
 * An SMTP server (RFC 5321) for bounces, complaints and unsubscriptions only. It accepts mail for return paths and
 * unsubscribe addresses that this installation signed, and for `complaints@`. It never relays or sends, so mail loops are
 * impossible. A delivery report has no sender (RFC 3464, section 2); mail with a sender can only unsubscribe.
 *
 * @throws the listen error, such as EADDRINUSE
 */
export async function listenInboundMail(options: InboundMailOptions): Promise<InboundMail> {
  const { tls, host, port, proxies } = options;
  const places = new PlacesByNetwork(proxies);
  const server = new SMTPServer({
    ...tls,
    ...(!tls && { hideSTARTTLS: true }),
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    banner: 'Herald takes back undeliverable mail',
    maxClients: MAX_CLIENTS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: 5000,
    onConnect({ id, remoteAddress }, done) {
      done(
        places.take(id, remoteAddress) ? undefined : new SmtpReply(421, '4.7.0 Too many connections from your host'),
      );
    },
    onClose({ id }) {
      places.release(id);
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) {
        done(new SmtpReply(452, '4.5.3 Too many recipients'));
      } else if (isFeedbackAddress(address) || options.readReturnPath(address) || options.readUnsubscribe(address)) {
        done();
      } else {
        options.onOutcome('unknown recipient');
        done(new SmtpReply(550, '5.1.1 No such address here'));
      }
    },
    onData(stream, session, done) {
      receiveMail(stream, session, options).then(
        (how) => {
          options.onOutcome(how);
          done();
        },
        (error: unknown) => {
          const answer = error instanceof SmtpReply ? error : new SmtpReply(451, '4.3.0 Come again later');
          options.onOutcome(answer === error ? answer.message : 'failed', answer === error ? undefined : error);
          done(answer);
        },
      );
    },
  });
  // Errors of one connection concern its client only.
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(port, host);
  await listening;
  return {
    port: (server.server.address() as AddressInfo).port,
    changeTls: (files) => server.updateSecureContext({ ...files }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Connections by the network of their client. */
class PlacesByNetwork {
  private readonly networks = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly proxies: AddressList) {}

  /** @returns false when the network of the address has all of its places */
  take(sessionId: string, address: string): boolean {
    const plain = toPlainAddress(address);
    if (plain === undefined || this.proxies.has(plain)) {
      return true;
    }
    const network = clientNetwork(plain);
    const count = this.counts.get(network) ?? 0;
    if (count >= MAX_CLIENTS_OF_NETWORK) {
      return false;
    }
    this.networks.set(sessionId, network);
    this.counts.set(network, count + 1);
    return true;
  }

  release(sessionId: string): void {
    const network = this.networks.get(sessionId);
    if (network === undefined) {
      return;
    }
    this.networks.delete(sessionId);
    const count = (this.counts.get(network) ?? 1) - 1;
    if (count === 0) {
      this.counts.delete(network);
    } else {
      this.counts.set(network, count);
    }
  }
}

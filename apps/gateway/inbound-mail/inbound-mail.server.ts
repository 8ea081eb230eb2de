import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { readBounceReport, type BounceReport } from '#libs/channels';
import type { MessageRef, ReturnedMessage } from '#libs/delivery';

/** A returned message may come back whole; what is more than a report needs is read and dropped. */
const MAX_BYTES = 25 * 1024 * 1024;
const MAX_REPORT_BYTES = 256 * 1024;
const MAX_CLIENTS = 100;
/** A bounce has one recipient: each message has an address of its own. */
const MAX_RECIPIENTS = 10;
const SOCKET_TIMEOUT_MS = 60_000;
/** Feedback loops are registered with one address for all messages. */
const COMPLAINTS = /^complaints@/i;

/** Who listens for mail that comes back. */
export interface InboundMailOptions {
  host: string;
  port: number;
  /** PEM; with it STARTTLS is offered. */
  tls?: { cert: string; key: string };
  /** Reads a return path; null for an address that is none of ours. */
  readReturnPath: (address: string) => ReturnedMessage | null;
  /** Reads an address that unsubscribes its recipient; null for one that is none of ours. */
  readUnsubscribe: (address: string) => MessageRef | null;
  /** Opts a recipient out. What it throws makes the sender come again later. */
  unsubscribe: (message: MessageRef) => Promise<void>;
  /** Takes a report in. What it throws makes the sender come again later. */
  takeReport: (message: ReturnedMessage, report: BounceReport) => Promise<void>;
  /** Told how each mail ended, for the log. */
  onOutcome: (how: string, error?: unknown) => void;
}

export interface InboundMail {
  port: number;
  /** Ends idle connections at once, the others when their mail is taken. */
  close(): Promise<void>;
}

/** An answer of ours: `<code> <text>`, after which the connection goes on. */
class SmtpReply extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/**
 * An SMTP server (RFC 5321) for bounces, complaints and unsubscriptions, and nothing else. It takes mail only for return
 * paths and unsubscribe addresses that this installation signed, and for `complaints@`; it relays nothing and never sends,
 * so no mail can go in circles. A report on a delivery has no sender (RFC 3464, section 2); mail of people and their
 * machines is taken to unsubscribe only.
 *
 * @throws the listen error, such as EADDRINUSE
 */
export async function listenInboundMail(options: InboundMailOptions): Promise<InboundMail> {
  const { tls, host, port } = options;
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
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS) {
        done(new SmtpReply(452, '4.5.3 Too many recipients'));
      } else if (COMPLAINTS.test(address) || options.readReturnPath(address) || options.readUnsubscribe(address)) {
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
  // Whatever goes wrong with one connection is its client's affair.
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(port, host);
  await listening;
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** @returns how it ended @throws Answer for a mail that is refused, else what `take` throws */
async function receiveMail(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { readReturnPath: read, takeReport: take, readUnsubscribe, unsubscribe }: InboundMailOptions,
): Promise<string> {
  const raw = await readHead(stream);
  if (stream.sizeExceeded) {
    throw new SmtpReply(552, '5.3.4 Too large');
  }
  const { mailFrom, rcptTo } = session.envelope;
  const isFromNobody = mailFrom === false || mailFrom.address === '';
  const leaving = isFromNobody ? [] : rcptTo.flatMap(({ address }) => readUnsubscribe(address) ?? []);
  for (const message of leaving) {
    await unsubscribe(message);
  }
  if (leaving.length > 0) {
    return 'unsubscription';
  }
  const report = await readBounceReport(raw);
  if (report.kind !== 'complaint' && !isFromNobody) {
    throw new SmtpReply(550, '5.7.1 Only reports are taken here');
  }
  const reportedSenders = report.kind === 'complaint' ? report.mailFrom : [];
  const messages = new Map<string, ReturnedMessage>();
  for (const address of [...rcptTo.map((recipient) => recipient.address), ...reportedSenders]) {
    const message = read(address);
    if (message) {
      messages.set(message.messageId, message);
    }
  }
  for (const message of messages.values()) {
    await take(message, report);
  }
  return messages.size === 0 ? `${report.kind} about no message of ours` : report.kind;
}

/** Reads all and keeps the beginning, where a report stands: memory does not grow with the mail. */
async function readHead(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < MAX_REPORT_BYTES) {
      chunks.push(chunk.subarray(0, MAX_REPORT_BYTES - size));
      size += chunk.length;
    }
  }
  return Buffer.concat(chunks);
}

import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Authority } from '#platform/authority';
import type { Desk } from './exchange.js';
import type { FaultRule } from './faults.js';
import { Sockets, type Listening } from './sockets.js';

const MAX_BYTES = 10 * 1024 * 1024;
/** What is kept of a message; the rest is read and dropped. */
const KEPT_BYTES = 64 * 1024;

const TEXTS: Record<number, string> = {
  421: '4.3.2 Service shutting down',
  450: '4.2.1 Mailbox busy, try again later',
  451: '4.7.1 Greylisted, try again later',
  452: '4.2.2 Mailbox full',
  535: '5.7.8 Authentication credentials invalid',
  550: '5.1.1 No such user',
  551: '5.1.6 Recipient has moved',
  552: '5.2.2 Mailbox full',
  553: '5.1.3 Bad recipient address',
  554: '5.7.1 Message refused',
};

/** An error as smtp-server turns it into an answer: `<responseCode> <message>`. */
class Refusal extends Error {
  readonly responseCode: number;
  constructor(rule: FaultRule) {
    const code = rule.status ?? 451;
    super(rule.reason ?? TEXTS[code] ?? (code < 500 ? '4.0.0 Try again later' : '5.0.0 Refused'));
    this.responseCode = code;
  }
}

/** What can be done about a command. A command that hangs gets nothing of it. */
interface Dialogue {
  /** Answers; smtp-server itself closes the connection after a 421. */
  done: (error?: Error | null) => void;
  /** Cuts the connection without an answer. */
  cut: () => void;
  /** Ends the connection once what was written has left. */
  end: () => void;
}

/**
 * An SMTP server (RFC 5321) with STARTTLS and AUTH PLAIN and LOGIN, on which any name and password are good. The token is
 * the envelope recipient, the message id the local part of Message-ID.
 */
export async function listenSmtp(options: {
  authority: Authority;
  bind: string;
  port: number;
  desk: Desk;
}): Promise<Listening> {
  const { authority, desk } = options;
  const server = new SMTPServer({
    cert: authority.cert,
    key: authority.key,
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN'],
    size: MAX_BYTES,
    banner: 'Herald simulator',
    disableReverseLookup: true,
    socketTimeout: 600_000,
    onAuth(auth, _session, done) {
      const rule = desk.faults.judge('smtp', auth.username ?? '', 'auth')?.rule;
      done(rule === undefined ? null : new Refusal(rule), { user: auth.username });
    },
    onRcptTo(address, _session, done) {
      const verdict = desk.faults.judge('smtp', address.address, 'rcpt');
      const rule = verdict?.rule;
      if (rule === undefined) {
        done();
        return;
      }
      later(verdict?.latencyMs ?? 0, () => {
        desk.log.reject('smtp');
        done(new Refusal(rule));
      });
    },
    onData(stream, session, done) {
      readMail(stream, desk.log.storing).then(
        (mail) => {
          const cut = (): void => sockets.reset(session);
          const end = (): void => [...server.connections].find((one) => one.session === session)?.close();
          concludeData(desk, session, mail, { done, cut, end });
        },
        () => sockets.reset(session),
      );
    },
  });
  server.on('error', () => undefined);
  const sockets = new Sockets(server.server);
  const port = await sockets.listen(options.port, options.bind);
  return { port, close: () => sockets.close() };
}

/** Answers the end of DATA: one answer for all recipients, so the first that a fault strikes decides. */
function concludeData(desk: Desk, session: SMTPServerSession, mail: Mail, { done, cut, end }: Dialogue): void {
  const tokens = session.envelope.rcptTo.map((recipient) => recipient.address);
  const verdicts = tokens.flatMap((token) => desk.faults.judge('smtp', token, 'data') ?? []);
  const rule = verdicts.find((verdict) => verdict.rule !== undefined)?.rule;
  later(Math.max(0, ...verdicts.map((verdict) => verdict.latencyMs)), () => {
    const refusal = rule?.status !== undefined && rule.fault === undefined ? new Refusal(rule) : undefined;
    const taken = rule === undefined || rule.when === 'after';
    for (const token of tokens) {
      if (taken) {
        accept(desk, token, session, mail);
      } else if (rule.fault === undefined || rule.fault === 'goaway') {
        desk.log.reject('smtp');
      }
    }
    switch (rule?.fault) {
      case 'reset':
        cut();
        return;
      case 'hang':
        return;
      case 'goaway':
        done(taken ? null : new Refusal({ ...rule, status: 421 }));
        end();
        return;
      case undefined:
        done(refusal ?? null);
    }
  });
}

function accept(desk: Desk, token: string, session: SMTPServerSession, mail: Mail): void {
  const { mailFrom } = session.envelope;
  desk.log.accept('smtp', token, mail.id, async () => {
    const { headers, subject, from, html, text } = await PostalMime.parse(mail.raw);
    return {
      envelope: { from: mailFrom === false ? '' : mailFrom.address, to: token },
      subject,
      from,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      html,
      text,
      size: mail.size,
    };
  });
}

interface Mail {
  raw: Buffer;
  /** Local part of Message-ID; one of the simulator's own when the message has none. */
  id: string;
  /** Bytes that were sent. */
  size: number;
}

async function readMail(stream: SMTPServerDataStream, storing: boolean): Promise<Mail> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (storing && size < KEPT_BYTES) {
      chunks.push(chunk);
    }
    size += chunk.length;
  }
  const raw = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  return { raw, size, id: storing ? messageId(raw) : '' };
}

function messageId(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end < 0 ? raw.length : end);
  return /^message-id:\s*<([^@>]+)/im.exec(head)?.[1] ?? randomUUID();
}

function later(ms: number, act: () => void): void {
  if (ms > 0) {
    setTimeout(act, ms).unref();
  } else {
    act();
  }
}

import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Authority } from '#platform/authority';
import type { SimulatorContext } from '../server/exchange.js';
import { KnownCredentials } from '../server/known-credentials.js';
import type { FaultRule } from '../server/fault-injector.js';
import { Sockets, type Listening } from '../server/sockets.js';
import type { DkimKeys } from './dkim.js';
import { isForged, readMail, prepareParts, type Mail } from './smtp-mail.js';

/** Announced as SIZE (RFC 1870): about the limit of large mailbox providers, in transfer encoding. */
const MAX_BYTES = 25 * 1024 * 1024;

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

/** An error that smtp-server sends as `<responseCode> <message>`. */
class SmtpError extends Error {
  readonly responseCode: number;
  constructor({ status = 451, reason }: Pick<FaultRule, 'status' | 'reason'>) {
    super(reason ?? TEXTS[status] ?? (status < 500 ? '4.0.0 Try again later' : '5.0.0 Refused'));
    this.responseCode = status;
  }
}

const WRONG_LOGIN = { status: 535 };
const NO_LOGIN = { status: 530, reason: '5.7.0 Authentication required' };
const TOO_LARGE = { status: 552, reason: '5.3.4 Message too large' };
const UNSIGNED = { status: 550, reason: '5.7.26 Mail of this domain should be signed by it (DKIM)' };

/** Responses to a command. A command that hangs gets none. */
interface SmtpResponder {
  /** Replies; smtp-server closes the connection after a 421. */
  done: (error?: Error | null) => void;
  /** Resets the connection without a reply. */
  cut: () => void;
  /** Ends the connection after the written data is sent. */
  end: () => void;
}

/**
 * An SMTP server (RFC 5321) with STARTTLS and AUTH PLAIN and LOGIN. It accepts any name and password unless `PUT
 * /credentials` set the right ones. The token is the envelope recipient, the message id is the local part of
 * Message-ID. Like real receivers, it refuses messages larger than its SIZE. It also refuses unsigned messages from a
 * domain with a known DKIM key.
 */
export async function listenSmtp(options: {
  authority: Authority;
  bind: string;
  port: number;
  context: SimulatorContext;
  keys: DkimKeys;
  credentials?: KnownCredentials;
}): Promise<Listening> {
  const { authority, context, keys, credentials = new KnownCredentials() } = options;
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
      const known = credentials.get('smtp');
      const isWrong = known && (auth.username !== known.user || auth.password !== known.password);
      const rule = isWrong
        ? WRONG_LOGIN
        : context.faults.decide('smtp', auth.username ?? '', 'auth', auth.username)?.rule;
      done(rule === undefined ? null : new SmtpError(rule), { user: auth.username });
    },
    onMailFrom(_address, session, done) {
      done(credentials.get('smtp') && session.user === undefined ? new SmtpError(NO_LOGIN) : null);
    },
    onRcptTo(address, session, done) {
      const decision = context.faults.decide('smtp', address.address, 'rcpt', session.user);
      const rule = decision?.rule;
      if (rule === undefined) {
        done();
        return;
      }
      runAfter(decision?.latencyMs ?? 0, () => {
        context.log.reject('smtp');
        done(new SmtpError(rule));
      });
    },
    onData(stream, session, done) {
      const cut = (): void => sockets.reset(session);
      const end = (): void => [...server.connections].find((connection) => connection.session === session)?.close();
      readMail(stream, context.log.storing, keys)
        .then(async (mail) => {
          const fault = mail.isTooLarge ? TOO_LARGE : isForged(mail, keys) ? UNSIGNED : undefined;
          if (fault) {
            context.log.reject('smtp');
            done(new SmtpError(fault));
          } else {
            concludeData(context, session, await prepareParts(mail), mail, { done, cut, end });
          }
        })
        .catch(cut);
    },
  });
  server.on('error', () => undefined);
  const sockets = new Sockets(server.server);
  const port = await sockets.listen(options.port, options.bind);
  return { port, close: () => sockets.close() };
}

type Parts = Awaited<ReturnType<typeof prepareParts>>;

/** Replies to the end of DATA: one reply for all recipients, so the first fault decides. */
function concludeData(
  context: SimulatorContext,
  session: SMTPServerSession,
  parts: Parts,
  mail: Mail,
  { done, cut, end }: SmtpResponder,
): void {
  const tokens = session.envelope.rcptTo.map((recipient) => recipient.address);
  const verdicts = tokens.flatMap((token) => context.faults.decide('smtp', token, 'data', session.user) ?? []);
  const rule = verdicts.find((decision) => decision.rule !== undefined)?.rule;
  runAfter(Math.max(0, ...verdicts.map((decision) => decision.latencyMs)), () => {
    const refusal = rule?.status !== undefined && rule.fault === undefined ? new SmtpError(rule) : undefined;
    const isAccepted = rule === undefined || rule.when === 'after';
    for (const token of tokens) {
      if (isAccepted) {
        accept(context, token, session, parts, mail);
      } else if (rule.fault === undefined || rule.fault === 'goaway') {
        context.log.reject('smtp');
      }
    }
    switch (rule?.fault) {
      case 'reset':
        cut();
        return;
      case 'hang':
        return;
      case 'goaway':
        done(isAccepted ? null : new SmtpError({ ...rule, status: 421 }));
        end();
        return;
      case undefined:
        done(refusal ?? null);
    }
  });
}

function accept(context: SimulatorContext, token: string, session: SMTPServerSession, parts: Parts, mail: Mail): void {
  const { mailFrom } = session.envelope;
  const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: token };
  const sender = session.user ?? '';
  context.log.accept('smtp', token, mail.id, async () => ({ envelope, ...(await parts()) }), sender);
}

function runAfter(ms: number, act: () => void): void {
  if (ms > 0) {
    setTimeout(act, ms).unref();
  } else {
    act();
  }
}

import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer';
import { AccountConnections } from './account-connections.js';
import { BatchOutcomes } from './batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SmtpCredentials } from './channels.types.js';
import { Lanes } from './lanes.js';
import { isMailbox, mailFields, type MailFields } from './mail-fields.js';
import { senderOf } from './mail-sender.js';
import type { SenderPace } from './paces.js';
import { readSmtpFailure } from './smtp-answer.js';

export interface SmtpLimits {
  /** A message without an end settles after this; relays may take their time over the text. */
  deadlineMs: number;
  connections: number;
  connectMs: number;
}

export const SMTP_LIMITS: SmtpLimits = { deadlineMs: 30_000, connections: 10, connectMs: 10_000 };
/** Longest wait of a mail for the pace of its domain; it takes the place of mails to other domains meanwhile. */
const PATIENCE_MS = 2000;

/** A signed message above this many bytes waits in a file until its hash is known, not in memory. */
const SIGNED_IN_MEMORY = 256 * 1024;
/**
 * What a signature covers besides From, of what a message has: all that says who and what it is, and by RFC 8058, section
 * 4, both headers of one-click unsubscription.
 */
const SIGNED_HEADERS = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
].join(':');

interface SmtpAccount {
  transport: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  credentials: SmtpCredentials;
  isSimulated: boolean;
  lanes: Lanes;
  /** The text of each message under way, by its Message-ID. */
  texts: Map<string, Readable>;
}

/**
 * SMTP through nodemailer's pool. A message that failed before a byte of its text was read by the connection may be
 * repeated; after that nobody can say, and e-mail is not repeated on doubt.
 */
export class SmtpSender implements Sender<'smtp'> {
  readonly channel = 'smtp';
  readonly doubt = 'give-up';
  private readonly accounts: AccountConnections<'smtp', SmtpAccount>;

  constructor(
    private readonly pace: SenderPace,
    private readonly limits: SmtpLimits = SMTP_LIMITS,
  ) {
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ lanes, transport }) => {
        await lanes.idle();
        transport.close();
      },
    );
  }

  async send(account: Account<'smtp'>, batch: readonly Outgoing<'smtp'>[]): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch.length);
    const opened = this.accounts.of(account);
    await opened.lanes.each(
      batch,
      async (item, index) =>
        (await this.mustWait(account, outcomes, item, index)) || this.sendOne(opened, outcomes, item, index),
      (index) => outcomes.unsent(index, 'PROVIDER_SILENT'),
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  /**
   * The simulator is always reached by STARTTLS, trusting its authority; a real relay as its credentials say. A password
   * never leaves without TLS: one who can take STARTTLS out of a dialogue could read it.
   */
  private open({ credentials, origin }: Account<'smtp'>): SmtpAccount {
    const { host, port, secure, user, password, dkim, ca } = credentials;
    const relay =
      origin === undefined
        ? { host, port, secure, requireTLS: user !== undefined && !secure, ...(ca !== undefined && { tls: { ca } }) }
        : { host: origin.host, port: origin.port, secure: false, requireTLS: true, tls: { ca: origin.ca } };
    const transport = createTransport({
      pool: true,
      ...relay,
      ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
      maxConnections: this.limits.connections,
      maxMessages: Number.POSITIVE_INFINITY,
      connectionTimeout: this.limits.connectMs,
      greetingTimeout: this.limits.connectMs,
      dnsTimeout: this.limits.connectMs,
      socketTimeout: this.limits.deadlineMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && {
        dkim: {
          domainName: dkim.domain,
          keySelector: dkim.selector,
          privateKey: dkim.key,
          headerFieldNames: SIGNED_HEADERS,
          cacheDir: tmpdir(),
          cacheTreshold: SIGNED_IN_MEMORY,
        },
      }),
    });
    const texts = new Map<string, Readable>();
    transport.use('stream', (mail, done) => {
      const { message, data } = mail;
      const makeText = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        const text = makeText(options);
        texts.set(String(data.messageId), text);
        return text;
      };
      done();
    });
    const isSimulated = origin !== undefined;
    return { transport, credentials, isSimulated, lanes: new Lanes(this.limits.connections), texts };
  }

  /**
   * Keeps the pace of the recipient's domain, where the account has one.
   *
   * @returns whether it is settled: to be tried again when its turn may come
   */
  private async mustWait(
    { appId, accountId, pace }: Account<'smtp'>,
    outcomes: BatchOutcomes,
    { address }: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    if (pace?.perDomain === undefined || outcomes.paused) {
      return false;
    }
    const lane = `@${address.slice(address.lastIndexOf('@') + 1).toLowerCase()}`;
    const turn = { appId, accountId, lane, cost: 1, perSecond: pace.perDomain, patienceMs: PATIENCE_MS };
    const { isGranted, waitMs } = await this.pace.turn(turn);
    if (isGranted && waitMs > 0) {
      await sleep(waitMs);
    } else if (!isGranted) {
      outcomes.answered(index, { lone: 'RETRY', crowd: 'RETRY', reason: 'RATE_LIMITED' }, 'PACED', '', waitMs);
    }
    return !isGranted;
  }

  private async sendOne(
    account: SmtpAccount,
    outcomes: BatchOutcomes,
    item: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    if (outcomes.paused) {
      outcomes.rest(index);
      return true;
    }
    if (!isMailbox(item.address)) {
      outcomes.refused(index, {
        kind: 'dead',
        code: 'MALFORMED',
        reason: 'INVALID_ADDRESS',
        raw: 'not an e-mail address',
      });
      return true;
    }
    const sender = senderOf(item.payload, account.credentials, account.isSimulated);
    if (![sender.from, sender.replyTo, item.returnPath].every((each) => each === undefined || isMailbox(each))) {
      outcomes.refused(index, { kind: 'failed', code: 'MALFORMED_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    return this.deliver(account, outcomes, mailFields(item, sender), index);
  }

  private async deliver(
    account: SmtpAccount,
    outcomes: BatchOutcomes,
    fields: MailFields,
    index: number,
  ): Promise<boolean> {
    let isIncomplete = false;
    for (const { content } of fields.attachments ?? []) {
      content.once('error', () => (isIncomplete = true));
    }
    try {
      await account.transport.sendMail({ ...fields, signal: AbortSignal.timeout(this.limits.deadlineMs) });
      outcomes.sent(index);
      return true;
    } catch (error) {
      // A text without an end is no message to any relay: what could not be read to its end has not left.
      const hasLeft = !isIncomplete && (account.texts.get(fields.messageId)?.readableDidRead ?? false);
      return settleFailure(outcomes, index, error, hasLeft);
    } finally {
      account.texts.delete(fields.messageId);
      fields.attachments?.forEach(({ content }) => content.destroy());
    }
  }
}

/** @returns whether the relay gave a sign of life */
function settleFailure(outcomes: BatchOutcomes, index: number, error: unknown, hasLeft: boolean): boolean {
  const reading = readSmtpFailure(error);
  if (reading.kind === 'answered') {
    outcomes.answered(index, reading.verdict, reading.code, reading.raw);
  } else if (hasLeft) {
    outcomes.lost(index, reading.code);
  } else {
    outcomes.unsent(index, reading.code);
  }
  return reading.kind === 'answered' || reading.code === 'ECONNECTION';
}

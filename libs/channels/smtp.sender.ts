import type { Readable } from 'node:stream';
import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer';
import { AccountConnections } from './account-connections.js';
import { BatchOutcomes } from './batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender } from './channels.types.js';
import { Lanes } from './lanes.js';
import { isMailbox, mailFields } from './mail-fields.js';
import { readSmtpFailure } from './smtp-answer.js';

export interface SmtpLimits {
  /** A message without an end settles after this; relays may take their time over the text. */
  deadlineMs: number;
  connections: number;
  connectMs: number;
}

interface SmtpAccount {
  transport: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  from: string;
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

  constructor(private readonly limits: SmtpLimits = { deadlineMs: 30_000, connections: 10, connectMs: 10_000 }) {
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
      (item, index) => this.sendOne(opened, outcomes, item, index),
      (index) => outcomes.unsent(index, 'PROVIDER_SILENT'),
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  /** The simulator is always reached by STARTTLS, trusting its authority; a real relay as its credentials say. */
  private open({ credentials, origin }: Account<'smtp'>): SmtpAccount {
    const { host, port, secure, user, password, from } = credentials;
    const relay =
      origin === undefined
        ? { host, port, secure }
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
    return { transport, from, lanes: new Lanes(this.limits.connections), texts };
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
    const from = item.payload.fromAddress ?? account.from;
    if (!isMailbox(item.address)) {
      outcomes.refused(index, {
        kind: 'dead',
        code: 'MALFORMED',
        reason: 'INVALID_ADDRESS',
        raw: 'not an e-mail address',
      });
      return true;
    }
    if (!isMailbox(from)) {
      outcomes.refused(index, { kind: 'failed', code: 'MALFORMED_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    const fields = mailFields(item, from);
    try {
      await account.transport.sendMail({ ...fields, signal: AbortSignal.timeout(this.limits.deadlineMs) });
      outcomes.sent(index);
      return true;
    } catch (error) {
      return settleFailure(outcomes, index, error, account.texts.get(fields.messageId)?.readableDidRead ?? false);
    } finally {
      account.texts.delete(fields.messageId);
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

import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer';
import { AccountConnections } from './account-connections.js';
import { BatchOutcomes } from './batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SmtpCredentials } from './channels.types.js';
import type { DomainRestStore } from './domain-rest.repository.js';
import { DomainRests } from './domain-rests.js';
import { type Group, Lanes } from './lanes.js';
import { isMailbox, mailFields, type MailFields } from './mail-fields.js';
import { senderOf } from './mail-sender.js';
import type { SenderPace } from './paces.js';
import type { Verdict } from './provider-answers.js';
import { readSmtpFailure } from './smtp-answer.js';

export interface SmtpLimits {
  /** A message without an end settles after this; relays may take their time over the text. */
  deadlineMs: number;
  connections: number;
  connectMs: number;
  /** Mails to one domain at a time, of `connections`: what is slow there must not keep the others waiting. */
  perDomain: number;
}

export const SMTP_LIMITS: SmtpLimits = { deadlineMs: 30_000, connections: 10, connectMs: 10_000, perDomain: 8 };
/** Longest wait of a mail for the pace of its domain; it takes the place of mails to other domains meanwhile. */
const PATIENCE_MS = 2000;
/** Not the relay's answer but ours: the domain has had what it takes for now. */
const PACED: Verdict = { lone: 'RETRY', crowd: 'RETRY', reason: 'RATE_LIMITED' };
/** After a rest, mails of many recipients do not come back at one moment. */
const SPREAD_MS = 5000;
/** How long the account rests when the relay itself closes: one that restarts is back in seconds. */
const RELAY_REST_MS = 10_000;

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
  private readonly domains: DomainRests;

  constructor(
    private readonly pace: SenderPace,
    rests: DomainRestStore,
    private readonly limits: SmtpLimits = SMTP_LIMITS,
  ) {
    this.domains = new DomainRests(rests);
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ lanes, transport }) => {
        await lanes.idle();
        transport.close();
      },
    );
  }

  async send(account: Account<'smtp'>, batch: readonly Outgoing<'smtp'>[], isUrgent = false): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch.length);
    const opened = this.accounts.of(account);
    await this.domains.look(account);
    await opened.lanes.each(
      batch,
      async (item, index) =>
        (await this.mustWait(account, outcomes, item, index)) || this.sendOne(opened, account, outcomes, item, index),
      (index) => outcomes.unsent(index, 'PROVIDER_SILENT'),
      { groupOf: (item) => this.groupOf(account, item), isUrgent },
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
   * Keeps the rest of the recipient's domain, and its pace, where the account has one.
   *
   * @returns whether it is settled: to be tried again when its turn may come
   */
  private async mustWait(
    account: Account<'smtp'>,
    outcomes: BatchOutcomes,
    { address }: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    const { appId, accountId, pace } = account;
    const domain = domainOf(address);
    const restMs = this.domains.waitFor(account, domain);
    if (restMs > 0 && !outcomes.paused) {
      outcomes.answered(index, PACED, 'DOMAIN_RESTS', '', Math.ceil(restMs + Math.random() * SPREAD_MS));
      return true;
    }
    if (pace?.perDomain === undefined || outcomes.paused) {
      return false;
    }
    const turn = { appId, accountId, lane: `@${domain}`, cost: 1, perSecond: pace.perDomain, patienceMs: PATIENCE_MS };
    const { isGranted, waitMs } = await this.pace.turn(turn);
    if (isGranted && waitMs > 0) {
      await sleep(waitMs);
    } else if (!isGranted) {
      outcomes.answered(index, PACED, 'PACED', '', waitMs);
    }
    return !isGranted;
  }

  private groupOf(account: Account<'smtp'>, { address }: Outgoing<'smtp'>): Group {
    const name = domainOf(address);
    return { name, width: this.domains.isSlow(account, name) ? 1 : this.limits.perDomain };
  }

  private async sendOne(
    opened: SmtpAccount,
    account: Account<'smtp'>,
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
    const sender = senderOf(item.payload, opened.credentials, opened.isSimulated);
    if (![sender.from, sender.replyTo, item.returnPath].every((each) => each === undefined || isMailbox(each))) {
      outcomes.refused(index, { kind: 'failed', code: 'MALFORMED_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    return this.deliver(opened, account, outcomes, mailFields(item, sender), index);
  }

  private async deliver(
    opened: SmtpAccount,
    account: Account<'smtp'>,
    outcomes: BatchOutcomes,
    fields: MailFields,
    index: number,
  ): Promise<boolean> {
    let isIncomplete = false;
    for (const { content } of fields.attachments ?? []) {
      content.once('error', () => (isIncomplete = true));
    }
    try {
      await opened.transport.sendMail({ ...fields, signal: AbortSignal.timeout(this.limits.deadlineMs) });
      outcomes.sent(index);
      return true;
    } catch (error) {
      // A text without an end is no message to any relay: what could not be read to its end has not left.
      const hasLeft = !isIncomplete && (opened.texts.get(fields.messageId)?.readableDidRead ?? false);
      return this.settleFailure(account, domainOf(fields.to.address), outcomes, { index, error, hasLeft });
    } finally {
      opened.texts.delete(fields.messageId);
      fields.attachments?.forEach(({ content }) => content.destroy());
    }
  }

  /** @returns whether the relay gave a sign of life */
  private async settleFailure(
    account: Account<'smtp'>,
    domain: string,
    outcomes: BatchOutcomes,
    { index, error, hasLeft }: { index: number; error: unknown; hasLeft: boolean },
  ): Promise<boolean> {
    const reading = readSmtpFailure(error);
    if (reading.kind === 'answered') {
      const { verdict, code, raw, throttle } = reading;
      if (throttle === 'domain') {
        await this.domains.rest(account, domain, code);
      }
      const isRelay = throttle === 'relay';
      outcomes.answered(index, { ...verdict, slowsAccount: isRelay }, code, raw, isRelay ? RELAY_REST_MS : undefined);
    } else if (hasLeft) {
      outcomes.lost(index, reading.code);
    } else {
      outcomes.unsent(index, reading.code);
    }
    return reading.kind === 'answered' || reading.code === 'ECONNECTION';
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

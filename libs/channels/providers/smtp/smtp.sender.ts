import { setTimeout as sleep } from 'node:timers/promises';
import type nodemailer from 'nodemailer';
import type { SMTPPoolOptions, SMTPPoolSentMessageInfo, Transporter } from 'nodemailer';
import { AllowedAddresses } from '#platform/net';
import { domainOfMailbox, fitsEnvelope } from '#platform/spelling';
import { loadOnUse } from '#platform/start';
import { AccountConnections } from '../../transport/account-connections.js';
import { toConnectionWords } from '../../faults/provider-words.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions } from '../../sender/channels.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import type { DomainThrottleStore } from '../../rate-limits/domain-throttle.repository.js';
import { DomainThrottles } from '../../rate-limits/domain-throttle.js';
import { ConcurrencyLimiter } from '../../transport/concurrency-limiter.js';
import { encodeSenderName } from '../../mail/header-text.js';
import { createMailFields, type MailFields } from '../../mail/mail-fields.js';
import { resolveMailFrom } from '../../mail/mail-from.js';
import { signingOptions } from '../../mail/signing.js';
import type { RateLimiter } from '../../rate-limits/rate-limiter.service.js';
import type { AnswerMeaning } from '../../sender/answer-table.js';
import { Departure } from './departure.js';
import { relayOptions, relaySecrets } from './relay-options.js';
import { readSmtpFailure } from './smtp-answer.js';
import type { SmtpCredentials } from './smtp-credentials.js';

const library = loadOnUse((require) => require('nodemailer') as typeof nodemailer);

export interface SmtpLimits {
  /** A message without an answer ends after this time. Relays may need long for the text. */
  deadlineMs: number;
  connections: number;
  connectMs: number;
  /** Concurrent e-mails to one domain: a slow domain must not hold up the others. */
  perDomain: number;
}

export const SMTP_LIMITS: SmtpLimits = { deadlineMs: 30_000, connections: 10, connectMs: 10_000, perDomain: 8 };
/** An e-mail waits at most this long for the rate of its domain, because it holds a connection. */
const MAX_WAIT_MS = 2000;
/** A result of Herald's own rate limit, not an answer of the relay. */
const RATE_LIMITED: AnswerMeaning = {
  about: 'recipient',
  single: 'RETRY',
  majority: 'RETRY',
  reason: 'RATE_LIMITED',
};
/** Spreads the retries of many recipients after a throttle. */
const JITTER_MS = 5000;
/** Delay of the account after the relay closes. A relay that restarts is back in seconds. */
const RELAY_BACKOFF_MS = 10_000;

interface SmtpAccount {
  transport: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  credentials: SmtpCredentials;
  isSimulated: boolean;
  limiter: ConcurrencyLimiter;
  /** The messages in flight, by their Message-IDs. */
  departures: Map<string, Departure>;
}

/**
 * SMTP through nodemailer's pool. A message that failed before its text was read may be repeated. A later failure has
 * an unknown outcome, and an e-mail is then not repeated.
 */
export class SmtpSender implements Sender<'smtp', SmtpCredentials> {
  private readonly accounts: AccountConnections<'smtp', SmtpCredentials, SmtpAccount>;
  private readonly answers = new AccountAnswers();
  private readonly throttles: DomainThrottles;
  private readonly limits: SmtpLimits;

  /** @param relays  where a relay that an application names may stand */
  constructor(
    private readonly rateLimiter: RateLimiter,
    throttleStore: DomainThrottleStore,
    limits: Partial<SmtpLimits> = {},
    private readonly relays = new AllowedAddresses(),
  ) {
    this.limits = { ...SMTP_LIMITS, ...limits };
    this.throttles = new DomainThrottles(throttleStore);
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ limiter, transport }) => {
        await limiter.waitUntilIdle();
        transport.close();
      },
    );
  }

  async send(
    account: Account<'smtp', SmtpCredentials>,
    batch: readonly Outgoing<'smtp'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const secrets = relaySecrets(account.credentials);
    const outcomes = new BatchOutcomes(batch, { ...settings, secrets, recent: this.answers.of(account) });
    const opened = this.accounts.get(account);
    await this.throttles.refresh(account);
    await opened.limiter.runAll(
      batch,
      async (item, index) =>
        (await this.deferIfLimited(account, outcomes, item, index)) ||
        this.sendOne(opened, account, outcomes, item, index),
      (index) => outcomes.recordUnsent(index, 'PROVIDER_SILENT'),
      {
        groupOf: ({ address }) => domainOfMailbox(address),
        limitOf: (domain) => (this.throttles.isRecovering(account, domain) ? 1 : this.limits.perDomain),
        isUrgent,
      },
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open({ credentials, origin }: Account<'smtp', SmtpCredentials>): SmtpAccount {
    const { dkim } = credentials;
    const transport = library().createTransport({
      pool: true,
      ...relayOptions({ credentials, origin }, this.relays, this.limits),
      maxConnections: this.limits.connections,
      maxMessages: Number.POSITIVE_INFINITY,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim: signingOptions(dkim) }),
    });
    const departures = new Map<string, Departure>();
    transport.use('stream', (mail, done) => {
      const { message, data } = mail;
      encodeSenderName(message);
      const makeText = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        const text = makeText(options);
        departures.get(String(data.messageId))?.watch(text);
        return text;
      };
      done();
    });
    const isSimulated = origin !== undefined;
    return {
      transport,
      credentials,
      isSimulated,
      limiter: new ConcurrencyLimiter(this.limits.connections),
      departures,
    };
  }

  /**
   * Applies the throttle and the rate limit of the recipient's domain.
   *
   * @returns whether the message has ended: it is retried later
   */
  private async deferIfLimited(
    account: Account<'smtp', SmtpCredentials>,
    outcomes: BatchOutcomes,
    { address }: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    const { appId, accountId, pace } = account;
    const domain = domainOfMailbox(address);
    const throttleMs = this.throttles.getWaitMs(account, domain);
    if (throttleMs > 0 && !outcomes.isPaused) {
      outcomes.recordAnswer(index, RATE_LIMITED, 'DOMAIN_RESTS', '', Math.ceil(throttleMs + Math.random() * JITTER_MS));
      return true;
    }
    if (pace?.perDomain === undefined || outcomes.isPaused) {
      return false;
    }
    const request = { appId, accountId, key: `@${domain}`, cost: 1, perSecond: pace.perDomain, maxWaitMs: MAX_WAIT_MS };
    const { isGranted, waitMs } = await this.rateLimiter.acquire(request);
    if (isGranted && waitMs > 0) {
      await sleep(waitMs);
    } else if (!isGranted) {
      outcomes.recordAnswer(index, RATE_LIMITED, 'PACED', '', waitMs);
    }
    return !isGranted;
  }

  private async sendOne(
    opened: SmtpAccount,
    account: Account<'smtp', SmtpCredentials>,
    outcomes: BatchOutcomes,
    item: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    if (!outcomes.admit(index)) {
      return true;
    }
    if (!fitsEnvelope(item.address)) {
      outcomes.recordRefusal(index, {
        kind: 'dead',
        code: 'MALFORMED',
        reason: 'INVALID_ADDRESS',
        raw: 'not an e-mail address',
      });
      return true;
    }
    const sender = resolveMailFrom(item.payload, opened.credentials, opened.isSimulated);
    if (
      ![sender.from, sender.replyTo, item.returnPath].every((address) => address === undefined || fitsEnvelope(address))
    ) {
      outcomes.recordRefusal(index, { kind: 'failed', code: 'MALFORMED_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    return this.deliver(opened, account, outcomes, createMailFields(item, sender), index);
  }

  private async deliver(
    opened: SmtpAccount,
    account: Account<'smtp', SmtpCredentials>,
    outcomes: BatchOutcomes,
    fields: MailFields,
    index: number,
  ): Promise<boolean> {
    let isIncomplete = false;
    for (const { content } of fields.attachments ?? []) {
      content.once('error', () => (isIncomplete = true));
    }
    const departure = new Departure(() => outcomes.mayLeave(index));
    opened.departures.set(fields.messageId, departure);
    try {
      await opened.transport.sendMail({ ...fields, signal: AbortSignal.timeout(this.limits.deadlineMs) });
      outcomes.recordSent(index);
      return true;
    } catch (error) {
      if (departure.isWithheld) {
        outcomes.recordWithheld(index);
        return true;
      }
      // No relay accepts an incomplete text: a message whose attachment failed was not sent.
      const hasLeft = !isIncomplete && departure.hasLeft;
      return this.recordFailure(account, fields.to.address, outcomes, { index, error, hasLeft });
    } finally {
      opened.departures.delete(fields.messageId);
      fields.attachments?.forEach(({ content }) => content.destroy());
    }
  }

  /** @returns whether the relay responded */
  private async recordFailure(
    account: Account<'smtp', SmtpCredentials>,
    address: string,
    outcomes: BatchOutcomes,
    { index, error, hasLeft }: { index: number; error: unknown; hasLeft: boolean },
  ): Promise<boolean> {
    const answer = readSmtpFailure(error, [address]);
    if (answer.kind === 'answered') {
      const { meaning, code, raw, throttle } = answer;
      if (throttle === 'domain') {
        await this.throttles.throttle(account, domainOfMailbox(address), code);
      }
      const isRelay = throttle === 'relay';
      outcomes.recordAnswer(
        index,
        isRelay ? { ...meaning, about: 'account' } : meaning,
        code,
        raw,
        isRelay ? RELAY_BACKOFF_MS : undefined,
      );
    } else {
      const words = toConnectionWords(answer.code, error);
      if (hasLeft) {
        outcomes.recordLost(index, answer.code, words);
      } else {
        outcomes.recordUnsent(index, answer.code, words);
      }
    }
    return answer.kind === 'answered' || answer.code === 'ECONNECTION';
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type Twilio from 'twilio/lib/rest/Twilio.js';
import type { Dispatcher } from 'undici';
import { AccountConnections } from '../../transport/account-connections.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type {
  AcceptedMessage,
  Account,
  BatchReport,
  Outgoing,
  Sender,
  SendOptions,
} from '../../sender/channels.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import { Http1Client } from '../../transport/http1-client.js';
import { type Http1Limits, openHttp1Pool } from '../../transport/http1-pool.js';
import { ConcurrencyLimiter } from '../../transport/concurrency-limiter.js';
import type { RateLimiter } from '../../rate-limits/rate-limiter.service.js';
import type { AnswerMeaning } from '../../sender/answer-table.js';
import { TWILIO_ANSWERS } from './twilio-answers.js';
import { recordTransportFailure } from '../../transport/transport-failure.js';
import { MessageRequest } from './message-request.js';
import { findSender } from '../../provider/sms-senders.js';
import { TwilioRefusedError } from './twilio-refusal.js';
import type { TwilioCredentials } from './twilio-credentials.js';

const HOST = 'https://api.twilio.com';
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Messages to one number that are listed when Twilio is asked. */
const MAX_LISTED = 1000;
/** A result of Herald's own rate limit, not an answer of Twilio. */
const RATE_LIMITED: AnswerMeaning = {
  about: 'recipient',
  single: 'RETRY',
  majority: 'RETRY',
  reason: 'RATE_LIMITED',
};

export interface TwilioLimits extends Http1Limits {
  /** Longest wait of a message for the rate limit of its sender. Beyond it the message is retried later. */
  maxWaitMs: number;
}

export const TWILIO_LIMITS: TwilioLimits = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000, maxWaitMs: 10_000 };

interface OpenedAccount {
  messages: MessageRequest;
  pool: Dispatcher;
  limiter: ConcurrencyLimiter;
}

/** SMS through Twilio. An unconfirmed message can be looked up: Twilio lists accepted messages. */
export class TwilioSender implements Sender<'sms', TwilioCredentials> {
  private readonly accounts: AccountConnections<'sms', TwilioCredentials, OpenedAccount>;
  private readonly answers = new AccountAnswers();
  private readonly limits: TwilioLimits;

  constructor(
    private readonly rateLimiter: RateLimiter,
    limits: Partial<TwilioLimits> = {},
  ) {
    this.limits = { ...TWILIO_LIMITS, ...limits };
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ limiter, pool }) => {
        await limiter.waitUntilIdle();
        await pool.close();
      },
    );
  }

  async send(
    account: Account<'sms', TwilioCredentials>,
    batch: readonly Outgoing<'sms'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const secrets = [account.credentials.authToken];
    const outcomes = new BatchOutcomes(batch, { ...settings, secrets, recent: this.answers.of(account) });
    let opened: OpenedAccount;
    try {
      opened = this.accounts.get(account);
    } catch {
      outcomes.pauseAccount({ code: 'INVALID_ACCOUNT_SID', why: 'AUTH' });
      batch.forEach((_item, index) => outcomes.recordPaused(index));
      return outcomes.report;
    }
    await opened.limiter.runAll(
      batch,
      (item, index) => this.sendOne(opened, account, outcomes, item, index),
      (index) => outcomes.recordUnsent(index, 'PROVIDER_SILENT'),
      { isUrgent },
    );
    return outcomes.report;
  }

  /**
   * Looks for messages with the same sender, number and text. Twilio keeps whole seconds.
   *
   * @throws TwilioRefusedError, an error of the connection, or one for a list that is cut: the outcome is still unknown
   */
  async findAccepted(
    account: Account<'sms', TwilioCredentials>,
    item: Outgoing<'sms'>,
    since: Date,
  ): Promise<AcceptedMessage[]> {
    const from = findSender(account.credentials.senders, item.payload.sender);
    const start = new Date(Math.floor(since.getTime() / 1000) * 1000);
    const client = await this.openLibrary(account);
    const messages = await client.messages.list({
      to: item.address,
      from,
      dateSentAfter: start,
      pageSize: 200,
      limit: MAX_LISTED,
    });
    if (messages.length === MAX_LISTED) {
      throw new Error('Twilio has too many messages to this number to list them all');
    }
    return messages
      .filter((message) => (message.dateSent ?? message.dateCreated) >= start)
      .map(({ sid, body }) => ({ providerId: sid, hasSameText: body === item.payload.body }));
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open(account: Account<'sms', TwilioCredentials>): OpenedAccount {
    const { credentials } = account;
    const { origin, ...trust } = twilioTarget(account);
    const pool = openHttp1Pool(origin, this.limits, MAX_RESPONSE_BYTES, trust);
    const messages = new MessageRequest(new Http1Client(pool, this.limits.deadlineMs), credentials);
    return { messages, pool, limiter: new ConcurrencyLimiter(this.limits.inFlight) };
  }

  /** Twilio's library, which reads the lists of Twilio page by page. It is loaded with the first doubt. */
  private async openLibrary(account: Account<'sms', TwilioCredentials>): Promise<Twilio> {
    const { accountSid, authToken } = account.credentials;
    const { pool } = this.accounts.get(account);
    const [{ default: Library }, { TwilioHttp }] = await Promise.all([
      import('twilio/lib/rest/Twilio.js'),
      import('./twilio-http.js'),
    ]);
    return new Library(accountSid, authToken, { httpClient: new TwilioHttp(pool, this.limits.deadlineMs) });
  }

  /** Waits for the rate limit of the sender. @returns null when the message may be sent, else the delay in ms */
  private async waitForRate(
    { appId, accountId, credentials: { segmentsPerSecond } }: Account<'sms', TwilioCredentials>,
    sender: string,
    { payload: { segments } }: Outgoing<'sms'>,
  ): Promise<number | null> {
    if (segmentsPerSecond === undefined) {
      return null;
    }
    const { maxWaitMs } = this.limits;
    const request = { appId, accountId, key: sender, cost: segments, perSecond: segmentsPerSecond, maxWaitMs };
    const { isGranted, waitMs } = await this.rateLimiter.acquire(request);
    if (isGranted && waitMs > 0) {
      await sleep(waitMs);
    }
    return isGranted ? null : waitMs;
  }

  private async sendOne(
    { messages }: OpenedAccount,
    account: Account<'sms', TwilioCredentials>,
    outcomes: BatchOutcomes,
    item: Outgoing<'sms'>,
    index: number,
  ): Promise<boolean> {
    if (!outcomes.admit(index)) {
      return true;
    }
    const from = findSender(account.credentials.senders, item.payload.sender);
    if (from === undefined) {
      outcomes.recordRefusal(index, { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    const wait = await this.waitForRate(account, from, item);
    if (wait !== null) {
      outcomes.recordAnswer(index, { ...RATE_LIMITED, afterMs: wait }, 'PACED', '');
      return true;
    }
    if (!outcomes.admit(index)) {
      return true;
    }
    try {
      outcomes.recordSent(index, await messages.create(item, from, () => outcomes.mayLeave(index)));
      return true;
    } catch (error) {
      return recordFailure(outcomes, index, error);
    }
  }
}

/** Finds the server and path for requests of an account. */
export function twilioTarget({ origin }: Account<'sms', TwilioCredentials>): { origin: string; ca?: string } {
  return origin ? { origin: `https://${origin.host}:${origin.port}`, ca: origin.ca } : { origin: HOST };
}

/** @returns whether Twilio responded */
function recordFailure(outcomes: BatchOutcomes, index: number, error: unknown): boolean {
  if (error instanceof TwilioRefusedError) {
    const meaning = TWILIO_ANSWERS.classify(error.status, error.code);
    outcomes.recordAnswer(index, meaning, error.code, error.raw, error.afterMs);
    return true;
  }
  return recordTransportFailure(outcomes, index, error);
}

import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { Dispatcher } from 'undici';
import { domainOfMailbox, fitsEnvelope } from '#platform/spelling';
import { toErrorWords } from '../../faults/provider-words.js';
import { createMailFields, type MailFields } from '../../mail/mail-fields.js';
import { resolveMailFrom } from '../../mail/mail-from.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions } from '../../sender/channels.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import { AccountConnections } from '../../transport/account-connections.js';
import { ConcurrencyLimiter } from '../../transport/concurrency-limiter.js';
import { Http1Client } from '../../transport/http1-client.js';
import { type Http1Limits, openHttp1Pool } from '../../transport/http1-pool.js';
import { parseRetryAfter } from '../../transport/retry-after.js';
import { recordTransportFailure } from '../../transport/transport-failure.js';
import { readSesCodes, SES_ANSWERS } from './ses-answers.js';
import { MESSAGE_TAG } from './ses-callbacks.js';
import { openSesClient, SesExchange, sesOrigin, sesSecrets, type SesClient } from './ses-client.js';
import type { SesCredentials } from './ses-credentials.js';
import { createMailWriter, type WriteMail } from './ses-mail.js';

const MAX_RESPONSE_BYTES = 256 * 1024;
const LIMITS: Http1Limits = { deadlineMs: 30_000, inFlight: 50, connectMs: 10_000 };
/** A message with files is in memory three times while it is sent: as it is, in base64, and in the request. */
const FILES_IN_FLIGHT = 2;

interface OpenedAccount {
  client: Promise<SesClient>;
  pool: Dispatcher;
  limiter: ConcurrencyLimiter;
  writeMail: WriteMail;
}

/**
 * E-mails through SES, each by one `SendEmail` with the whole message. SES has no id under which a repeat is taken once, so
 * a message without an answer is not repeated.
 */
export class SesSender implements Sender<'smtp', SesCredentials> {
  private readonly accounts: AccountConnections<'smtp', SesCredentials, OpenedAccount>;
  private readonly answers = new AccountAnswers();
  private readonly limits: Http1Limits;

  constructor(limits: Partial<Http1Limits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ limiter, pool }) => {
        await limiter.waitUntilIdle();
        await pool.close();
      },
    );
  }

  async send(
    account: Account<'smtp', SesCredentials>,
    batch: readonly Outgoing<'smtp'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const secrets = sesSecrets(account.credentials);
    const outcomes = new BatchOutcomes(batch, { ...settings, secrets, recent: this.answers.of(account) });
    const opened = this.accounts.get(account);
    await opened.limiter.runAll(
      batch,
      (item, index) => this.sendOne(opened, account, outcomes, item, index),
      (index) => outcomes.recordUnsent(index, 'PROVIDER_SILENT'),
      {
        isUrgent,
        groupOf: ({ payload }) => (payload.attachments?.length ? 'files' : ''),
        limitOf: (group) => (group === 'files' ? FILES_IN_FLIGHT : undefined),
      },
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open(account: Account<'smtp', SesCredentials>): OpenedAccount {
    const { limits } = this;
    const trust = account.origin ? { ca: account.origin.ca } : {};
    const pool = openHttp1Pool(sesOrigin(account), limits, MAX_RESPONSE_BYTES, trust);
    const http = new Http1Client(pool, limits.deadlineMs);
    const client = openSesClient(account, ({ path, headers, body }, { mayLeave }) =>
      http.post({ path, headers, body, mayLeave }),
    );
    const limiter = new ConcurrencyLimiter(limits.inFlight);
    return { client, pool, limiter, writeMail: createMailWriter(account.credentials) };
  }

  private async sendOne(
    opened: OpenedAccount,
    { credentials, origin }: Account<'smtp', SesCredentials>,
    outcomes: BatchOutcomes,
    item: Outgoing<'smtp'>,
    index: number,
  ): Promise<boolean> {
    if (!outcomes.admit(index)) {
      return true;
    }
    if (!fitsEnvelope(item.address)) {
      const raw = 'not an e-mail address';
      outcomes.recordRefusal(index, { kind: 'dead', code: 'MALFORMED', reason: 'INVALID_ADDRESS', raw });
      return true;
    }
    const sender = resolveMailFrom(item.payload, credentials, origin !== undefined);
    if (![sender.from, sender.replyTo].every((address) => address === undefined || fitsEnvelope(address))) {
      outcomes.recordRefusal(index, { kind: 'failed', code: 'MALFORMED_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    const fields = createMailFields(item, sender);
    const exchange = new SesExchange(() => outcomes.mayLeave(index));
    try {
      const raw = await opened.writeMail(fields);
      const client = await opened.client;
      const { MessageId: providerId } = await client.send(toInput(credentials, item, fields, raw), exchange);
      outcomes.recordSent(index, providerId);
      return true;
    } catch (error) {
      return recordError(outcomes, index, error, exchange);
    } finally {
      fields.attachments?.forEach(({ content }) => content.destroy());
    }
  }
}

function toInput(
  { configurationSet }: SesCredentials,
  { messageId, reportId = messageId }: Outgoing<'smtp'>,
  { from, to }: MailFields,
  raw: Buffer,
): SendEmailCommandInput {
  return {
    FromEmailAddress: withAsciiDomain(from.address),
    Destination: { ToAddresses: [withAsciiDomain(to.address)] },
    Content: { Raw: { Data: raw } },
    EmailTags: [{ Name: MESSAGE_TAG, Value: reportId }],
    ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
  };
}

/** SES wants domains in Punycode (RFC 3492). */
function withAsciiDomain(address: string): string {
  return `${address.slice(0, address.lastIndexOf('@'))}@${domainOfMailbox(address)}`;
}

/** @returns whether SES responded */
function recordError(outcomes: BatchOutcomes, index: number, error: unknown, exchange: SesExchange): boolean {
  const { answer, failure, isBegun } = exchange;
  if (!isBegun) {
    outcomes.recordUnsent(index, error instanceof Error ? error.name : 'UNKNOWN', toErrorWords(error));
    return true;
  }
  if (answer === undefined || failure !== undefined) {
    return recordTransportFailure(outcomes, index, failure ?? error);
  }
  const { status, headers, text } = answer;
  // An acceptance of a form that SES does not have may be one, or not.
  if (status < 300) {
    return recordTransportFailure(outcomes, index, error);
  }
  const codes = readSesCodes(error, status);
  const meaning = SES_ANSWERS.classify(status, ...codes);
  outcomes.recordAnswer(index, meaning, codes[0], `${status} ${text}`, parseRetryAfter(headers));
  return true;
}

import { parseRetryAfter } from '../transport/retry-after.js';
import type { Dispatcher } from 'undici';
import { BatchOutcomes } from '../sender/batch-outcomes.js';
import type { Account, BatchReport, Channel, Outgoing, Sender, SendOptions } from '../sender/channels.types.js';
import { AccountAnswers } from '../sender/recent-answers.js';
import { AccountConnections } from '../transport/account-connections.js';
import { ConcurrencyLimiter } from '../transport/concurrency-limiter.js';
import { type Http1Answer, Http1Client } from '../transport/http1-client.js';
import { type Http1Limits, openHttp1Pool } from '../transport/http1-pool.js';
import { recordTransportFailure } from '../transport/transport-failure.js';
import { type AccessToken, recordMissingToken } from './access-token.js';
import type { PostProtocol, PostRequest, PostAnswer } from './post-protocol.types.js';

const MAX_RESPONSE_BYTES = 256 * 1024;
export const POST_LIMITS: Http1Limits = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000 };

interface OpenedAccount {
  client: Http1Client;
  pool: Dispatcher;
  limiter: ConcurrencyLimiter;
  access: AccessToken | undefined;
}

/** Sends each message in a `POST` of its own over HTTP/1.1, with a limit of requests in flight for each account. */
export class PostSender<C extends Channel, K extends object> implements Sender<C, K> {
  private readonly accounts: AccountConnections<C, K, OpenedAccount>;
  private readonly answers = new AccountAnswers();
  private readonly limits: Http1Limits;

  constructor(
    private readonly protocol: PostProtocol<C, K>,
    limits: Partial<Http1Limits> = {},
  ) {
    this.limits = { ...POST_LIMITS, ...limits };
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ limiter, pool }) => {
        await limiter.waitUntilIdle();
        await pool.close();
      },
    );
  }

  async send(
    account: Account<C, K>,
    batch: readonly Outgoing<C>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const secrets = this.protocol.secrets(account.credentials);
    const outcomes = new BatchOutcomes(batch, { ...settings, secrets, recent: this.answers.of(account) });
    const opened = this.accounts.get(account);
    try {
      await opened.access?.refresh();
    } catch (error) {
      batch.forEach((_item, index) => recordMissingToken(outcomes, index, error));
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

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open(account: Account<C, K>): OpenedAccount {
    const { protocol, limits } = this;
    const { credentials, origin } = account;
    const trust = origin ? { ca: origin.ca } : { ...(protocol.lookup && { lookup: protocol.lookup }) };
    const place = origin ? `https://${origin.host}:${origin.port}` : protocol.origin(credentials);
    const pool = openHttp1Pool(place, limits, MAX_RESPONSE_BYTES, trust);
    return {
      client: new Http1Client(pool, limits.deadlineMs),
      pool,
      limiter: new ConcurrencyLimiter(limits.inFlight),
      access: protocol.openAccess?.(account, limits.deadlineMs),
    };
  }

  private async sendOne(
    opened: OpenedAccount,
    account: Account<C, K>,
    outcomes: BatchOutcomes,
    item: Outgoing<C>,
    index: number,
    isMoved = false,
  ): Promise<boolean> {
    if (!outcomes.admit(index)) {
      return true;
    }
    const request = this.protocol.write(account, item);
    if ('kind' in request) {
      outcomes.recordRefusal(index, request);
      return true;
    }
    try {
      const answer = await this.post(opened, request, () => outcomes.mayLeave(index));
      // A refusal needs no whole body. An acceptance that is cut may be one, or not.
      if (answer.fault && answer.status < 300) {
        throw answer.fault;
      }
      const read = this.protocol.read(answer, account);
      if (read.kind === 'refused' && read.movedTo !== undefined && !isMoved) {
        return await this.sendOne(opened, account, outcomes, { ...item, address: read.movedTo }, index, true);
      }
      this.record(account, outcomes, index, item, answer, read);
      return true;
    } catch (error) {
      return recordTransportFailure(outcomes, index, error);
    }
  }

  /** Posts a message, and once more with a new access token when that one has ended. */
  private async post(
    { client, access }: OpenedAccount,
    request: PostRequest,
    mayLeave: () => boolean,
  ): Promise<Http1Answer> {
    if (access === undefined) {
      return client.post({ ...request, mayLeave });
    }
    const { authorization } = access;
    const send = (value: string): Promise<Http1Answer> =>
      client.post({ ...request, headers: [...request.headers, 'authorization', value], mayLeave });
    const answer = await send(authorization);
    const hasEnded = answer.fault === undefined && this.protocol.isTokenRefused?.(answer) === true;
    // A new token that cannot be fetched leaves the answer that there is.
    const isRenewed = hasEnded && (await access.renew(authorization).catch(() => false));
    return isRenewed ? send(access.authorization) : answer;
  }

  private record(
    account: Account<C, K>,
    outcomes: BatchOutcomes,
    index: number,
    { address }: Outgoing<C>,
    { status, headers, text }: Http1Answer,
    read: PostAnswer,
  ): void {
    if (read.kind === 'taken') {
      outcomes.recordSent(index, read.providerId);
      return;
    }
    const table = this.protocol.tableOf?.(account.credentials) ?? this.protocol.answers;
    const code = read.codes.find((name) => name !== '') ?? String(status);
    const meaning = table.classify(status, ...read.codes);
    // Providers repeat numbers without the plus by which they are known as numbers.
    const name = this.protocol.nameOf?.(address) ?? address.replace(/^\+/, '');
    const words = (read.words ?? text).replaceAll(name, '(address)');
    outcomes.recordAnswer(index, meaning, code, `${status} ${words}`, read.afterMs ?? parseRetryAfter(headers));
  }
}

import type { IncomingHttpHeaders } from 'node:http2';
import { type HeaderFields } from '#http2-client';
import { USER_AGENT } from '#platform/release';
import { AccountConnections } from '../../transport/account-connections.js';
import { recordMissingToken } from '../../provider/access-token.js';
import { BatchOutcomes } from '../../sender/batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender, SendOptions } from '../../sender/channels.types.js';
import type { FcmPayload } from '../../sender/payload.types.js';
import { AccountAnswers } from '../../sender/recent-answers.js';
import { FcmAccess, createCredential } from './fcm-access.js';
import { readFcmAnswer } from './fcm-answer.js';
import { FcmBody } from './fcm-body.js';
import type { Http2Target } from '../../transport/http2-session.js';
import { BatchExchange } from '../../transport/http2-exchange.js';
import { HTTP2_LIMITS, Http2Pool, type Http2Limits } from '../../transport/http2-pool.js';
import type { FcmCredentials } from './fcm-credentials.js';

const HOST = 'https://fcm.googleapis.com:443';

interface FcmAccount {
  pool: Http2Pool;
  access: FcmAccess;
  /** Fields of all messages, with the token of their making. */
  head: HeaderFields & { ':path': string; authorization: string };
}

/**
 * FCM HTTP v1, one request per message over shared HTTP/2 connections. firebase-admin provides the access tokens. Its
 * transport is not used: after a dropped connection its batch never ends.
 */
export class FcmSender implements Sender<'fcm', FcmCredentials> {
  private readonly bodies = new WeakMap<FcmPayload, FcmBody>();
  private readonly accounts: AccountConnections<'fcm', FcmCredentials, FcmAccount>;
  private readonly answers = new AccountAnswers();

  constructor(
    private readonly limits: Http2Limits = HTTP2_LIMITS,
    private readonly now: () => number = Date.now,
  ) {
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      ({ pool }) => pool.close(),
    );
  }

  async send(
    account: Account<'fcm', FcmCredentials>,
    batch: readonly Outgoing<'fcm'>[],
    { isUrgent = false, ...settings }: SendOptions = {},
  ): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch, { ...settings, recent: this.answers.of(account) });
    const opened = this.accounts.get(account);
    try {
      await opened.access.refresh();
    } catch (error) {
      batch.forEach((_item, index) => recordMissingToken(outcomes, index, error));
      return outcomes.report;
    }
    opened.pool.submit(
      batch.map((item, index) => new FcmExchange(opened, outcomes, index, item, this.getBody(item.payload))),
      isUrgent,
    );
    return outcomes.report;
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open(account: Account<'fcm', FcmCredentials>): FcmAccount {
    const { path, ...target } = fcmTarget(account);
    return {
      pool: new Http2Pool(target, this.limits),
      access: new FcmAccess(() => createCredential(account), this.limits.deadlineMs, this.now),
      head: createHead(path, ''),
    };
  }

  private getBody(payload: FcmPayload): FcmBody {
    const body = this.bodies.get(payload) ?? new FcmBody(payload);
    this.bodies.set(payload, body);
    return body;
  }
}

/** Finds the server and path for messages of an account. */
export function fcmTarget({ credentials, origin }: Account<'fcm', FcmCredentials>): Http2Target & { path: string } {
  return {
    ...(origin ? { origin: `https://${origin.host}:${origin.port}`, ca: origin.ca } : { origin: HOST }),
    path: `/v1/projects/${encodeURIComponent(credentials.serviceAccount.project_id)}/messages:send`,
  };
}

function createHead(path: string, authorization: string): FcmAccount['head'] {
  return {
    ':method': 'POST',
    ':path': path,
    authorization,
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
  };
}

class FcmExchange extends BatchExchange {
  private authorization = '';
  private isRenewed = false;

  constructor(
    private readonly account: FcmAccount,
    outcomes: BatchOutcomes,
    index: number,
    private readonly item: Outgoing<'fcm'>,
    private readonly template: FcmBody,
  ) {
    super(outcomes, index);
  }

  headers(): HeaderFields {
    const { account } = this;
    this.authorization = account.access.authorization;
    if (account.head.authorization !== this.authorization) {
      account.head = createHead(account.head[':path'], this.authorization);
    }
    return account.head;
  }

  body(): string {
    return this.template.build(this.item);
  }

  onAnswer(status: number, headers: IncomingHttpHeaders, body: string): void {
    if (status === 200) {
      this.outcomes.recordSent(this.index);
    } else if (status === 401 && !this.isRenewed && readFcmAnswer(status, body).code !== 'THIRD_PARTY_AUTH_ERROR') {
      void this.retryWithNewToken(status, headers, body);
    } else {
      this.recordAnswer(readFcmAnswer(status, body), status, headers, body);
    }
  }

  private async retryWithNewToken(status: number, headers: IncomingHttpHeaders, body: string): Promise<void> {
    this.isRenewed = true;
    try {
      if (await this.account.access.renew(this.authorization)) {
        this.reset();
        this.account.pool.submit([this], this.isUrgent);
      } else {
        this.recordAnswer(readFcmAnswer(status, body), status, headers, body);
      }
    } catch (error) {
      recordMissingToken(this.outcomes, this.index, error);
    }
  }
}

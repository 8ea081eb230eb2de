import { setTimeout as sleep } from 'node:timers/promises';
import Twilio from 'twilio/lib/rest/Twilio.js';
import type { Pool } from 'undici';
import { AccountConnections } from './account-connections.js';
import { BatchOutcomes } from './batch-outcomes.js';
import type { Account, BatchReport, Outgoing, Sender } from './channels.types.js';
import { type Http1Limits, openHttp1Pool } from './http1-pool.js';
import { Lanes } from './lanes.js';
import type { SenderPace } from './paces.js';
import { verdictOf, type Verdict } from './provider-answers.js';
import { failureCode, neverLeft } from './transport-failure.js';
import { TwilioHttp, TwilioRefusal } from './twilio-http.js';

const HOST = 'https://api.twilio.com';
const RESPONSE_LIMIT = 4 * 1024 * 1024;
/** Twilio's bounds of a validity period, in seconds. */
const SHORTEST_TTL = 5;
const LONGEST_TTL = 36_000;
/** Not Twilio's answer but ours: the sender has sent what it may for now. */
const PACED: Verdict = { lone: 'RETRY', crowd: 'RETRY', reason: 'RATE_LIMITED' };

export interface SmsLimits extends Http1Limits {
  /** How long a message waits here for the pace of its sender; what would wait longer is tried again later. */
  patienceMs: number;
}

export const SMS_LIMITS: SmsLimits = { deadlineMs: 15_000, inFlight: 50, connectMs: 10_000, patienceMs: 10_000 };

interface SmsAccount {
  client: Twilio;
  pool: Pool;
  lanes: Lanes;
}

/** SMS through Twilio. A message whose fate is unknown can be asked for: Twilio lists what it took. */
export class SmsSender implements Sender<'sms'> {
  readonly channel = 'sms';
  readonly doubt = 'ask';
  private readonly accounts: AccountConnections<'sms', SmsAccount>;

  constructor(
    private readonly pace: SenderPace,
    private readonly limits: SmsLimits = SMS_LIMITS,
  ) {
    this.accounts = new AccountConnections(
      (account) => this.open(account),
      async ({ lanes, pool }) => {
        await lanes.idle();
        await pool.close();
      },
    );
  }

  async send(account: Account<'sms'>, batch: readonly Outgoing<'sms'>[], isUrgent = false): Promise<BatchReport> {
    const outcomes = new BatchOutcomes(batch.length);
    let opened: SmsAccount;
    try {
      opened = this.accounts.of(account);
    } catch {
      outcomes.pauseAccount({ code: 'INVALID_ACCOUNT_SID', why: 'AUTH' });
      batch.forEach((_item, index) => outcomes.rest(index));
      return outcomes.report;
    }
    await opened.lanes.each(
      batch,
      (item, index) => this.sendOne(opened, account, outcomes, item, index),
      (index) => outcomes.unsent(index, 'PROVIDER_SILENT'),
      { isUrgent },
    );
    return outcomes.report;
  }

  /**
   * Looks for a message of the same sender, number and text. Twilio keeps whole seconds.
   *
   * @throws TwilioRefusal or what the connection failed of: then nobody knows yet
   */
  async ask(account: Account<'sms'>, item: Outgoing<'sms'>, since: Date): Promise<boolean> {
    const from = senderOf(account, item);
    const start = new Date(Math.floor(since.getTime() / 1000) * 1000);
    const { client } = this.accounts.of(account);
    const found = await client.messages.list({
      to: item.address,
      from,
      dateSentAfter: start,
      pageSize: 200,
      limit: 1000,
    });
    return found.some((each) => each.body === item.payload.body && (each.dateSent ?? each.dateCreated) >= start);
  }

  async close(): Promise<void> {
    await this.accounts.close();
  }

  private open({ credentials, origin }: Account<'sms'>): SmsAccount {
    const place = origin === undefined ? HOST : `https://${origin.host}:${origin.port}`;
    const pool = openHttp1Pool(place, this.limits, RESPONSE_LIMIT, origin === undefined ? {} : { ca: origin.ca });
    const httpClient = new TwilioHttp(pool, this.limits.deadlineMs);
    const client = new Twilio(credentials.accountSid, credentials.authToken, { httpClient });
    return { client, pool, lanes: new Lanes(this.limits.inFlight) };
  }

  /** Waits until the sender may send. @returns null when it may, else after how many ms to try again */
  private async waitFor(
    { appId, accountId, credentials: { segmentsPerSecond } }: Account<'sms'>,
    sender: string,
    { payload: { segments } }: Outgoing<'sms'>,
  ): Promise<number | null> {
    if (segmentsPerSecond === undefined) {
      return null;
    }
    const { patienceMs } = this.limits;
    const turn = { appId, accountId, lane: sender, cost: segments, perSecond: segmentsPerSecond, patienceMs };
    const { isGranted, waitMs } = await this.pace.turn(turn);
    if (isGranted && waitMs > 0) {
      await sleep(waitMs);
    }
    return isGranted ? null : waitMs;
  }

  private async sendOne(
    { client }: SmsAccount,
    account: Account<'sms'>,
    outcomes: BatchOutcomes,
    item: Outgoing<'sms'>,
    index: number,
  ): Promise<boolean> {
    if (outcomes.paused) {
      outcomes.rest(index);
      return true;
    }
    const from = senderOf(account, item);
    if (from === undefined) {
      outcomes.refused(index, { kind: 'failed', code: 'UNKNOWN_SENDER', reason: 'CONFIGURATION' });
      return true;
    }
    const wait = await this.waitFor(account, from, item);
    if (wait !== null) {
      outcomes.answered(index, { ...PACED, afterMs: wait }, 'PACED', '');
      return true;
    }
    if (outcomes.paused) {
      outcomes.rest(index);
      return true;
    }
    const validityPeriod = Math.min(Math.max(SHORTEST_TTL, Math.trunc(item.ttlSeconds)), LONGEST_TTL);
    try {
      const { sid } = await client.messages.create({
        to: item.address,
        from,
        body: item.payload.body,
        validityPeriod,
        ...(item.reportUrl !== undefined && { statusCallback: item.reportUrl }),
      });
      outcomes.sent(index, sid);
      return true;
    } catch (error) {
      return settleFailure(outcomes, index, error);
    }
  }
}

/** The sender that the message names, when it is one of the account's; the first one when it names none. */
function senderOf({ credentials }: Account<'sms'>, { payload }: Outgoing<'sms'>): string | undefined {
  return payload.sender === undefined
    ? credentials.senders[0]
    : credentials.senders.find((sender) => sender === payload.sender);
}

/** @returns whether Twilio gave a sign of life */
function settleFailure(outcomes: BatchOutcomes, index: number, error: unknown): boolean {
  if (error instanceof TwilioRefusal) {
    const verdict = verdictOf('sms', error.status, error.code);
    outcomes.answered(index, verdict, error.code, error.raw, error.afterMs);
    return true;
  }
  const code = failureCode(error);
  if (neverLeft(code)) {
    outcomes.unsent(index, code);
  } else {
    outcomes.lost(index, code);
  }
  return code !== 'TIMEOUT';
}

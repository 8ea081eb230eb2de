import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Account, BatchReport, Outgoing } from '#libs/channels';
import { HTTP2_LIMITS } from '../../libs/channels/transport/http2-pool.js';
import type { Sender } from '../../libs/channels/sender/channels.types.js';
import { ApnsSender } from '../../libs/channels/providers/apns/apns.sender.js';
import { FcmSender } from '../../libs/channels/providers/fcm/fcm.sender.js';
import { SmtpSender } from '../../libs/channels/providers/smtp/smtp.sender.js';
import { TwilioSender } from '../../libs/channels/providers/twilio/twilio.sender.js';
import { WebPushSender } from '../../libs/channels/providers/web-push/web-push.sender.js';
import { type FrozenLine, openLine } from '../support/processes/frozen-connection.js';
import type { TestCredentials, TestedChannel } from './account-credentials.js';
import { NO_THROTTLES, PUSH_SERVICES, UNLIMITED, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
/** A silent connection is closed after this time. */
const DEADLINE = { deadlineMs: 2500, connectMs: 2500 };
const LIMITS = { ...HTTP2_LIMITS, deadlineMs: 1000, silenceMs: 300 };
const RELAY = { deadlineMs: 2500, connectMs: 2500, connections: 4, perDomain: 4 };
const MAIL = { subject: 'Hello', html: '<p>Hi</p>', text: 'Hi', fromName: 'Shop', headers: {} };
const COUNT = 20;
const ALL_SENT = Array.from({ length: COUNT }, () => expect.objectContaining({ kind: 'sent' }) as object);

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((entry) => entry.close()));
});

const ADDRESSES: Record<TestedChannel, (n: number) => string> = {
  apns: (n) => randomUUID().replaceAll('-', '').repeat(2) + String(n),
  fcm: (n) => randomUUID().repeat(4) + String(n),
  webpush: () => '',
  smtp: (n) => `${randomUUID()}@${n % 2 === 0 ? 'example.com' : 'example.net'}`,
  sms: (n) => `+4917${String(Math.floor(Math.random() * 1e8) * 100 + n).padStart(10, '0')}`,
  hms: (n) => `IQAAAACy${randomUUID()}${n}`,
};

async function messages<C extends TestedChannel>(channel: C, payload: Outgoing<C>['payload']): Promise<Outgoing<C>[]> {
  const subscriptions = channel === 'webpush' ? await simulated.subscriptions(COUNT) : [];
  return Array.from({ length: COUNT }, (_, n) => ({
    messageId: randomUUID(),
    address: subscriptions[n] ?? ADDRESSES[channel](n),
    payload,
    collapseId: 'offer-1',
    ttlSeconds: 600,
  }));
}

interface Reached<C extends keyof TestCredentials> {
  line: FrozenLine;
  account: Account<C, TestCredentials[C]>;
}

/** An account with a network connection of its own. */
async function overLine<C extends TestedChannel>(channel: C): Promise<Reached<C>> {
  const account = simulated.account(channel);
  const { host, port, ca } = account.origin ?? { host: '', port: 0, ca: '' };
  const line = await openLine(port);
  open.push(line);
  return { line, account: { ...account, origin: { host, port: line.port, ca } } };
}

/**
 * Sends a batch over a connection, another when it is dead, and a third one later.
 *
 * @param met     messages that meet the dead connection
 * @param restMs  delay of the last batch
 * @returns their outcomes
 */
async function expectToSurvive<C extends keyof TestCredentials>(
  sender: Sender<C, TestCredentials[C]>,
  { line, account }: Reached<C>,
  payload: Outgoing<C>['payload'],
  met: number,
  restMs = 0,
): Promise<BatchReport['outcomes']> {
  const batch = () => messages(account.channel, payload);
  open.unshift(sender);
  expect((await sender.send(account, await batch())).outcomes).toEqual(ALL_SENT);
  line.freeze();
  const { outcomes, pause } = await sender.send(account, (await batch()).slice(0, met));
  // The fate of messages written into a dead connection is unknown. None is reported as sent, failed or dead.
  expect(outcomes).toHaveLength(met);
  expect(outcomes.filter(({ kind }) => kind !== 'unknown' && kind !== 'retry')).toEqual([]);
  expect(pause).toBeUndefined();
  await sleep(restMs);
  expect((await sender.send(account, await batch())).outcomes).toEqual(ALL_SENT);
  return outcomes;
}

const kinds = (outcomes: BatchReport['outcomes'], kind: string): number =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

describe.each([1, COUNT])('Dead connection without a close, met by %i messages', (met) => {
  it('A batch over a dead connection to Apple ends, and the next uses another connection', async () => {
    const payload = { body: { aps: { alert: { body: 'Hi' } } }, pushType: 'alert', priority: 10 } as const;
    await expectToSurvive(new ApnsSender(LIMITS), await overLine('apns'), payload, met);
  });

  it('A batch over a dead connection to Google ends, and the next uses another connection', async () => {
    const payload = { message: { notification: { body: 'Hi' } } };
    await expectToSurvive(new FcmSender(LIMITS), await overLine('fcm'), payload, met);
  });

  it('Messages sent over a dead connection to a push service are in doubt, and the next batch uses another', async () => {
    const sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES, { ...DEADLINE, inFlight: 10 });
    const payload = { body: { title: 'Hi' }, urgency: 'high' } as const;
    // Ten messages without an answer leave the push service alone for five seconds.
    const outcomes = await expectToSurvive(sender, await overLine('webpush'), payload, met, met < 10 ? 0 : 5500);
    expect(kinds(outcomes, 'unknown')).toBe(Math.min(met, 10));
  });

  it('Messages sent over a dead connection to Twilio are in doubt, and the next batch uses another', async () => {
    const sender = new TwilioSender(UNLIMITED, { ...DEADLINE, inFlight: 10, maxWaitMs: 1000 });
    const outcomes = await expectToSurvive(sender, await overLine('sms'), { body: 'Hi', segments: 1 }, met);
    expect(kinds(outcomes, 'unknown')).toBe(Math.min(met, 10));
  });

  it('The outcome of messages sent over a dead connection to Twilio can be queried at once', async () => {
    const sender = new TwilioSender(UNLIMITED, { ...DEADLINE, inFlight: 10, maxWaitMs: 1000 });
    open.unshift(sender);
    const { line, account } = await overLine('sms');
    const since = new Date();
    await sender.send(account, await messages('sms', { body: 'Hi', segments: 1 }));
    line.freeze();
    const batch = (await messages('sms', { body: 'Hi', segments: 1 })).slice(0, met);
    await sender.send(account, batch);
    const requests = await Promise.all(batch.map((item) => sender.findAccepted(account, item, since)));
    expect(requests).toEqual(batch.map(() => []));
  });

  it('Messages on a dead connection to a relay can all be retried before their text is sent', async () => {
    const sender = new SmtpSender(UNLIMITED, NO_THROTTLES, RELAY);
    // Its idle connections are closed at the deadline of the first message on them, and retries are spread.
    const outcomes = await expectToSurvive(sender, await overLine('smtp'), MAIL, met, 200);
    expect(kinds(outcomes, 'retry')).toBe(met);
  });
});

it('A message is in doubt when its connection dies during the text, and the next uses another connection', async () => {
  const sender = new SmtpSender(UNLIMITED, NO_THROTTLES, RELAY);
  open.unshift(sender);
  const { line, account } = await overLine('smtp');
  async function* dying(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(100_000);
    line.freeze();
    yield Buffer.alloc(100_000);
  }
  const file = { name: 'a.bin', type: 'application/octet-stream', size: 200_000, open: () => Readable.from(dying()) };
  const batch = await messages('smtp', { ...MAIL, attachments: [file] });
  const report = await sender.send(account, batch.slice(0, 1));
  expect(report.outcomes).toMatchObject([{ kind: 'unknown', reason: 'OUTCOME_UNKNOWN' }]);
  expect((await sender.send(account, await messages('smtp', MAIL))).outcomes).toEqual(ALL_SENT);
});

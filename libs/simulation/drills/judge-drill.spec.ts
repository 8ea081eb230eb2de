import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { messageId } from '#libs/delivery';
import { judgeDrill, type Arrival } from './judge-drill.js';

const DISPATCH = 7;
const [SENT, FAILED] = [1, 2];
const record = (recipientId: number, status = SENT, channel: keyof typeof CHANNELS = 'apns') => ({
  channel: CHANNELS[channel],
  recipientId,
  status,
});
const arrival = (recipientId: number, dispatchId = DISPATCH): Arrival => ({
  provider: 'apns',
  token: `t${recipientId}`,
  messageId: messageId({ dispatchId, channel: CHANNELS.apns, recipientId }),
});
const sms = (token: string): Arrival => ({ provider: 'sms', token, messageId: 'c0ffee' });
const judge = (evidence: Partial<Parameters<typeof judgeDrill>[0]>) =>
  judgeDrill({
    dispatchId: DISPATCH,
    planned: evidence.records?.length ?? 0,
    records: [],
    doubts: [],
    arrivals: [],
    isOver: true,
    seconds: 1,
    ...evidence,
  });

describe('judgeDrill', () => {
  it('A drill is clean when each message arrived once', () => {
    const records = [record(1), record(2)];
    expect(judge({ records, arrivals: [arrival(1), arrival(2)] })).toMatchObject({
      planned: 2,
      sent: 2,
      arrived: 2,
      lost: 0,
      twice: 0,
      listed: 0,
      unlisted: 0,
    });
  });

  it('A message counts as lost when it is recorded as sent and did not arrive, or when it has no result', () => {
    const records = [record(1), record(2), record(3, FAILED)];
    expect(judge({ records, planned: 5, arrivals: [arrival(1)] })).toMatchObject({ lost: 3, failed: 1 });
    expect(judge({ records: [record(1)], arrivals: [arrival(1, 8)] }), 'of another campaign').toMatchObject({
      lost: 1,
    });
  });

  it('A recipient without a result counts as waiting, not as lost, while the drill is not over', () => {
    const records = [record(1), record(2), record(3, FAILED)];
    const evidence = { records, planned: 5, arrivals: [arrival(1)], isOver: false };
    expect(judge(evidence)).toMatchObject({ lost: 1, waiting: 2 });
  });

  it('Messages that arrived twice are compared with the list of doubts', () => {
    const records = [record(1), record(2)];
    const arrivals = [arrival(1), arrival(1), arrival(2), arrival(2)];
    const doubts = [{ channel: CHANNELS.apns, recipientId: 1 }];
    expect(judge({ records, arrivals, doubts })).toMatchObject({ lost: 0, twice: 2, listed: 1, unlisted: 1 });
    const ofOthers = [{ channel: CHANNELS.fcm, recipientId: 2 }];
    expect(judge({ records, arrivals, doubts: ofOthers })).toMatchObject({ listed: 0, unlisted: 2 });
  });

  it('Text messages carry no id and are counted by their numbers', () => {
    const records = [record(1, SENT, 'sms'), record(2, SENT, 'sms'), record(3, SENT, 'sms')];
    const arrivals = [sms('+1'), sms('+1'), sms('+2')];
    expect(judge({ records, arrivals })).toMatchObject({ arrived: 2, lost: 1, twice: 1, unlisted: 1 });
    const doubts = [{ channel: CHANNELS.sms, recipientId: 1 }];
    expect(judge({ records, arrivals, doubts })).toMatchObject({ lost: 1, listed: 1, unlisted: 0 });
    expect(judge({ records, arrivals }).channels).toMatchObject([{ channel: 'sms', recipients: 3 }]);
  });
});

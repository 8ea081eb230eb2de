import { describe, expect, it } from 'vitest';
import type { Account, Outgoing } from '../../sender/channels.types.js';
import type { InfobipCredentials } from './infobip-credentials.js';
import { INFOBIP_PROTOCOL } from './infobip-protocol.js';

const ACCOUNT: Account<'sms', InfobipCredentials> = {
  accountId: 1,
  appId: 1,
  channel: 'sms',
  provider: 'infobip',
  version: 1,
  credentials: { apiKey: '0a-1b', host: 'ab12.api.infobip.com', senders: ['SHOP', '+4915100'] },
};
const ITEM: Outgoing<'sms'> = {
  messageId: 'm-1',
  address: '+4915112345678',
  payload: { body: 'Hi 👋', segments: 1 },
  collapseId: 'm-1',
  ttlSeconds: 600,
};
const write = (item: Partial<Outgoing<'sms'>> = {}, credentials: Partial<InfobipCredentials> = {}) =>
  INFOBIP_PROTOCOL.write({ ...ACCOUNT, credentials: { ...ACCOUNT.credentials, ...credentials } }, { ...ITEM, ...item });
const messageOf = (request: ReturnType<typeof write>): Record<string, unknown> => {
  const { body } = request as { body: string };
  return (JSON.parse(body) as { messages: [Record<string, unknown>] }).messages[0];
};

describe('Message to Infobip', () => {
  it('A message to Infobip is one request with the key and only the fields that it needs', () => {
    const request = write();
    expect(request).toMatchObject({
      path: '/sms/3/messages',
      headers: ['authorization', 'App 0a-1b', 'content-type', 'application/json', 'accept', 'application/json'],
    });
    expect(messageOf(request)).toEqual({
      sender: 'SHOP',
      destinations: [{ to: '4915112345678', messageId: 'm-1' }],
      content: { text: 'Hi 👋' },
      options: { validityPeriod: { amount: 600, timeUnit: 'SECONDS' } },
    });
  });

  it.each([
    [0.2, 1],
    [172_801, 172_800],
  ])('A message to Infobip with a lifetime of %f s is sent with %i s', (ttlSeconds, amount) => {
    expect(messageOf(write({ ttlSeconds }))['options']).toEqual({ validityPeriod: { amount, timeUnit: 'SECONDS' } });
  });

  it('A message to Infobip names only a sender of the account', () => {
    expect(messageOf(write({ payload: { ...ITEM.payload, sender: '+4915100' } }))['sender']).toBe('4915100');
    expect(write({ payload: { ...ITEM.payload, sender: 'OTHER' } })).toEqual({
      kind: 'failed',
      code: 'UNKNOWN_SENDER',
      reason: 'CONFIGURATION',
    });
  });

  it('A message to Infobip requests a report only with a callback password', () => {
    const reportUrl = 'https://herald.example/callbacks/sms/abc';
    expect(messageOf(write({ reportUrl }))).not.toHaveProperty('webhooks');
    expect(messageOf(write({ reportUrl }, { callbackPassword: 'a-password-of-herald' }))).toMatchObject({
      webhooks: {
        delivery: { url: expect.stringMatching(/^https:\/\/herald\.example\/callbacks\/sms\/abc\?proof=[\w-]{43}$/) },
        contentType: 'application/json',
      },
    });
  });
});

describe('Answer of Infobip', () => {
  const read = (status: number, body: unknown) =>
    INFOBIP_PROTOCOL.read(
      { status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) },
      ACCOUNT,
    );
  const state = (status: object) => ({ bulkId: '1', messages: [{ messageId: 'id-1', status, destination: '49' }] });

  it.each(['ACCEPTED', 'PENDING', 'DELIVERED'])('An answer of the group %s has the id of the message', (groupName) => {
    expect(read(200, state({ groupName, id: 26 }))).toEqual({ kind: 'taken', providerId: 'id-1' });
  });

  it('An answer of the group REJECTED has the name, the id and the words of Infobip', () => {
    const status = { groupName: 'REJECTED', id: 12, name: 'REJECTED_NOT_ENOUGH_CREDITS', description: 'No credits' };
    expect(read(200, state(status))).toEqual({
      kind: 'refused',
      codes: ['REJECTED_NOT_ENOUGH_CREDITS', '12'],
      words: 'REJECTED_NOT_ENOUGH_CREDITS: No credits',
    });
  });

  it.each(['', '<html>', {}, { messages: [] }, { messages: [{}] }, state({ groupName: 'OTHER', id: 12 })])(
    'An answer of another form leaves the send in doubt: %j',
    (body) => {
      expect(() => read(200, body)).toThrow();
    },
  );

  it.each([
    [200, state({ groupName: 'REJECTED', id: 23 }), 'REJECTED_DUPLICATE_MESSAGE_ID'],
    [502, '<html>', '502'],
    [504, { errorCode: 'E504' }, '504'],
  ])('An answer with the status %i leaves the send in doubt, with a code', (status, body, code) => {
    expect(() => read(status, body)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    [401, { errorCode: 'E401', description: 'No log-in' }, { codes: ['E401'], words: 'No log-in' }],
    [401, { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } }, { codes: [] }],
    [500, '<html>', { codes: [] }],
  ])('An answer with the status %i is a refusal', (status, body, refusal) => {
    expect(read(status, body)).toEqual({ kind: 'refused', ...refusal });
  });
});

import { describe, expect, it } from 'vitest';
import { INFOBIP_CALLBACKS, proveUrl } from './infobip-callbacks.js';

const PASSWORD = 'a-password-of-herald';
const CREDENTIALS = { apiKey: 'key', host: 'x.api.infobip.com', senders: ['SHOP'], callbackPassword: PASSWORD };
const REPORT_URL = 'https://herald.example/callbacks/sms/abc';
const ACCOUNT_URL = 'https://herald.example/callbacks/accounts/shop';

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const read = (body: unknown, url = proveUrl(REPORT_URL, PASSWORD), headers = {}, credentials: object = CREDENTIALS) =>
  INFOBIP_CALLBACKS.read(
    { ...CREDENTIALS, ...credentials },
    { url, headers, body: Buffer.from(JSON.stringify(body)), accountId: 1 },
  );
const result = (status: object, error: object = { id: 0, name: 'NO_ERROR' }) => ({
  to: '41793026727',
  messageId: 'm-1',
  status,
  error,
});
const fateOf = async (status: object, error?: object) =>
  (await read({ results: [result(status, error)] }))?.reports[0]?.report;

describe('Authentic callbacks of Infobip', () => {
  const body = { results: [result({ groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' })] };
  const report = { address: '+41793026727', messageId: 'm-1', report: { kind: 'delivered' } };

  it('A report to a URL that Herald signed is accepted, also under another host name', async () => {
    expect(await read(body)).toEqual({ reports: [report], inbound: [] });
    expect(await read(body, proveUrl(REPORT_URL, PASSWORD).replace('herald.example', 'inside:8080'))).toBeDefined();
  });

  it('A request of a subscription with the callback password is accepted, with any user name', async () => {
    expect(await read(body, ACCOUNT_URL, basic(`herald:${PASSWORD}`))).toEqual({ reports: [report], inbound: [] });
    expect(await read(body, ACCOUNT_URL, basic(`:${PASSWORD}`))).toBeDefined();
  });

  it.each([
    ['a URL without proof', REPORT_URL, {}],
    ['the proof of another message', proveUrl(REPORT_URL, PASSWORD).replace('abc', 'abd'), {}],
    ['the proof of another password', proveUrl(REPORT_URL, 'another-password-of-it'), {}],
    ['another password', ACCOUNT_URL, basic('herald:another-password-of-it')],
    ['a password without a user', ACCOUNT_URL, basic(PASSWORD)],
    ['another kind of log-in', ACCOUNT_URL, { authorization: `Bearer ${PASSWORD}` }],
  ])('A callback with %s is refused', async (_, url, headers) => {
    expect(await read(body, url, headers)).toBeUndefined();
  });

  it('An account without a callback password accepts no callback', async () => {
    expect(await read(body, ACCOUNT_URL, basic('herald:'), { callbackPassword: undefined })).toBeUndefined();
    expect(await read(body, proveUrl(REPORT_URL, ''), {}, { callbackPassword: undefined })).toBeUndefined();
  });

  it.each([[null], [[]], [{}], [{ results: 'x' }]])('The callback body %j is refused', async (odd) => {
    expect(await read(odd)).toBeUndefined();
  });

  it('Entries of another form in a callback are ignored', async () => {
    const odd = [null, 'x', {}, { to: 4, status: {} }, { from: '4179', text: 3 }, { to: '', status: {} }];
    expect(await read({ results: [...odd, ...body.results] })).toEqual({ reports: [report], inbound: [] });
  });
});

describe('Reports of Infobip', () => {
  it.each([
    ['PENDING', 3, 'PENDING_WAITING_DELIVERY'],
    ['DELIVERED', 2, 'DELIVERED_TO_OPERATOR'],
    ['ACCEPTED', 0, 'MESSAGE_ACCEPTED'],
    ['OTHER', 1, 'OTHER'],
  ])('A report with the state %s %i is only a notice', async (groupName, id, name) => {
    expect(await fateOf({ groupName, id, name })).toEqual({ kind: 'notice' });
  });

  it.each([
    ['REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS', 'CONFIGURATION', 'stays'],
    ['REJECTED', 20, 'REJECTED_FLOODING_FILTER', 'RATE_LIMITED', 'stays'],
    ['REJECTED', 14, 'REJECTED_DESTINATION_BLOCKLISTED', 'REFUSED', 'stays'],
    ['REJECTED', 52, 'REJECTED_DESTINATION', 'INVALID_ADDRESS', 'dead'],
    ['EXPIRED', 15, 'EXPIRED_EXPIRED', 'EXPIRED', 'stays'],
    ['UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 'UNREACHABLE', 'stays'],
  ])(
    'A report with the state %s %i and without an error has the name of the state as its code',
    async (groupName, id, name, reason, fate) => {
      expect(await fateOf({ groupName, id, name })).toEqual({ kind: 'undelivered', code: name, reason, fate });
    },
  );

  it.each([
    ['EC_UNKNOWN_SUBSCRIBER', 'UNREACHABLE', 'suspect'],
    ['EC_TELESERVICE_NOT_PROVISIONED', 'UNREACHABLE', 'suspect'],
    ['EC_DEACTIVATED_LIST', 'INVALID_ADDRESS', 'dead'],
    ['EC_SC_BLOCKED_BY_END_USER', 'OPTED_OUT', 'opted-out'],
    ['EC_ABSENT_SUBSCRIBER', 'UNREACHABLE', 'stays'],
  ])('A report with the error %s has that error as its code', async (name, reason, fate) => {
    const status = { groupName: 'UNDELIVERABLE', id: 9, name: 'UNDELIVERABLE_NOT_DELIVERED' };
    expect(await fateOf(status, { id: 1, name })).toMatchObject({ kind: 'undelivered', code: name, reason, fate });
  });
});

it('An inbound message has its number with a plus sign, its whole text, its time and its id', async () => {
  const message = {
    messageId: '817',
    from: '385916242493',
    to: '385921004026',
    text: 'QUIZ Paris',
    keyword: 'QUIZ',
    receivedAt: '2026-11-28T09:28:39.220+0000',
  };
  const content = await read({ results: [message], messageCount: 1 }, ACCOUNT_URL, basic(`herald:${PASSWORD}`));
  const at = new Date('2026-11-28T09:28:39.220Z');
  expect(content).toEqual({
    reports: [],
    inbound: [{ from: '+385916242493', text: 'QUIZ Paris', command: '', at, id: '817' }],
  });
});

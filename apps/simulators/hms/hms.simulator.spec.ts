import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab, type Answer } from '../lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

const CLIENT = { client_id: '100000001', client_secret: 'secret' };
const NOTIFICATION = { title: 'Hi', body: 'there', click_action: { type: 3 } };

const url = (path: string): string => `https://127.0.0.1:${lab.simulators.endpoints.hms.port}${path}`;

function token(fields: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...CLIENT, ...fields });
  return lab.call(url('/oauth2/v3/token'), { method: 'POST', body });
}

async function send(message: unknown, more: object = {}, clientId = CLIENT.client_id): Promise<Answer> {
  const authorization = `Bearer ${String((await token()).body?.access_token)}`;
  return lab.call(url(`/v1/${clientId}/messages:send`), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ message, ...more }),
  });
}

describe('HMS simulator', () => {
  it('Push Kit issues access tokens for the first secret of an app', async () => {
    expect((await token()).body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(await token({ client_secret: 'other' })).toMatchObject({
      status: 400,
      body: { error: 1101, sub_error: 12_304, error_description: 'invalid client_secret' },
    });
    expect(await token({ client_id: '' })).toMatchObject({ status: 400, body: { sub_error: 20_001 } });
    expect(await token({ grant_type: 'password' })).toMatchObject({ status: 400 });
  });

  it('Push Kit accepts a message, and validates one with validate_only without storing it', async () => {
    const message = { data: '{"a":1}', android: { bi_tag: 'm-1', notification: NOTIFICATION }, token: ['device-1'] };
    expect(await send(message)).toMatchObject({
      status: 200,
      body: { code: '80000000', requestId: expect.stringMatching(/^\d{18}$/) },
    });
    expect(await send(message, { validate_only: true })).toMatchObject({ body: { code: '80000000' } });
    const { deliveries } = await lab.deliveries('?provider=hms');
    expect(deliveries).toMatchObject([{ token: 'device-1', messageId: 'm-1', sender: CLIENT.client_id }]);
  });

  it('Push Kit refuses requests without a token and for another app', async () => {
    const message = { data: 'x', token: ['d'] };
    expect(await send(message, {}, '100000002')).toMatchObject({ status: 401, body: { code: '80200001' } });
    const unknown = await lab.call(url('/v1/100000001/messages:send'), { method: 'POST', body: '{}' });
    expect(unknown).toMatchObject({ status: 401, body: { code: '80200001' } });
  });

  it.each([
    ['80100003', { token: ['d'] }],
    ['80100003', { data: 'x' }],
    ['80100003', { data: 'x', token: ['d'], topic: 'all' }],
    ['80100003', { data: { a: 1 }, token: ['d'] }],
    ['80300010', { data: 'x', token: [] }],
    ['80300010', { data: 'x', token: Array.from({ length: 1001 }, (_, n) => `d${n}`) }],
    ['80100003', { android: { notification: { ...NOTIFICATION, title: '' } }, token: ['d'] }],
    ['80100003', { android: { notification: { title: 'Hi', body: 'there' } }, token: ['d'] }],
    ['80100003', { android: { notification: { ...NOTIFICATION, click_action: { type: 1 } } }, token: ['d'] }],
    ['80100003', { android: { notification: { ...NOTIFICATION, image: 'http://a/i.png' } }, token: ['d'] }],
    ['80100003', { android: { notification: { ...NOTIFICATION, style: 1 } }, token: ['d'] }],
    ['80100003', { android: { notification: { ...NOTIFICATION, default_sound: false } }, token: ['d'] }],
    [
      '80100003',
      {
        android: {
          notification: { ...NOTIFICATION, buttons: Array.from({ length: 4 }, () => ({ name: 'a', action_type: 0 })) },
        },
        token: ['d'],
      },
    ],
    [
      '80100003',
      {
        android: { notification: { ...NOTIFICATION, buttons: [{ name: 'a'.repeat(41), action_type: 0 }] } },
        token: ['d'],
      },
    ],
    ['80100003', { data: 'x', android: { ttl: '1296001s' }, token: ['d'] }],
    ['80100004', { data: 'x', android: { ttl: '0s' }, token: ['d'] }],
    ['80100013', { data: 'x', android: { collapse_key: 101 }, token: ['d'] }],
    ['80300008', { data: 'x'.repeat(4096), token: ['d'] }],
  ])('Push Kit refuses a message with %s: %j', async (code, message) => {
    expect((await send(message)).body).toMatchObject({ code });
    expect((await lab.counts()).hms).toMatchObject({ accepted: 0, rejected: 1 });
  });

  it('Push Kit names the token of a partial failure', async () => {
    await lab.faults({ provider: 'hms', share: 1, status: 200, reason: '80100000' });
    const { status, body } = await send({ data: 'x', token: ['device-1'] });
    expect([status, body?.code]).toEqual([200, '80100000']);
    expect(JSON.parse(String(body?.msg))).toEqual({ success: 0, failure: 1, illegal_tokens: ['device-1'] });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

const LONG = '12345678901234567891';
const PUSH = { title: 'Order', text: 'x', message: 'x', platforms: ['IOS'], ios: { title: 'Order' } };
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', [{ extId: 'ann', platform: 'IOS', deviceToken: 'a'.repeat(64) }]);
});
afterAll(() => sending.close());

/** Posts a body in which the text LONG is the number of its digits. */
const post = (operation: string, body: unknown) =>
  sending.gateway.call(`/rest/3.0/${operation}`, {
    raw: Buffer.from(JSON.stringify(body).replaceAll(`"${LONG}"`, LONG)),
    headers: { 'content-type': 'application/json' },
  });

describe('Numbers with more digits than JavaScript keeps', () => {
  it.each<[string, unknown, string]>([
    [
      'sendBulkNotification',
      { message: { ...PUSH, params: { id: LONG } }, target: { sendToAll: true } },
      'message.params.id',
    ],
    [
      'sendBulkNotification',
      { message: { ...PUSH, customJson: { a: [1, { id: LONG }] } }, target: { sendToAll: true } },
      'message.customJson.a[1].id',
    ],
    [
      'sendBulkNotification',
      {
        message: { ...PUSH, liveActivity: { event: 'update', contentState: { score: LONG } } },
        target: { sendToAll: true },
      },
      'message.liveActivity.contentState.score',
    ],
    ['createNotificationDefinition', { ...PUSH, params: { id: LONG } }, 'params.id'],
    ['registerUsers', [{ extId: 'ann' }, { extId: 'ben', profile: { card: LONG } }], 'profile.card'],
    ['fireEvents', [{ name: 'Bought', extId: 'ann', attributes: { total: LONG } }], 'attributes.total'],
    ['sendNotification', { notificationKey: '1', extIds: ['ann'], params: { order: LONG } }, 'params.order'],
  ])('%s refuses %j with the path %s', async (operation, body, field) => {
    const { status, json } = await post(operation, body);
    expect(status).toBe(400);
    expect(json).toMatchObject({
      code: 2004,
      error: expect.stringContaining(`Field '${field}' is a number that loses digits`),
    });
  });

  it('A push carries the whole digits of numbers that JavaScript keeps, and of texts', async () => {
    await sending.simulators.clear();
    const customJson = { id: 9_007_199_254_740_991, card: LONG.concat('0') };
    await sending.bulk({ message: { ...PUSH, customJson }, target: { sendToAll: true } });
    await sending.drain();
    const [push] = await sending.simulators.deliveries('provider=apns');
    const sent = JSON.stringify(push?.payload);
    expect(sent).toContain('{"id":9007199254740991,"card":"123456789012345678910"}');
  });
});

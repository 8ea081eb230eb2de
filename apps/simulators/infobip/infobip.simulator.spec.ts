import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab, type Answer } from '../lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

const NAME = '0123456789abcdef'.repeat(2);
const KEY = `${NAME}-8f4b3d9a-e931-478d-a994-28a725159ab9`;

function call(method: string, path: string, body?: unknown, key = KEY): Promise<Answer> {
  const { port } = lab.simulators.endpoints.infobip;
  return lab.call(`https://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `App ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const message = (changes: object = {}, destination: object = {}) => ({
  messages: [
    {
      sender: 'SHOP',
      destinations: [{ to: '4915112345678', ...destination }],
      content: { text: 'hello' },
      ...changes,
    },
  ],
});
const send = (body: unknown, key = KEY) => call('POST', '/sms/3/messages', body, key);
const stateOf = ({ body }: Answer) => (body?.['messages'] as { status: object }[] | undefined)?.[0]?.status;

describe('Infobip simulator', () => {
  it('Infobip accepts a message and returns its state', async () => {
    const { status, body } = await send(message({}, { messageId: 'm-1' }));
    expect([status, body]).toMatchObject([200, { messages: [{ messageId: 'm-1', destination: '4915112345678' }] }]);
    expect(stateOf({ status, body } as Answer)).toMatchObject({ groupId: 1, id: 26, name: 'PENDING_ACCEPTED' });
  });

  it('Infobip rejects an id that it has accepted, and accepts an id that it has rejected', async () => {
    expect(stateOf(await send(message({}, { messageId: 'm-2', to: '1' })))).toMatchObject({ id: 52 });
    expect(stateOf(await send(message({}, { messageId: 'm-2' })))).toMatchObject({ id: 26 });
    expect(stateOf(await send(message({}, { messageId: 'm-2' })))).toMatchObject({
      groupName: 'REJECTED',
      id: 23,
      name: 'REJECTED_DUPLICATE_MESSAGE_ID',
    });
  });

  it.each([
    ['messages', {}],
    ['messages', { messages: [] }],
    ['messages[0].destinations', message({ destinations: [] })],
    ['messages[0].destinations[0].to', message({}, { to: undefined })],
    ['messages[0].destinations[0].messageId', message({}, { messageId: 'x'.repeat(201) })],
    ['messages[0].content.text', message({ content: {} })],
    ['messages[0].sender', message({ sender: 4 })],
    ['messages[0].options.validityPeriod', message({ options: { validityPeriod: { amount: '5' } } })],
    ['messages[0].options.validityPeriod', message({ options: { validityPeriod: { amount: 5, timeUnit: 'DAYS' } } })],
  ])('Infobip refuses a request without a valid %s', async (property, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { errorCode: 'E400', violations: [{ property }] } });
  });

  it.each([
    [51, message({}, { to: '' })],
    [52, message({}, { to: '12' })],
    [52, message({}, { to: 'SHOP' })],
    [25, message({ content: { text: 'x'.repeat(4001) } })],
    [25, message({ content: { text: 'ş'.repeat(1700) } })],
  ])('Infobip rejects an invalid message with the status id %i', async (id, body) => {
    expect(stateOf(await send(body))).toMatchObject({ groupId: 5, id });
  });

  it('Infobip accepts only well-formed keys with the secret that it saw first', async () => {
    expect((await send(message())).status).toBe(200);
    for (const key of ['', 'x', `${KEY}0`, KEY.replace('8f4b', '9f4b')]) {
      expect(await send(message(), key)).toMatchObject({ status: 401, body: { errorCode: 'E401' } });
      expect(await call('GET', '/account/1/balance', undefined, key)).toMatchObject({
        status: 401,
        body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } },
      });
    }
    expect(await call('GET', '/account/1/balance')).toMatchObject({ status: 200, body: { currency: 'EUR' } });
  });

  it('Infobip answers 404 for any other operation', async () => {
    expect((await call('GET', '/sms/3/messages')).status).toBe(404);
    expect((await call('POST', '/sms/2/text/advanced', message())).status).toBe(404);
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab, type Answer } from './lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

interface SmsPage {
  messages: Array<{ sid: string; to: string; date_sent: string }>;
  next_page_uri: unknown;
}
function readPage({ body }: Answer): SmsPage {
  return { messages: body?.messages as SmsPage['messages'], next_page_uri: body?.next_page_uri };
}

describe('Twilio', () => {
  const ACCOUNT = `AC${'0'.repeat(32)}`;
  function call(method: string, query: string, form?: Record<string, string>, user = ACCOUNT): Promise<Answer> {
    const { port } = lab.simulators.endpoints.sms;
    return lab.call(`https://127.0.0.1:${port}/2010-04-01/Accounts/${ACCOUNT}/Messages.json${query}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${user}:token`).toString('base64')}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
  }
  const find = async (parameters: Record<string, string>): Promise<SmsPage> =>
    readPage(await call('GET', `?${new URLSearchParams(parameters).toString()}`));
  const send = (form: Record<string, string>): Promise<Answer> =>
    call('POST', '', { To: '+4915112345678', From: '+15005550006', Body: 'hello', ...form });

  it('queues a message and finds it again by number, sender and time', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const sent = await send({ StatusCallback: 'https://example.com/cb' });
    expect(sent).toMatchObject({
      status: 201,
      body: { status: 'queued', to: '+4915112345678', from: '+15005550006', body: 'hello', error_code: null },
    });
    expect(sent.body?.sid).toMatch(/^SM[0-9a-f]{32}$/);
    await send({ To: '+4915100000000' });
    const found = await find({ To: '+4915112345678', From: '+15005550006', 'DateSent>': since, PageSize: '20' });
    expect(found.messages).toMatchObject([{ sid: sent.body?.sid, body: 'hello', direction: 'outbound-api' }]);
    expect(Date.parse(found.messages[0]?.date_sent ?? '')).toBeGreaterThan(Date.parse(since) - 1000);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await find({ To: '+4915112345678', 'DateSent>': tomorrow })).messages).toEqual([]);
    expect((await find({ From: '+1' })).messages).toEqual([]);
    const firstPage = await find({ PageSize: '1' });
    expect(firstPage.messages).toHaveLength(1);
    expect(firstPage.next_page_uri).toContain('Page=1');
    expect((await find({ PageSize: '1', Page: '1' })).next_page_uri).toBeNull();
    const { deliveries: taken } = await lab.deliveries('?provider=sms&token=%2B4915112345678');
    expect(taken).toMatchObject([
      {
        messageId: createHash('sha256').update('+15005550006\0hello').digest('hex').slice(0, 32),
        payload: { StatusCallback: 'https://example.com/cb' },
      },
    ]);
  });

  it('serves the twilio library', async () => {
    const { default: twilio } = await import('twilio');
    const client = twilio(ACCOUNT, 'token', { ca: lab.authority.ca });
    client.api.baseUrl = `https://127.0.0.1:${lab.simulators.endpoints.sms.port}`;
    const sent = await client.messages.create({ to: '+4915112345678', from: '+15005550006', body: 'hi' });
    expect(sent.status).toBe('queued');
    const listed = await client.messages.list({ to: '+4915112345678', dateSentAfter: new Date(Date.now() - 5000) });
    expect(listed.map((one) => one.sid)).toEqual([sent.sid]);
    expect(listed[0]?.dateSent.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('refuses in Twilio’s shape', async () => {
    expect(await send({ To: '12345' })).toMatchObject({
      status: 400,
      body: { code: 21211, status: 400, more_info: 'https://www.twilio.com/docs/errors/21211' },
    });
    expect(await send({ To: '' })).toMatchObject({ body: { code: 21604 } });
    expect(await send({ From: '' })).toMatchObject({ body: { code: 21603 } });
    expect(await send({ Body: '' })).toMatchObject({ body: { code: 21602 } });
    expect(await send({ Body: 'x'.repeat(1601) })).toMatchObject({ body: { code: 21617 } });
    expect(await call('POST', '', {}, 'ACother')).toMatchObject({ status: 401, body: { code: 20003 } });
  });

  it('fails as the rules say; a message taken before the cut can be found', async () => {
    await lab.faults(
      { provider: 'sms', token: '+491*', share: 1, status: 400, reason: '21610' },
      { provider: 'sms', token: '+492*', share: 1, status: 429, retryAfterSeconds: 1 },
      { provider: 'sms', token: '+493*', share: 1, fault: 'reset', when: 'after' },
      { provider: 'sms', token: '+494*', share: 1, fault: 'reset' },
    );
    expect(await send({ To: '+4911234567' })).toMatchObject({ status: 400, body: { code: 21610 } });
    expect(await send({ To: '+4921234567' })).toMatchObject({ status: 429, body: { code: 20429 } });
    await expect(send({ To: '+4931234567' })).rejects.toThrow();
    await expect(send({ To: '+4941234567' })).rejects.toThrow();
    const { messages } = await find({ PageSize: '10' });
    expect(messages.map((one) => one.to)).toEqual(['+4931234567']);
  });
});

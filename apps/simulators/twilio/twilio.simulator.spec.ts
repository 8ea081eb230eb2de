import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab, type Answer } from '../lab.js';

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

describe('Twilio simulator', () => {
  const ACCOUNT = `AC${'0'.repeat(32)}`;
  function call(
    method: string,
    query: string,
    form?: Record<string, string>,
    user = ACCOUNT,
    account = ACCOUNT,
  ): Promise<Answer> {
    const { port } = lab.simulators.endpoints.sms;
    return lab.call(`https://127.0.0.1:${port}/2010-04-01/Accounts/${account}/Messages.json${query}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${user}:token`).toString('base64')}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
  }
  const find = async (parameters: Record<string, string>): Promise<SmsPage> =>
    readPage(await call('GET', `?${new URLSearchParams(parameters).toString()}`));
  const send = (form: Record<string, string>, account = ACCOUNT): Promise<Answer> =>
    call('POST', '', { To: '+4915112345678', From: '+15005550006', Body: 'hello', ...form }, account, account);

  it('The Twilio simulator queues a message and finds it by number, sender and time', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const sent = await send({ StatusCallback: 'https://example.com/cb' });
    expect(sent).toMatchObject({
      status: 201,
      body: { status: 'queued', to: '+4915112345678', from: '+15005550006', body: 'hello', error_code: null },
    });
    expect(sent.body?.sid).toMatch(/^SM[0-9a-f]{32}$/);
    await send({ To: '+4915100000000' });
    const listed = await find({ To: '+4915112345678', From: '+15005550006', 'DateSent>': since, PageSize: '20' });
    expect(listed.messages).toMatchObject([{ sid: sent.body?.sid, body: 'hello', direction: 'outbound-api' }]);
    expect(Date.parse(listed.messages[0]?.date_sent ?? '')).toBeGreaterThan(Date.parse(since) - 1000);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await find({ To: '+4915112345678', 'DateSent>': tomorrow })).messages).toEqual([]);
    expect((await find({ From: '+1' })).messages).toEqual([]);
    const firstPage = await find({ PageSize: '1' });
    expect(firstPage.messages).toHaveLength(1);
    expect(firstPage.next_page_uri).toContain('Page=1');
    expect((await find({ PageSize: '1', Page: '1' })).next_page_uri).toBeNull();
    const { deliveries } = await lab.deliveries('?provider=sms&token=%2B4915112345678');
    expect(deliveries).toMatchObject([
      {
        messageId: createHash('sha256').update('+15005550006\0hello').digest('hex').slice(0, 32),
        payload: { StatusCallback: 'https://example.com/cb' },
      },
    ]);
  });

  it('The Twilio simulator works with the twilio library', async () => {
    const { default: twilio } = await import('twilio');
    const client = twilio(ACCOUNT, 'token', { ca: lab.authority.ca });
    client.api.baseUrl = `https://127.0.0.1:${lab.simulators.endpoints.sms.port}`;
    const sent = await client.messages.create({ to: '+4915112345678', from: '+15005550006', body: 'hi' });
    expect(sent.status).toBe('queued');
    const listed = await client.messages.list({ to: '+4915112345678', dateSentAfter: new Date(Date.now() - 5000) });
    expect(listed.map((message) => message.sid)).toEqual([sent.sid]);
    expect(listed[0]?.dateSent.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('The Twilio simulator refuses invalid requests with the error codes of Twilio', async () => {
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

  it('The Twilio simulator fails as its rules say, and a message accepted before a reset can be found', async () => {
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
    expect(messages.map((message) => message.to)).toEqual(['+4931234567']);
  });

  it('The Twilio simulator remembers the token of an account and checks form fields as Twilio does', async () => {
    expect(await call('POST', '', { To: '+4915112345678', From: '+15005550006', Body: 'a' })).toMatchObject({
      status: 201,
    });
    const { port } = lab.simulators.endpoints.sms;
    const wrong = await lab.call(`https://127.0.0.1:${port}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
      headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:other`).toString('base64')}` },
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: 20003 } });
    expect(await send({ From: 'LONGERTHANELEVEN' })).toMatchObject({ body: { code: 21212 } });
    expect(await send({ StatusCallback: 'ftp://x' })).toMatchObject({ body: { code: 21609 } });
  });

  describe('Callbacks', () => {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        came.push({
          url: `${base}${request.url}`,
          signature: String(request.headers['x-twilio-signature']),
          form: Object.fromEntries(new URLSearchParams(body)),
        });
        response.writeHead(204).end();
      });
    });
    let base = '';
    let came: { url: string; signature: string; form: Record<string, string> }[] = [];
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    beforeEach(() => {
      came = [];
    });
    afterAll(() => server.close());
    const arrivals = async (count: number): Promise<typeof came> => {
      for (let left = 100; left > 0 && came.length < count; left--) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return came;
    };

    it('A status callback of the Twilio simulator is signed and has the error code of a rule of the stage report', async () => {
      await lab.faults({ provider: 'sms', token: '+493*', share: 1, status: 400, reason: '30003', stage: 'report' });
      const good = await send({ StatusCallback: `${base}/sms/1` });
      const bad = await send({ To: '+4931234567', StatusCallback: `${base}/sms/2?a=b` });
      expect(bad.status).toBe(201);
      const about = (sid: unknown) => came.filter(({ form }) => form.MessageSid === sid).map(({ form }) => form);
      await arrivals(4);
      expect(about(good.body?.sid)).toMatchObject([
        { MessageStatus: 'sent', AccountSid: ACCOUNT, To: '+4915112345678' },
        { MessageStatus: 'delivered' },
      ]);
      expect(about(bad.body?.sid)).toMatchObject([
        { MessageStatus: 'sent' },
        { MessageStatus: 'undelivered', ErrorCode: '30003' },
      ]);
      expect(came.every(({ url, signature, form }) => webhooks.validateRequest('token', signature, url, form))).toBe(
        true,
      );
    });

    it('The Twilio simulator sends an inbound message to the given URL', async () => {
      await send({});
      const url = `${base}/inbound`;
      const stop = { url, from: '+4915112345678', to: '+15005550006', body: 'STOP' };
      expect(await lab.control('POST', '/inbound-sms', stop)).toEqual({ status: 204 });
      expect(came).toMatchObject([{ form: { Body: 'STOP', From: '+4915112345678', SmsStatus: 'received' } }]);
      const knownSid = came[0]?.form['AccountSid'];
      const otherSid = `AC${'1'.repeat(32)}`;
      await send({ To: '+4915112345679' }, otherSid);
      expect(await lab.control('POST', '/inbound-sms', { ...stop, from: '+4915112345679' })).toEqual({ status: 204 });
      expect(await lab.control('POST', '/inbound-sms', stop)).toEqual({ status: 204 });
      expect(came.map(({ form }) => form['AccountSid'])).toEqual([knownSid, otherSid, knownSid]);
      expect(await lab.control('POST', '/inbound-sms', { ...stop, url: 'https://example.com/', body: '' })).toEqual({
        error: 'bad request',
        faults: ['url must be an http or https URL of this machine', 'body is required'],
      });
    });

    it('The Twilio simulator sends callbacks only to this machine', async () => {
      expect((await send({ StatusCallback: 'http://203.0.113.7/sms' })).status).toBe(201);
      await send({ StatusCallback: `${base}/sms/3` });
      expect(await arrivals(2)).toHaveLength(2);
    });
  });
});

import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, type EmailPayload, type MailAttachment, type Outgoing } from '#libs/channels';
import { AllowedAddresses } from '#platform/net';
import type { SmtpCredentials } from '../../../libs/channels/providers/smtp/smtp-credentials.js';
import { SmtpSender } from '../../../libs/channels/providers/smtp/smtp.sender.js';
import { NO_THROTTLES, UNLIMITED, useSimulators, withoutWords } from '../simulated-accounts.js';

const simulated = useSimulators();
const PAYLOAD: EmailPayload = {
  subject: 'Hello',
  html: '<p>Hi</p>',
  text: 'Hi',
  fromName: 'Shop',
  headers: { 'X-Campaign': '7' },
};

function message(changes: Partial<Outgoing<'smtp'>> = {}): Outgoing<'smtp'> {
  return {
    messageId: randomUUID(),
    address: `${randomUUID()}@example.com`,
    payload: PAYLOAD,
    collapseId: 'offer-1',
    ttlSeconds: 86_400,
    ...changes,
  };
}
const messages = (count: number): Outgoing<'smtp'>[] => Array.from({ length: count }, () => message());
const to = (address: string): Outgoing<'smtp'> => message({ address });

describe('SmtpSender', () => {
  let sender = new SmtpSender(UNLIMITED, NO_THROTTLES);
  const within = (deadlineMs: number): SmtpSender =>
    (sender = new SmtpSender(UNLIMITED, NO_THROTTLES, { deadlineMs, connections: 5, connectMs: 2000, perDomain: 5 }));
  afterEach(async () => {
    await sender.close();
    sender = new SmtpSender(UNLIMITED, NO_THROTTLES);
  });

  it('SmtpSender sends over STARTTLS with Message-ID, sender and headers', async () => {
    const item = message();
    const report = await sender.send(simulated.account('smtp'), [item]);
    expect(report).toEqual({ outcomes: [{ kind: 'sent' }], pause: undefined });
    expect(await simulated.deliveries('smtp')).toMatchObject([
      {
        token: item.address,
        messageId: item.messageId,
        payload: {
          subject: 'Hello',
          from: { name: 'Shop', address: 'shop@example.org' },
          envelope: { from: 'shop@example.org', to: item.address },
          headers: { 'message-id': `<${item.messageId}@example.org>`, 'x-campaign': '7' },
        },
      },
    ]);
  });

  it('SmtpSender sends a batch without loss', async () => {
    const report = await sender.send(simulated.account('smtp'), messages(200));
    expect(report.outcomes.filter((outcome) => outcome.kind !== 'sent')).toEqual([]);
    expect(await simulated.counts('smtp')).toEqual({ accepted: 200, rejected: 0, distinct: 200 });
  });

  it('SmtpSender distinguishes unknown users, full mailboxes, delays and refused texts, in order', async () => {
    await simulated.faults(
      { provider: 'smtp', token: 'gone@*', share: 1, status: 550 },
      { provider: 'smtp', token: 'full@*', share: 1, status: 552 },
      { provider: 'smtp', token: 'later@*', share: 1, status: 450, reason: '4.7.1 Greylisted' },
      { provider: 'smtp', token: 'big@*', share: 1, status: 552, reason: '5.3.4 Too big', stage: 'data' },
      { provider: 'smtp', token: 'spam@*', share: 1, status: 554, stage: 'data' },
    );
    const names = ['gone', 'full', 'later', 'big', 'spam', 'fine'];
    const report = await sender.send(
      simulated.account('smtp'),
      names.map((name) => to(`${name}@example.com`)),
    );
    expect(withoutWords(report.outcomes)).toEqual([
      { kind: 'dead', code: '550 5.1.1', reason: 'INVALID_ADDRESS', raw: expect.stringContaining('550 5.1.1') },
      { kind: 'failed', code: '552 5.2.2', reason: 'MAILBOX_FULL' },
      { kind: 'retry', code: '450 4.7.1', reason: 'RATE_LIMITED', afterMs: 60_000, isUntaken: true },
      { kind: 'failed', code: '552 5.3.4', reason: 'INVALID_PAYLOAD' },
      { kind: 'failed', code: '554 5.7.1', reason: 'REFUSED' },
      { kind: 'sent' },
    ]);
    expect(report.pause).toBeUndefined();
  });

  it('SmtpSender reports a message as unknown when the connection is cut or silent after the text', async () => {
    await simulated.faults(
      { provider: 'smtp', token: 'cut@*', share: 1, fault: 'reset', when: 'after' },
      { provider: 'smtp', token: 'hang@*', share: 1, fault: 'hang' },
    );
    const report = await within(600).send(simulated.account('smtp'), [
      to('cut@example.com'),
      to('hang@example.com'),
      to('fine@example.com'),
    ]);
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['unknown', 'unknown', 'sent']);
    expect((await simulated.deliveries('smtp')).map((delivery) => delivery.token).toSorted()).toEqual([
      'cut@example.com',
      'fine@example.com',
    ]);
  });

  it('SmtpSender retries a message whose text was not sent', async () => {
    await simulated.faults({ provider: 'smtp', token: 'busy@*', share: 1, status: 421 });
    const report = await sender.send(simulated.account('smtp'), [to('busy@example.com'), to('fine@example.com')]);
    expect(report.outcomes[0]).toMatchObject({ kind: 'retry', reason: 'RATE_LIMITED' });
    expect(withoutWords(report.outcomes[1])).toEqual({ kind: 'sent' });
  });

  it('SmtpSender retries when the connection is refused', async () => {
    const account = simulated.account('smtp');
    const report = await sender.send(
      { ...account, origin: { host: '127.0.0.1', port: 1, ca: account.origin?.ca ?? '' } },
      messages(2),
    );
    expect(report.outcomes).toMatchObject(
      Array.from({ length: 2 }, () => ({ kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' })),
    );
  });

  it('SmtpSender retries when the certificate is not of the trusted authority', async () => {
    const account = simulated.account('smtp');
    const { host = '', port = 0 } = account.origin ?? {};
    const report = await sender.send({ ...account, origin: { host, port, ca: '' } }, messages(1));
    expect(report.outcomes).toMatchObject([{ kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' }]);
    expect((await simulated.counts('smtp')).accepted).toBe(0);
  });

  it('SmtpSender pauses at a refused log-in and stops sending', async () => {
    await simulated.faults({ provider: 'smtp', token: 'shop', share: 1, status: 535, stage: 'auth' });
    const report = await sender.send(simulated.account('smtp'), messages(50));
    expect(report.pause).toEqual({ code: '535 5.7.8', why: 'AUTH' });
    expect(report.outcomes.every((outcome) => outcome.kind === 'retry')).toBe(true);
  });

  it('SmtpSender allows no injection by address, subject or header', async () => {
    const report = await sender.send(simulated.account('smtp'), [
      to('jo@example.com\r\nRCPT TO:<all@example.com>'),
      message({ payload: { ...PAYLOAD, fromAddress: 'x@y.z>\r\nDATA' } }),
      message({
        payload: { ...PAYLOAD, subject: 'Hi\r\nBcc: all@example.com', headers: { 'X-A': '1\r\nBcc: all@example.com' } },
      }),
    ]);
    expect(report.outcomes.map((outcome) => outcome.kind)).toEqual(['dead', 'failed', 'sent']);
    const [delivery, ...remaining] = await simulated.deliveries('smtp');
    expect(remaining).toEqual([]);
    expect(delivery?.payload.subject).toBe('Hi Bcc: all@example.com');
    expect(delivery?.payload.headers).not.toHaveProperty('bcc');
  });

  it('SmtpSender puts the address for bounces into the envelope, not into From', async () => {
    await sender.send(simulated.account('smtp'), [message({ returnPath: 'bounce+x1@mail.example.org' })]);
    expect((await simulated.deliveries('smtp'))[0]?.payload).toMatchObject({
      envelope: { from: 'bounce+x1@mail.example.org' },
      from: { address: 'shop@example.org' },
    });
  });

  it('SmtpSender encodes names and subjects of any language', async () => {
    const subject = `Sipariş ${'ü'.repeat(100)} 👩‍👩‍👧 "x" =?utf-8?Q?y?=`;
    await sender.send(simulated.account('smtp'), [
      message({ payload: { ...PAYLOAD, subject, fromName: 'Mağaza "Nº 1", <a@b.c>' } }),
    ]);
    const [delivery] = await simulated.deliveries('smtp');
    expect(delivery?.payload).toMatchObject({
      subject,
      from: { name: 'Mağaza "Nº 1", <a@b.c>', address: 'shop@example.org' },
    });
  });

  it('SmtpSender writes a subject and a name that look like encoded words as they are', async () => {
    const words = { subject: '=?UTF-8?B?SGk=?=', fromName: `=?UTF-8?B?SGk=?= ${'x'.repeat(1200)}` };
    await sender.send(simulated.account('smtp'), [message({ payload: { ...PAYLOAD, ...words } })]);
    expect((await simulated.deliveries('smtp'))[0]?.payload).toMatchObject({
      subject: words.subject,
      from: { name: words.fromName },
    });
  });

  describe('Attached files', () => {
    const content = randomBytes(1_000_000);
    const file = (changes: Partial<MailAttachment> = {}): MailAttachment => ({
      name: 'report.pdf',
      type: 'application/pdf',
      size: content.length,
      open: () => Readable.from([content.subarray(0, 400_000), content.subarray(400_000)]),
      ...changes,
    });
    const withFiles = (...attachments: MailAttachment[]): Outgoing<'smtp'> =>
      message({ payload: { ...PAYLOAD, html: '<img src="cid:logo.png">', attachments } });

    it('SmtpSender sends attached files, and files that the HTML shows as inline parts', async () => {
      const logo = file({ name: 'logo.png', type: 'image/png' });
      const report = await sender.send(simulated.account('smtp'), [withFiles(file(), logo)]);
      expect(withoutWords(report.outcomes)).toEqual([{ kind: 'sent' }]);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect((await simulated.deliveries('smtp'))[0]?.payload.attachments).toEqual(
        expect.arrayContaining([
          { filename: 'report.pdf', mimeType: 'application/pdf', disposition: 'attachment', size: 1_000_000, sha256 },
          {
            filename: 'logo.png',
            mimeType: 'image/png',
            disposition: 'inline',
            contentId: expect.stringMatching(/^<logo\.png\.2\.[^@]+@[\w.]+>$/) as string,
            size: 1_000_000,
            sha256,
          },
        ]),
      );
    });

    it('SmtpSender turns data images in the HTML into parts', async () => {
      const html = `<img src="data:image/png;base64,${randomBytes(90).toString('base64')}">`;
      await sender.send(simulated.account('smtp'), [message({ payload: { ...PAYLOAD, html } })]);
      expect((await simulated.deliveries('smtp'))[0]?.payload).toMatchObject({
        html: expect.stringContaining('src="cid:'),
        attachments: [{ mimeType: 'image/png', size: 90 }],
      });
    });

    it('SmtpSender retries a message whose file cannot be read, and the relay accepts no incomplete message', async () => {
      async function* broken(): AsyncGenerator<Buffer> {
        yield content.subarray(0, 900_000);
        throw new Error('the storage is away');
      }
      const report = await sender.send(simulated.account('smtp'), [
        withFiles(file({ open: () => Readable.from(broken()) })),
        message(),
      ]);
      expect(report.outcomes).toMatchObject([{ kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' }, { kind: 'sent' }]);
      expect((await simulated.counts('smtp')).accepted).toBe(1);
    });

    it('SmtpSender does not send a message that is larger than the limit of the relay', async () => {
      const large = file({ size: 30_000_000, open: () => Readable.from([Buffer.alloc(30_000_000)]) });
      const report = await sender.send(simulated.account('smtp'), [withFiles(large), message()]);
      expect(withoutWords(report.outcomes)).toEqual([
        { kind: 'failed', code: 'SIZE', reason: 'INVALID_PAYLOAD' },
        { kind: 'sent' },
      ]);
    });
  });

  describe('DKIM', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const dkim = { domain: 'example.org', selector: 's1', key: privateKey };
    const inDns = (keys: object[]): Promise<Response> =>
      fetch(`${simulated.running.controlUrl}/dkim`, { method: 'POST', body: JSON.stringify({ keys }) });

    it('SmtpSender signs all identifying headers, including one-click unsubscription', async () => {
      await inDns([{ domain: 'example.org', selector: 's1', publicKey }]);
      const headers = {
        'List-Unsubscribe': '<https://example.org/u/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      const big = {
        name: 'a.txt',
        type: 'text/plain',
        size: 1_000_000,
        open: () => Readable.from([Buffer.alloc(1_000_000, 'line  with  spaces \n')]),
      };
      const before = (await readdir(tmpdir())).filter((name) => name.startsWith('message.'));
      const report = await sender.send(simulated.account('smtp', { dkim }), [
        message({ payload: { ...PAYLOAD, headers, html: '<p>a  b </p>\n\n\n', text: 'x \n\n' } }),
        message({ payload: { ...PAYLOAD, headers, attachments: [big] } }),
      ]);
      expect(withoutWords(report.outcomes)).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
      for (const { payload } of await simulated.deliveries('smtp')) {
        expect(payload.dkim).toMatchObject([{ verdict: 'pass', canonicalization: 'relaxed/relaxed' }]);
        const [{ headers: signed } = { headers: [] }] = payload.dkim as { headers: string[] }[];
        expect(signed).toEqual(
          expect.arrayContaining([
            'from',
            'to',
            'subject',
            'date',
            'message-id',
            'list-unsubscribe',
            'list-unsubscribe-post',
          ]),
        );
      }
      expect((await readdir(tmpdir())).filter((name) => name.startsWith('message.'))).toEqual(before);
      await inDns([]);
    });

    it('A receiver that requires signatures refuses a message when the account has no DKIM key', async () => {
      await inDns([{ domain: 'example.org', selector: 's1', publicKey }]);
      const report = await sender.send(simulated.account('smtp'), [message()]);
      expect(withoutWords(report.outcomes)).toEqual([{ kind: 'failed', code: '550 5.7.26', reason: 'REFUSED' }]);
      await inDns([]);
    });
  });

  describe('Private relay without TLS', () => {
    const seen = { connections: 0, heads: [] as string[] };
    const relay = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, { user: 'x' }),
      onConnect(_session, done) {
        seen.connections += 1;
        done();
      },
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          seen.heads.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    beforeAll(() => new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve)));
    afterAll(() => new Promise<void>((resolve) => relay.close(resolve)));
    const account = (credentials: object = {}): Account<'smtp', SmtpCredentials> => {
      const { origin: _, ...ownValue } = simulated.account('smtp');
      const { port } = relay.server.address() as AddressInfo;
      return {
        ...ownValue,
        credentials: { host: '127.0.0.1', port, secure: false, from: 'shop@example.org', ...credentials },
      };
    };
    const allow = (networks: string): SmtpSender =>
      (sender = new SmtpSender(UNLIMITED, NO_THROTTLES, {}, new AllowedAddresses(networks)));

    it.each(['127.0.0.1', 'localhost', '127.1'])(
      'SmtpSender does not connect to a private relay at %s that no setting allows, and keeps the messages',
      async (host) => {
        seen.connections = 0;
        const { outcomes } = await allow('10.0.0.0/8').send(account({ host }), messages(2));
        expect(outcomes).toMatchObject([
          { kind: 'retry', code: 'ADDRESS_REFUSED' },
          { kind: 'retry', code: 'ADDRESS_REFUSED' },
        ]);
        expect(seen.connections).toBe(0);
      },
    );

    it.each(['SSH-2.0-inside-7c1\r\n', '-ERR inside-7c1\r\n', '554 5.7.1 inside-7c1 takes no mail\r\n'])(
      'SmtpSender does not repeat the greeting %j of a service at the port of a relay',
      async (greeting) => {
        const service = createServer((socket) => socket.on('error', () => undefined).end(greeting)).listen(
          0,
          '127.0.0.1',
        );
        await once(service, 'listening');
        const { port } = service.address() as AddressInfo;
        const report = await allow('loopback').send(account({ port }), messages(2));
        service.close();
        expect(report.outcomes.map(({ kind }) => kind)).not.toContain('sent');
        expect(JSON.stringify(report)).not.toContain('inside-7c1');
      },
    );

    it('SmtpSender never sends a password to a relay without TLS and pauses the account', async () => {
      const report = await allow('loopback').send(account({ user: 'shop', password: 'secret' }), messages(3));
      expect(report.pause?.why).toBe('CONFIGURATION');
      expect(report.outcomes.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry']);
      expect(seen.heads).toEqual([]);
    });

    it("SmtpSender reuses at most ten connections to a private relay, and keeps From at the account's sender", async () => {
      seen.connections = 0;
      allow('127.0.0.1');
      const mail = account();
      const payload = { ...PAYLOAD, fromAddress: 'news@example.com' };
      for (let round = 0; round < 2; round += 1) {
        const report = await sender.send(mail, [...messages(30), message({ payload })]);
        expect(report.outcomes.every(({ kind }) => kind === 'sent')).toBe(true);
      }
      expect(seen.connections).toBeLessThanOrEqual(10);
      const foreign = seen.heads.filter((head) => head.includes('news@example.com'));
      expect(foreign).toHaveLength(2);
      expect(foreign[0]).toMatch(/^From: Shop <shop@example\.org>\r$/m);
      expect(foreign[0]).toMatch(/^Reply-To: news@example\.com\r$/m);
    });
  });
});

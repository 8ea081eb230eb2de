import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createTransport, type SendMailOptions, type SentMessageInfo, type Transporter } from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Lab } from '../lab.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

describe('SMTP simulator', () => {
  let transport: Transporter;
  beforeEach(() => {
    const { host, port } = lab.simulators.endpoints.smtp;
    const auth = { user: 'app', pass: 'secret' };
    transport = createTransport({ host, port, requireTLS: true, tls: { ca: lab.authority.ca }, auth });
  });
  afterEach(() => transport.close());
  const mail = (to: string, id = 'm-1'): Promise<SentMessageInfo> =>
    transport.sendMail({
      from: 'Shop <shop@example.com>',
      to,
      subject: 'Grüße 👋',
      html: '<p>Größe</p>',
      text: 'Größe',
      messageId: `<${id}@example.com>`,
      headers: { 'List-Unsubscribe': '<https://example.com/u>' },
    });

  it('The SMTP simulator accepts mail over STARTTLS with a login and shows its parts', async () => {
    await mail('ann@example.org');
    const { deliveries } = await lab.deliveries('?provider=smtp');
    expect(deliveries).toMatchObject([
      {
        token: 'ann@example.org',
        messageId: 'm-1',
        payload: {
          envelope: { from: 'shop@example.com', to: 'ann@example.org' },
          subject: 'Grüße 👋',
          from: { address: 'shop@example.com', name: 'Shop' },
          html: '<p>Größe</p>\n',
          headers: { 'list-unsubscribe': '<https://example.com/u>' },
        },
      },
    ]);
  });

  it('The SMTP simulator refuses at AUTH, RCPT or DATA with the code of the matching rule', async () => {
    await lab.faults(
      { provider: 'smtp', token: 'app', share: 1, status: 535, stage: 'auth', times: 1 },
      { provider: 'smtp', token: 'gone@*', share: 1, status: 550 },
      { provider: 'smtp', token: 'grey@*', share: 1, status: 451, reason: '4.7.1 Greylisted', times: 1 },
      { provider: 'smtp', token: 'spam@*', share: 1, status: 554, stage: 'data' },
      { provider: 'smtp', token: 'close@*', share: 1, status: 421 },
    );
    await expect(mail('a@x.org')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await expect(mail('gone@x.org')).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    await expect(mail('grey@x.org')).rejects.toMatchObject({ responseCode: 451, response: '451 4.7.1 Greylisted' });
    await mail('grey@x.org');
    await expect(mail('spam@x.org')).rejects.toMatchObject({ responseCode: 554, command: 'DATA' });
    await expect(mail('close@x.org')).rejects.toMatchObject({ responseCode: 421 });
    expect((await lab.counts()).smtp).toEqual({ accepted: 1, rejected: 4, distinct: 1 });
  });

  it('The SMTP simulator drops the connection before or after it accepts the mail, as the rule says', async () => {
    await lab.faults(
      { provider: 'smtp', token: 'lost@*', share: 1, fault: 'reset' },
      { provider: 'smtp', token: 'cut@*', share: 1, fault: 'reset', when: 'after' },
      { provider: 'smtp', token: 'away@*', share: 1, fault: 'goaway', when: 'after' },
    );
    await expect(mail('lost@x.org')).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    await expect(mail('cut@x.org')).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    expect((await mail('away@x.org')).response).toMatch(/^250/);
    const { deliveries } = await lab.deliveries();
    expect(deliveries.map((delivery) => delivery.token)).toEqual(['cut@x.org', 'away@x.org']);
  });

  it('The SMTP simulator stores only counts when storing is off', async () => {
    await lab.control('PUT', '/mode', { store: false });
    await mail('ann@example.org');
    expect((await lab.counts()).smtp).toEqual({ accepted: 1, rejected: 0, distinct: 0 });
    expect((await lab.deliveries()).deliveries).toEqual([]);
  });

  it('The SMTP simulator shows the attachments of a message by name, type, size and hash', async () => {
    const content = randomBytes(300_000);
    await transport.sendMail({
      from: 'shop@example.com',
      to: 'ann@example.org',
      html: '<img src="cid:logo">',
      attachments: [
        { filename: 'Übersicht.pdf', contentType: 'application/pdf', content },
        { filename: 'logo.png', cid: 'logo', content: 'png' },
      ],
    });
    const { deliveries } = await lab.deliveries();
    expect(deliveries[0]?.payload).toMatchObject({
      attachments: [
        { filename: 'logo.png', contentId: '<logo>', size: 3 },
        {
          filename: 'Übersicht.pdf',
          mimeType: 'application/pdf',
          disposition: 'attachment',
          size: 300_000,
          sha256: createHash('sha256').update(content).digest('hex'),
        },
      ],
    });
  });

  it('The SMTP simulator refuses a message above its size limit, with an announced size or without', async () => {
    const text = 'x'
      .repeat(1000)
      .concat('\r\n')
      .repeat(26 * 1024);
    const large = (envelope?: SendMailOptions['envelope']): Promise<SentMessageInfo> =>
      transport.sendMail({ from: 'a@example.com', to: 'b@example.org', raw: `Subject: x\r\n\r\n${text}`, envelope });
    const envelope = { from: 'a@example.com', to: ['b@example.org'] };
    await expect(large(envelope)).rejects.toMatchObject({ responseCode: 552, command: 'DATA' });
    await expect(large({ ...envelope, size: 26 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'EMESSAGE',
    });
    expect((await lab.counts()).smtp.accepted).toBe(0);
  });

  describe('DKIM key of a domain', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    beforeEach(() => lab.control('POST', '/dkim', { keys: [{ domain: 'example.com', selector: 's1', publicKey }] }));
    afterEach(() => lab.control('POST', '/dkim', { keys: [] }));
    const signed = (dkim: Partial<Record<'domainName' | 'keySelector' | 'privateKey', string>> = {}) =>
      transport.sendMail({
        from: 'shop@mail.example.com',
        to: 'ann@example.org',
        subject: 'Grüße',
        text: 'Hello  there \n\n',
        dkim: { domainName: 'example.com', keySelector: 's1', privateKey, ...dkim },
      });

    it('The SMTP simulator accepts mail signed with the DKIM key of its domain and shows the signature', async () => {
      await signed();
      const { deliveries } = await lab.deliveries();
      expect(deliveries[0]?.payload).toMatchObject({
        dkim: [{ domain: 'example.com', selector: 's1', algorithm: 'rsa-sha256', verdict: 'pass' }],
      });
    });

    it('The SMTP simulator refuses mail without a signature, or signed by another domain or with another key', async () => {
      const otherKeyPair = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const refused = { responseCode: 550, response: expect.stringContaining('5.7.26') };
      await expect(mail('ann@example.org')).rejects.toMatchObject(refused);
      await expect(signed({ domainName: 'example.net' })).rejects.toMatchObject(refused);
      await expect(signed({ keySelector: 's2' })).rejects.toMatchObject(refused);
      await expect(signed({ privateKey: otherKeyPair.privateKey })).rejects.toMatchObject(refused);
      expect((await lab.counts()).smtp).toMatchObject({ accepted: 0, rejected: 4 });
    });

    it('POST /dkim refuses an invalid public key', async () => {
      const wrong = [{ domain: 'example.com', selector: 's1', publicKey: 'AAAA' }];
      expect(await lab.control('POST', '/dkim', { keys: wrong })).toMatchObject({ error: 'bad request' });
    });
  });
});

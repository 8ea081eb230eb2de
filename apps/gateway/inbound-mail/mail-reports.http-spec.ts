import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailReceiver, type MailReceiver } from '../../../test/support/callbacks/mail-receiver.js';
import { fillSample, REPORT_SAMPLES, type SampledMessage } from '../../../test/support/callbacks/report-samples.js';

let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => receiver.sending.simulators.clear());

interface Mailed extends SampledMessage {
  notificationKey: number;
}

/** Registers a user and sends a mail. @returns how the mail names itself */
async function mailed(email: string, transactional = false): Promise<Mailed> {
  const { sending } = receiver;
  await sending.post('registerUsers', [{ extId: email, email }]);
  const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
    platforms: ['EMAIL'],
    title: 'News',
    subject: 'News',
    message: '<p>News</p>',
    transactional,
    target: { email },
  });
  await sending.drain();
  const [mail] = await sending.simulators.deliveries(`provider=smtp&token=${encodeURIComponent(email)}`);
  if (!mail) {
    throw new Error(`No mail came to ${email}`);
  }
  const { envelope, headers } = mail.payload as { envelope: { from: string }; headers: Record<string, string> };
  return {
    verp: envelope.from,
    recipient: email,
    messageId: /^<(.+)>$/.exec(headers['message-id'] ?? '')?.[1] ?? '',
    unsubscribeUrl: /^<(http[^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '',
    notificationKey,
  };
}

function sample(name: string, message: SampledMessage): string {
  const found = REPORT_SAMPLES.find((candidate) => candidate.name === name);
  if (!found) {
    throw new Error(`The corpus has no text "${name}"`);
  }
  return fillSample(found, message);
}
const LOOP = 'complaints@bounces.shop.example';
const FORWARDED = (header: string) =>
  [
    'From: abuse@hoster.example',
    'Subject: Spam from your network',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=f',
    '',
    '--f',
    'Content-Type: text/plain',
    '',
    'A customer of ours complains.',
    '--f',
    'Content-Type: message/rfc822',
    '',
    header,
    'Subject: News',
    '',
    'News',
    '--f--',
    '',
  ].join('\r\n');

describe('Bounces in words', () => {
  it.each([
    ['policy@words.example', 'qmail finds no mailbox of a person named blocked'],
    ['spf@words.example', 'SmarterMail hands on an unknown user'],
    ['blocked@words.example', 'Exim hands on in prose that the remote host does not know the user'],
    ['ada@words.example', 'Status 5.0.0 has the answer in X-Supplementary-Info'],
    ['bob@words.example', 'A receiver links a help page about policies'],
  ])('A bounce suppresses the dead address %s: %s', async (email, name) => {
    const message = await mailed(email);
    expect(await receiver.hand(message.verp, sample(name, message), 'postmaster@words.example')).toMatch(
      /^550 5\.7\.1/,
    );
    expect(await receiver.suppressed(email)).toBeUndefined();
    expect(await receiver.hand(message.verp, sample(name, message))).toMatch(/^250/);
    expect(await receiver.suppressed(email)).toBe('HARD_BOUNCE');
  });

  it('A bounce in words of another address than the recipient suppresses no one', async () => {
    const message = await mailed('forwarding@words.example');
    const text = sample('SmarterMail hands on an unknown user', { ...message, recipient: 'target@other.example' });
    expect(await receiver.hand(message.verp, text)).toMatch(/^250/);
    expect(await receiver.receipts(message.notificationKey)).toMatchObject([{ kind: 'bounce', code: '5.1.1' }]);
    expect(await receiver.suppressed('forwarding@words.example')).toBeUndefined();
  });

  it.each([
    'A block list answers with the code of a wrong address',
    'qmail hands on that a block list refuses the sender',
    'Exim warns in prose of a delay',
    'A vacation reply quotes a bounce below its words',
  ])('A returned mail leaves the address in use: %s', async (name) => {
    const message = await mailed(`kept${name.length}@words.example`);
    expect(await receiver.hand(message.verp, sample(name, message))).toMatch(/^250/);
    expect(await receiver.suppressed(message.recipient)).toBeUndefined();
  });

  it.each(['A person takes the message out of the junk folder', 'Exchange confirms the delivery'])(
    'A report that needs no action leaves no receipt: %s',
    async (name) => {
      const message = await mailed(`notice${name.length}@words.example`);
      expect(await receiver.hand(message.verp, sample(name, message))).toMatch(/^250/);
      expect(await receiver.receipts(message.notificationKey)).toEqual([]);
    },
  );
});

describe('Complaints without a return path', () => {
  const names = [
    'Microsoft reports with an almost empty feedback part',
    'A feedback report has no fields at all',
    'A feedback report names the message by its Message-ID alone',
    'Microsoft marks its forwarded message inside alone',
  ];
  it.each(names)('A complaint suppresses by the Message-ID or the link for unsubscribing: %s', async (name) => {
    const message = await mailed(`complaint${names.indexOf(name)}@loop.example`, names.indexOf(name) === 2);
    const text = sample(name, { ...message, verp: 'gone@example.com' });
    expect(await receiver.hand(LOOP, text, 'staff@hotmail.example')).toMatch(/^250/);
    expect(await receiver.suppressed(message.recipient)).toBe('COMPLAINT');
  });

  it.each(['verp', 'messageId', 'unsubscribeUrl'] as const)(
    'A complaint in no known form suppresses by the signed %s of the original',
    async (trace) => {
      const message = await mailed(`free-${trace.toLowerCase()}@loop.example`);
      const field = { verp: 'Return-Path', messageId: 'Message-ID', unsubscribeUrl: 'List-Unsubscribe' }[trace];
      expect(await receiver.hand(LOOP, FORWARDED(`${field}: <${message[trace]}>`), 'abuse@hoster.example')).toMatch(
        /^250/,
      );
      expect(await receiver.suppressed(message.recipient)).toBe('COMPLAINT');
    },
  );

  it('A complaint with the text of the message alone suppresses by its link for unsubscribing', async () => {
    const message = await mailed('text@loop.example');
    const quoted = `Subject: spam\r\nContent-Type: text/plain\r\n\r\n> List-Unsubscribe: <${message.unsubscribeUrl}>\r\n`;
    expect(await receiver.hand(LOOP, quoted, 'abuse@hoster.example')).toMatch(/^250/);
    expect(await receiver.suppressed(message.recipient)).toBe('COMPLAINT');
  });

  it('A complaint that names a message by what anyone can make suppresses no one', async () => {
    const message = await mailed('safe@loop.example');
    const [id = '', token = ''] = message.messageId.split('@', 1)[0]?.split('.') ?? [];
    expect(token).not.toBe('');
    const lastChanged = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const messageId of [`${id}@shop.example`, `${id}.${lastChanged}@shop.example`]) {
      const forged = { ...message, verp: 'gone@example.com', messageId, unsubscribeUrl: 'https://shop.example/u/1.2' };
      for (const name of names) {
        expect(await receiver.hand(LOOP, sample(name, forged), 'eve@loop.example')).toMatch(/^250/);
      }
      expect(await receiver.hand(LOOP, FORWARDED(`Message-ID: <${messageId}>`), 'eve@loop.example')).toMatch(
        /^550 5\.7\.1/,
      );
    }
    expect(await receiver.suppressed(message.recipient)).toBeUndefined();
  });

  it('A mail to a return path in no known form is no complaint, though it holds the message', async () => {
    const message = await mailed('forward@loop.example');
    const text = FORWARDED(`Message-ID: <${message.messageId}>`);
    expect(await receiver.hand(message.verp, text, message.recipient)).toMatch(/^550 5\.7\.1/);
    expect(await receiver.hand(message.verp, text)).toMatch(/^250/);
    expect(await receiver.suppressed(message.recipient)).toBeUndefined();
  });
});

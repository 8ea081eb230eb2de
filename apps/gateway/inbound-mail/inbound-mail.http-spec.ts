import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailReceiver, type MailReceiver } from '../../../test/support/callbacks/mail-receiver.js';
import type { Sending } from '../../../test/support/contract/sending.js';

let receiver: MailReceiver;
let sending: Sending;
beforeAll(async () => {
  receiver = await startMailReceiver();
  ({ sending } = receiver);
});
afterAll(() => receiver.close());
beforeEach(() => sending.simulators.clear());

let people = 0;
const MAIL = { platforms: ['EMAIL'], title: 'News', subject: 'News', message: '<p>News</p>' };

/** Someone new, who was sent a mail. @returns address, return path and key of the send */
async function mailed(email = `p${(people += 1)}@receiver.example`): Promise<Mailed> {
  await sending.post('registerUsers', [{ extId: email, email }]);
  const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
    ...MAIL,
    target: { email },
  });
  await sending.drain();
  const [mail] = await sending.simulators.deliveries(`provider=smtp&token=${encodeURIComponent(email)}&limit=1000`);
  if (!mail) {
    throw new Error(`No mail came to ${email}`);
  }
  const { envelope } = mail.payload as { envelope: { from: string } };
  return { email, returnPath: envelope.from, notificationKey };
}
interface Mailed {
  email: string;
  returnPath: string;
  notificationKey: number;
}

const back = (body: object) => sending.simulators.bounce({ port: receiver.port, ...body });
const sample = (name: string): Promise<string> =>
  readFile(new URL(`../../../test/channels/mail-reports/${name}.eml`, import.meta.url), 'utf8');

describe('Inbound mail', () => {
  it('Each message has its own return path at the bounce domain of the installation', async () => {
    const [first, second] = [await mailed(), await mailed()];
    expect(first.returnPath).toMatch(/^bounce\+[0-9a-z]+@bounces\.shop\.example$/);
    expect(second.returnPath).not.toBe(first.returnPath);
  });

  it('A bounce of a dead address suppresses the address and leaves the result unchanged', async () => {
    const { email, notificationKey } = await mailed();
    expect(await back({ address: email })).toMatchObject({ code: 250 });
    expect(await back({ address: email })).toMatchObject({ code: 250 });
    expect(await receiver.suppressed(email)).toBe('HARD_BOUNCE');
    expect(await receiver.receipts(notificationKey)).toEqual([
      { kind: 'bounce', code: '5.1.1', raw: expect.stringContaining('550 5.1.1') as string },
    ]);
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
  });

  it('Mail to the unsubscribe address of a message opts its recipient out, and a forged address is rejected', async () => {
    const { email } = await mailed();
    const [mail] = await sending.simulators.deliveries(`provider=smtp&token=${encodeURIComponent(email)}`);
    const { headers } = (mail?.payload ?? { headers: {} }) as { headers: Record<string, string> };
    const [, page = '', address = ''] =
      /^<([^>]+)>, <mailto:(unsubscribe\+[0-9a-z]+@bounces\.shop\.example)\?subject=unsubscribe>$/.exec(
        headers['list-unsubscribe'] ?? '',
      ) ?? [];
    expect(page).toContain('/u/');
    const raw = 'Subject: unsubscribe\r\n\r\n';
    const forged = address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    expect(await receiver.hand(forged, raw, email)).toMatch(/^550 5\.1\.1/);
    await receiver.hand(address, raw, '');
    expect(await receiver.suppressed(email)).toBeUndefined();
    expect(await receiver.hand(address.toUpperCase(), raw, email)).toMatch(/^250/);
    expect(await receiver.hand(address, raw, email)).toMatch(/^250/);
    expect(await receiver.suppressed(email)).toBe('UNSUBSCRIBED');
  });

  it.each([
    ['failed', '5.7.1', 'bounce'],
    ['failed', '5.2.2', 'bounce'],
    ['failed', '4.4.7', 'bounce'],
    ['delayed', '4.4.1', 'delay'],
  ])('A report of a %s delivery with %s is stored and suppresses nothing', async (kind, status, expectedKind) => {
    const { email, notificationKey } = await mailed();
    expect(await back({ address: email, kind, status })).toMatchObject({ code: 250 });
    expect(await receiver.receipts(notificationKey)).toMatchObject([{ kind: expectedKind, code: status }]);
    expect(await receiver.suppressed(email)).toBeUndefined();
  });

  it('A mailbox that is full five times in a row is suppressed like a dead address', async () => {
    const email = 'full@receiver.example';
    for (let times = 1; times <= 5; times++) {
      await mailed(email);
      await back({ address: email, status: '5.2.2' });
      expect(await receiver.suppressed(email)).toBe(times < 5 ? undefined : 'HARD_BOUNCE');
    }
  });

  it('A complaint suppresses the complaining address, at any address of the feedback loop', async () => {
    const { email } = await mailed();
    expect(await back({ address: email, kind: 'complaint' })).toMatchObject({ code: 250 });
    expect(await receiver.suppressed(email)).toBe('COMPLAINT');
    const otherMail = await mailed();
    const report = (await sample('rfc5965-full')).replace('<somespammer@example.net>', `<${otherMail.returnPath}>`);
    expect(await receiver.hand('complaints@bounces.shop.example', report, 'fbl@receiver.example')).toMatch(/^250/);
    expect(await receiver.suppressed(otherMail.email)).toBe('COMPLAINT');
  });

  it('A bounce of an earlier address of a user does not suppress the new one', async () => {
    const { email, returnPath, notificationKey } = await mailed();
    await sending.post('updateEmail', { extId: email, email: 'new@receiver.example' });
    expect(
      await receiver.hand(
        returnPath,
        (await sample('postfix-unknown-user')).replaceAll('nobody@receiver.example', email),
      ),
    ).toMatch(/^250/);
    expect(await receiver.receipts(notificationKey)).toMatchObject([{ kind: 'bounce', code: '5.1.1' }]);
    expect(await receiver.suppressed('new@receiver.example')).toBeUndefined();
  });
});

describe('SMTP listener', () => {
  it('The listener accepts mail only for return paths that this installation signed', async () => {
    const { returnPath } = await mailed();
    const bounce = await sample('postfix-unknown-user');
    const [, token = ''] = /^bounce\+([0-9a-z]+)@/.exec(returnPath) ?? [];
    const forged = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    for (const address of [
      'ada@receiver.example',
      'postmaster@bounces.shop.example',
      `bounce+${forged}@bounces.shop.example`,
      'bounce+@bounces.shop.example',
    ]) {
      expect(await receiver.hand(address, bounce)).toMatch(/^550/);
    }
    expect(await receiver.hand(returnPath.toUpperCase(), bounce)).toMatch(/^250/);
  });

  it('The listener rejects replies of people and machines, and no foreign mail counts as a bounce', async () => {
    const { email, returnPath, notificationKey } = await mailed();
    expect(await receiver.hand(returnPath, await sample('vacation'), 'ada@receiver.example')).toMatch(/^550 5\.7\.1/);
    expect(await receiver.hand(returnPath, await sample('postfix-unknown-user'), 'eve@receiver.example')).toMatch(
      /^550 5\.7\.1/,
    );
    expect(await receiver.hand(returnPath, await sample('vacation'))).toMatch(/^250/);
    expect(await receiver.hand('complaints@x.example', await sample('rfc5965-full'), 'eve@receiver.example')).toMatch(
      /^250/,
    );
    expect(await receiver.receipts(notificationKey)).toEqual([]);
    expect(await receiver.suppressed(email)).toBeUndefined();
  });

  it('The listener reads the beginning of a large mail and rejects a mail above the size limit', async () => {
    const { email, returnPath } = await mailed();
    const report = (await sample('postfix-unknown-user')).replaceAll('nobody@receiver.example', email);
    const before = process.memoryUsage().rss;
    expect(
      await receiver.hand(returnPath, Buffer.concat([Buffer.from(report), Buffer.alloc(12_000_000, 'x\r\n')])),
    ).toMatch(/^250/);
    expect(await receiver.suppressed(email)).toBe('HARD_BOUNCE');
    expect(await receiver.hand(returnPath, Buffer.alloc(27_000_000, 'x\r\n'))).toMatch(/^552/);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  it('The listener limits the connections of one host and frees them after their end', async () => {
    const open: Socket[] = [];
    /** The first line of the answer to a connection from an address of this machine. */
    const greeting = async (localAddress: string): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port: receiver.port, localAddress });
      open.push(socket);
      const [line] = (await once(socket, 'data')) as [Buffer];
      return line.toString().slice(0, 3);
    };
    try {
      const answers: string[] = [];
      while (answers.length < 40 && !answers.includes('421')) {
        answers.push(await greeting('127.0.0.1'));
      }
      expect(answers).toHaveLength(21);
      expect(answers.at(-1)).toBe('421');
      expect(await greeting('127.0.0.2')).toBe('220');
      open.splice(0).forEach((socket) => socket.destroy());
      await expect.poll(() => greeting('127.0.0.1'), { timeout: 20_000 }).toBe('220');
    } finally {
      open.forEach((socket) => socket.destroy());
    }
  });

  it('The listener offers no AUTH and answers 451 when a report cannot be stored', async () => {
    const socket = connect({ host: '127.0.0.1', port: receiver.port });
    // A client that talks before the greeting is turned away.
    await once(socket, 'readable');
    socket.end('EHLO x\r\nAUTH PLAIN AGEAYg==\r\nVRFY ada\r\nQUIT\r\n');
    const dialogue = await text(socket);
    expect(dialogue).not.toMatch(/^250.AUTH/m);
    expect(dialogue).toMatch(/^500 Error: command not recognized/m);
    const { returnPath, email } = await mailed();
    const { db } = sending.gateway.fresh;
    await db.affected('ALTER TABLE delivery.provider_receipt RENAME TO away');
    try {
      expect(await back({ address: email })).toMatchObject({ code: 451 });
    } finally {
      await db.affected('ALTER TABLE delivery.away RENAME TO provider_receipt');
    }
    expect(await receiver.hand(returnPath, await sample('postfix-full'))).toMatch(/^250/);
    expect(await receiver.registry.metrics()).toContain('herald_inbound_mails_total{outcome="bounce"');
  });
});

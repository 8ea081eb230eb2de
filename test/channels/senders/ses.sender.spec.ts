import { randomUUID, generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { Account, EmailPayload, Outgoing } from '#libs/channels';
import { Form, namesOf } from '#platform/forms';
import type { SesCredentials } from '../../../libs/channels/providers/ses/ses-credentials.js';
import { SES } from '../../../libs/channels/providers/ses/ses.provider.js';
import { SesSender } from '../../../libs/channels/providers/ses/ses.sender.js';
import { SERVICES, useSimulators } from '../simulated-accounts.js';

const simulated = useSimulators();
const sender = new SesSender({ deadlineMs: 2000 });
afterAll(() => sender.close());
let accounts = 0;

async function account(changes: Partial<SesCredentials> = {}): Promise<Account<'smtp', SesCredentials>> {
  const { ca, ses } = simulated.running.endpoints;
  const form = Form.read({}, 'channels', namesOf(SES.credentials.fields));
  const credentials = { ...(await SES.credentials.simulate(form, undefined, 7)), ...changes };
  const origin = { ...ses, ca };
  return { accountId: (accounts += 1), appId: 1, channel: 'smtp', provider: 'ses', version: 1, credentials, origin };
}

function message(payload: Partial<EmailPayload> = {}, address = `${randomUUID()}@example.com`): Outgoing<'smtp'> {
  return {
    messageId: randomUUID(),
    address,
    payload: { subject: 'Hello', html: '<p>Hi</p>', text: 'Hi', ...payload },
    collapseId: 'offer-1',
    ttlSeconds: 86_400,
  };
}

async function deliveredPayload(): Promise<Record<string, unknown>> {
  const [delivery] = await simulated.deliveries('ses');
  return delivery?.payload ?? {};
}

describe('SesSender', () => {
  it('SesSender sends sender, headers, files, the configuration set and the id as a tag', async () => {
    const item = message({
      fromName: 'Shop',
      headers: {
        'List-Unsubscribe': '<https://shop.example/u>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      attachments: [{ name: 'a.txt', type: 'text/plain', size: 5, open: () => Readable.from([Buffer.from('hello')]) }],
    });
    const report = await sender.send(await account({ configurationSet: 'herald' }), [item]);
    expect(report).toEqual({ outcomes: [{ kind: 'sent', providerId: expect.any(String) as string }] });
    const [delivery] = await simulated.deliveries('ses');
    expect(delivery).toMatchObject({
      token: item.address,
      messageId: item.messageId,
      payload: {
        from: 'no-reply@app-7.herald.example',
        configurationSet: 'herald',
        subject: 'Hello',
        html: expect.stringContaining('<p>Hi</p>') as string,
        attachments: [{ filename: 'a.txt', mimeType: 'text/plain' }],
        headers: {
          from: 'Shop <no-reply@app-7.herald.example>',
          'list-unsubscribe': '<https://shop.example/u>',
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        },
      },
    });
  });

  it('SesSender signs without the headers that SES replaces', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const dkim = { domain: 'herald.example', selector: 's1', key: privateKey };
    await sender.send(await account({ dkim }), [message()]);
    const { headers } = await deliveredPayload();
    const signature = String((headers as Record<string, unknown>)['dkim-signature']);
    expect(signature).toMatch(/d=herald\.example/);
    const covered = /;\s*h=([^;]+);/.exec(signature)?.[1]?.toLowerCase().replaceAll(/\s/g, '').split(':');
    expect(covered).toEqual(expect.arrayContaining(['from', 'subject', 'to']));
    expect(covered).not.toEqual(expect.arrayContaining(['message-id']));
    expect(covered).not.toEqual(expect.arrayContaining(['date']));
  });

  it('SesSender writes domains in Punycode', async () => {
    const { outcomes } = await sender.send(await account(), [message({}, 'jo@exämple.de')]);
    expect(outcomes).toMatchObject([{ kind: 'sent' }]);
    expect(await simulated.deliveries('ses')).toMatchObject([{ token: 'jo@xn--exmple-cua.de' }]);
  });

  it.each([
    ['another secret', { secretAccessKey: 'x'.repeat(40) }, 'InvalidSignatureException'],
    ['a key that nobody has', { accessKeyId: 'ASIA0000000000000000' }, 'UnrecognizedClientException'],
  ])('SesSender pauses with %s, and the account check reports the same error', async (_, changes, code) => {
    const sampled = await account(changes);
    const { outcomes, pause } = await sender.send(sampled, [message()]);
    expect(outcomes).toMatchObject([{ kind: 'retry', reason: 'AUTH', isUntaken: true }]);
    expect(pause).toEqual({ code, why: 'AUTH' });
    expect(await SES.check(sampled, SERVICES)).toMatchObject([{ fault: { code, why: 'AUTH' } }]);
  });

  it('SesSender sends one request, even when AWS asks for another attempt', async () => {
    await simulated.faults({ provider: 'ses', share: 1, status: 503 });
    await sender.send(await account(), [message()]);
    expect((await simulated.counts('ses')).rejected).toBe(1);
  });

  it('SesSender retries a message whose file cannot be read, because nothing has left', async () => {
    const open = () => new Readable({ read: (): void => undefined }).destroy(new Error('gone'));
    const attachments = [{ name: 'a', type: 'text/plain', size: 5, open }];
    const { outcomes } = await sender.send(await account(), [message({ attachments })]);
    expect(outcomes).toMatchObject([{ kind: 'retry', isUntaken: true }]);
  });

  it('SesSender refuses an invalid mailbox address', async () => {
    const { outcomes } = await sender.send(await account(), [message({}, 'jo@@example.com'), message()]);
    expect(outcomes).toMatchObject([{ kind: 'dead', code: 'MALFORMED' }, { kind: 'sent' }]);
  });
});

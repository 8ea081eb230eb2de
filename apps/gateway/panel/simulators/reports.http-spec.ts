import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { SuppressionService } from '#libs/users/consent';
import { Config } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { problemOf } from '../../../../test/support/panel/approvals/approval-desk.js';
import { startInboundMail } from '../../inbound-mail/start-inbound-mail.js';
import type { SimulatedDeliveryListDto } from './deliveries.dto.js';

const MAIL = 'ada@example.com';
const NUMBER = '+4915112345678';
const SOON = { timeout: 60_000, interval: 50 };

let sending: Sending;
let owner: PanelMember;
let closeMail: () => Promise<void>;
beforeAll(async () => {
  sending = await startSending({ PORT: String(await findPort()), INBOUND_MAIL_PORT: '0' });
  const { app } = sending.gateway;
  const mail = await startInboundMail(app, app.get(Config), createLogger('test', 'silent'), new Registry());
  closeMail = async () => mail?.close();
  owner = await signIn(sending.gateway);
  await sending.post('registerUsers', [{ extId: 'ada', email: MAIL, msisdn: NUMBER, consent: { tracking: true } }]);
  await sending.bulk({
    message: {
      title: 'News',
      subject: 'News',
      text: '<p><a href="https://shop.example/spring">Spring</a> <a href="https://UNSUBSCRIBE">no more</a></p>',
      platforms: ['EMAIL'],
    },
    target: { sendToAll: true },
  });
  await sending.bulk({
    message: { title: 'Code', text: 'Sale today', platforms: ['SMS'] },
    target: { sendToAll: true },
  });
  await sending.drain();
});
afterAll(async () => {
  await closeMail();
  await sending.close();
});

/** A port that is free now: mails and callbacks carry the address of the gateway before it listens. */
async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const find = async (channel: string) => {
  const list = (await owner.get(`/apps/shop/simulators/deliveries?channel=${channel}`))
    .json as SimulatedDeliveryListDto;
  return list.items[0]?.seq ?? 0;
};
const report = async (channel: string, kind: string, more: object = {}, who = owner) =>
  who.post(`/apps/shop/simulators/deliveries/${await find(channel)}/report`, { kind, ...more });
const timeline = async () => {
  const { items } = (await owner.get(`/apps/shop/users/find?by=extId&value=ada`)).json as { items: { uid: string }[] };
  return (await owner.get(`/apps/shop/users/${items[0]?.uid}/timeline`)).text;
};
const reasonsOf = async (channel: 'email' | 'sms', address: string) => {
  const { app, appId } = sending.gateway;
  const found = await app.get(SuppressionService).findReasons(appId, channel, [address]);
  return JSON.stringify(found.get(address));
};

describe('Simulated reports', () => {
  it('Opened, clicked and delayed reports of a mail appear in the timeline', async () => {
    for (const [kind, answer] of [
      ['opened', /^200/],
      ['clicked', /^30\d/],
      ['delayed', /^250/],
    ] as const) {
      const sent = await report('smtp', kind);
      expect(sent.status, `${kind}: ${sent.text}`).toBe(200);
      expect((sent.json as { answer: string }).answer).toMatch(answer);
    }
    await vi.waitFor(async () => {
      const text = await timeline();
      for (const part of ['"kind":"opened"', '"kind":"clicked"', 'delay 4.4.1']) {
        expect(text).toContain(part);
      }
    }, SOON);
  });

  it('A bounce report suppresses the address, and a STOP suppresses the number', async () => {
    expect((await report('smtp', 'bounced')).json).toMatchObject({ answer: expect.stringMatching(/^250/) as string });
    await vi.waitFor(async () => expect(await reasonsOf('email', MAIL)).toContain('HARD_BOUNCE'), SOON);
    const stopped = await report('sms', 'answered', { text: 'STOP' });
    expect(stopped.json, stopped.text).toMatchObject({ answer: expect.stringMatching(/^20\d/) as string });
    await vi.waitFor(async () => expect(await reasonsOf('sms', NUMBER)).toContain('STOP'), SOON);
    expect((await report('sms', 'undelivered')).json).toMatchObject({
      answer: expect.stringMatching(/^20\d/) as string,
    });
    const entries = await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 10 });
    const logged = entries.filter(({ action }) => action === 'simulators.report');
    expect(logged.length).toBeGreaterThan(2);
    expect(JSON.stringify(logged)).not.toContain(NUMBER);
  });

  it('A report is refused for another channel, for another application and without permission', async () => {
    expect(problemOf(await report('smtp', 'answered'))).toMatchObject({ status: 400, code: 'malformed' });
    expect((await report('sms', 'exploded')).status).toBe(400);
    const marketer = await signIn(sending.gateway, [{ role: 'marketer', appId: sending.gateway.appId }]);
    expect((await report('sms', 'delivered', {}, marketer)).status).toBe(403);
    const { appId } = await secondApplication(sending.gateway, 'other');
    const stranger = await signIn(sending.gateway, [{ role: 'owner', appId }]);
    const at = `/apps/other/simulators/deliveries/${await find('smtp')}/report`;
    expect(problemOf(await stranger.post(at, { kind: 'bounced' }))).toMatchObject({ status: 404, code: 'unknown_id' });
  });
});

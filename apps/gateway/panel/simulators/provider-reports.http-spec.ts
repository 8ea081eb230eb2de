import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { problemOf } from '../../../../test/support/panel/approvals/approval-desk.js';
import type { SimulatedDeliveryDto, SimulatedDeliveryListDto } from './deliveries.dto.js';

const SIMULATED = { simulator: true };
const TOKEN = `IQAAAACy${'7'.repeat(100)}`;
const ADDRESSES = { sms: '+4915112345678', smtp: 'ada@example.com', whatsapp: '+905321112233', hms: TOKEN } as const;
const KINDS = { sms: 'sms', smtp: 'email', whatsapp: 'whatsapp' } as const;
/** An address that leads nowhere: simulators are not brought there. */
const PUBLIC_URL = 'https://push.example.com';
const SOON = { timeout: 60_000, interval: 50 };

let sending: Sending;
let owner: PanelMember;
beforeAll(async () => {
  sending = await startSending({ PORT: String(await findPort()), PUBLIC_URL });
  owner = await signIn(sending.gateway);
  await sending.post('registerUsers', [
    { extId: 'ada', email: ADDRESSES.smtp, msisdn: ADDRESSES.sms, wpNumber: ADDRESSES.whatsapp },
    { extId: 'ada', platform: 'HUAWEI', deviceToken: TOKEN },
  ]);
});
afterAll(() => sending.close());

/** A port that is free now: the gateway must know its own before it listens. */
async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

type Named = keyof typeof ADDRESSES;
const PLATFORMS: Record<Named, string> = { sms: 'SMS', smtp: 'EMAIL', whatsapp: 'WHATSAPP', hms: 'HUAWEI' };

/** Sends one message by a provider to a user without any obstacle. @returns its delivery */
async function send(channel: Named, provider: string | undefined): Promise<SimulatedDeliveryDto> {
  const { gateway, simulators } = sending;
  await simulators.clear();
  const account = provider === undefined ? SIMULATED : { provider, ...SIMULATED };
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', prune: true, channels: { [channel]: account } }, { dryRun: false });
  gateway.app.get(AccountStateService).clearCache();
  await gateway.fresh.db.affected('DELETE FROM users.suppression');
  await sending.bulk({
    message: {
      platforms: [PLATFORMS[channel]],
      title: 'News',
      text: 'News <a href="https://UNSUBSCRIBE">no more</a>',
      ...(channel === 'whatsapp' && { whatsapp: { template: { name: 'hello_world', language: 'en_US' } } }),
    },
    target: { sendToAll: true },
  });
  await sending.drain();
  const { items } = (await owner.get('/apps/shop/simulators/deliveries')).json as SimulatedDeliveryListDto;
  const [item] = items;
  if (!item) {
    throw new Error(`Nothing came to ${channel} by ${provider ?? 'its provider'}`);
  }
  return item;
}

const report = ({ seq }: SimulatedDeliveryDto, kind: string, text?: string) =>
  owner.post(`/apps/shop/simulators/deliveries/${seq}/report`, { kind, ...(text !== undefined && { text }) });
const suppressed = async (channel: keyof typeof KINDS) =>
  (
    await sending.gateway.app
      .get(SuppressionService)
      .findReasons(sending.gateway.appId, KINDS[channel], [ADDRESSES[channel]])
  ).get(ADDRESSES[channel]);
const receipts = () =>
  sending.gateway.fresh.db.rows<{ kind: string }>(
    `SELECT p.kind FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.dispatch_id = (SELECT max(dispatch_id) FROM delivery.dispatch) ORDER BY p.kind`,
  );

const PROVIDERS = [
  ['sms', 'vonage', ['delivered', 'undelivered', 'answered']],
  ['sms', 'infobip', ['delivered', 'undelivered', 'answered']],
  ['sms', 'http', ['delivered', 'undelivered', 'answered']],
  ['whatsapp', undefined, ['delivered', 'read', 'undelivered', 'answered']],
  ['smtp', 'http', ['delivered', 'bounced', 'complained', 'answered']],
  ['smtp', 'ses', ['delivered', 'bounced', 'complained']],
  ['hms', undefined, ['delivered', 'undelivered', 'removed']],
] as const;

describe('Provider reports by hand', () => {
  it.each(PROVIDERS)(
    'The reports of %s by %s reach this gateway, whatever its public address',
    async (channel, provider, all) => {
      const delivery = await send(channel, provider);
      expect(delivery.reports.filter((kind) => kind !== 'opened' && kind !== 'clicked')).toEqual(all);
      const kinds = all.filter((kind) => kind !== 'answered');
      for (const kind of kinds) {
        const answer = await report(delivery, kind);
        expect([kind, answer.status, answer.text]).toEqual([kind, 200, expect.stringMatching(/"answer":"20\d"/)]);
      }
      const stored = new Set(kinds.map((kind) => RECEIPTS[kind]));
      await vi.waitFor(async () => {
        expect(new Set((await receipts()).map(({ kind }) => kind))).toEqual(stored);
      }, SOON);
    },
  );

  it.each([
    ['sms', 'vonage'],
    ['sms', 'infobip'],
    ['sms', 'http'],
    ['smtp', 'http'],
    ['whatsapp', undefined],
  ] as const)('A STOP by %s (%s) suppresses the address, and START ends the suppression', async (channel, provider) => {
    const delivery = await send(channel, provider);
    const answer = await report(delivery, 'answered', 'STOP');
    expect(answer.status, answer.text).toBe(200);
    expect(await suppressed(channel)).toBe('STOP');
    expect((await report(delivery, 'answered', 'START')).status).toBe(200);
    expect(await suppressed(channel)).toBeUndefined();
  });

  it.each([
    ['bounced', 'HARD_BOUNCE'],
    ['complained', 'COMPLAINT'],
  ])('The report %s of SES suppresses the address, and not again after it was released', async (kind, reason) => {
    const delivery = await send('smtp', 'ses');
    const answer = await report(delivery, kind);
    expect(answer.status, answer.text).toBe(200);
    expect(await suppressed('smtp')).toBe(reason);
    const suppressions = sending.gateway.app.get(SuppressionService);
    expect(await suppressions.unsuppress(sending.gateway.appId, 'email', [ADDRESSES.smtp])).toBe(1);
    expect((await report(delivery, kind)).status).toBe(200);
    expect(await suppressed('smtp')).toBeUndefined();
  });

  it('Reports still arrive after the simulators lost their subscriptions', async () => {
    const first = await send('whatsapp', undefined);
    expect((await report(first, 'read')).status).toBe(200);
    // A clearing forgets webhooks, as a restart does.
    expect((await report(await send('whatsapp', undefined), 'read')).status).toBe(200);
  });

  it('A report is refused when the delivery does not offer it', async () => {
    const delivery = await send('sms', 'vonage');
    expect(problemOf(await report(delivery, 'bounced'))).toMatchObject({ status: 400, code: 'malformed' });
    expect((await report(delivery, 'exploded')).status).toBe(400);
  });
});

/** Kept state of each report. */
const RECEIPTS: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  bounced: 'undelivered',
  removed: 'undelivered',
  complained: 'complaint',
};

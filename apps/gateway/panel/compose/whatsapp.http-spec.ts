import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Preview {
  items: { platform: string; payload: Record<string, unknown> | null }[];
  warnings: { field: string; code: string; text: string; blocks: boolean }[];
}

let sending: Sending;
let author: PanelMember;
let approver: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [{ code: 'nick', dataType: 'STRING' }];
  const file = { app: 'shop', channels: { whatsapp: { simulator: true } }, attributes };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'ada', wpNumber: '+905321000001', profile: { nick: 'Ada' } },
    { extId: 'bora', wpNumber: '+905321000002' },
  ]);
  author = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  approver = await signIn(gateway, [{ role: 'approver', appId: gateway.appId }]);
});
afterAll(() => sending.close());

const texts = (...values: string[]) => values.map((text) => ({ type: 'text', text }));
const order = (...values: string[]) => ({
  template: {
    name: 'order_update',
    language: 'en_US',
    components: [{ type: 'body', parameters: texts(...values) }],
  },
});
const WHOLE = order('@{nick|there}', 'A-1');
const campaign = (whatsapp: object, more: object = {}) => ({
  message: { title: 'Order', text: 'It is on its way', platforms: ['WHATSAPP'], whatsapp },
  target: { sendToAll: true },
  ...more,
});
const counted = async () =>
  (await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM notifications.definition'))?.n;

async function launch(written: object): Promise<number> {
  const report = await author.post('/apps/shop/compose/check', written);
  expect(report.status, report.text).toBe(200);
  const { hash, planned } = checkOf(report) as { hash: string; planned: number };
  const launched = await author.post('/apps/shop/compose/launch', { campaign: written, seen: { hash, planned } });
  expect(launched.status, launched.text).toBe(200);
  return Number((launched.json as { key: string }).key);
}

describe('WhatsApp templates in a composed campaign', () => {
  it('The list contains the approved templates of the own application with their fields', async () => {
    const { status, json } = await author.get('/apps/shop/compose/whatsapp-templates');
    expect(status).toBe(200);
    const { items } = json as { items: { name: string; language: string }[] };
    expect(items.map(({ name, language }) => `${name} ${language}`)).toEqual([
      'hello_world en_US',
      'order_update en_US',
      'order_update tr',
      'spring_offer en_US',
    ]);
    const text = { part: 'body', index: null, type: 'text', name: null };
    expect(items[1]).toEqual({
      name: 'order_update',
      language: 'en_US',
      body: 'Hello {{1}}, your order {{2}} is on its way.',
      fields: [text, text],
    });
    expect(items[3]).toMatchObject({
      fields: [{ part: 'header', index: null, type: 'image' }, text, { part: 'button', index: 0, type: 'text' }],
    });
    const { gateway } = sending;
    const second = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(gateway, [{ role: 'owner', appId: second.app.id }]);
    expect((await stranger.get('/apps/other/compose/whatsapp-templates')).json).toEqual({ items: [] });
    expect((await stranger.get('/apps/shop/compose/whatsapp-templates')).status).toBe(404);
  });

  it('A template is previewed with the values of a person and sent to every user with a number', async () => {
    const { message } = campaign(WHOLE);
    const shown = (await author.post('/apps/shop/compose/preview', { message, extId: 'ada' })).json as Preview;
    expect(shown.warnings).toEqual([]);
    expect(shown.items).toMatchObject([
      {
        platform: 'WHATSAPP',
        payload: { template: { name: 'order_update', components: [{ parameters: texts('Ada', 'A-1') }] } },
      },
    ]);
    const key = await launch(campaign(WHOLE));
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
  });

  it.each<[name: string, whatsapp: object, text: string]>([
    ['a missing value', order('Ada'), 'takes 2 values in its body, not 1'],
    ['a value too many', order('Ada', 'A-1', 'x'), 'takes 2 values in its body, not 3'],
    ['an unknown name', { template: { ...WHOLE.template, name: 'other' } }, "no account has a template 'other'"],
    ['a paused one', { template: { name: 'winter_sale', language: 'en_US' } }, 'is PAUSED, not APPROVED'],
  ])('A template with %s is rejected before anything is stored', async (_, whatsapp, text) => {
    const before = await counted();
    const written = campaign(whatsapp);
    const seen = { hash: 'ab'.repeat(32), planned: 2 };
    for (const [action, body] of [
      ['check', written],
      ['launch', { campaign: written, seen }],
    ] as const) {
      const answer = await author.post(`/apps/shop/compose/${action}`, body);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        problems: [{ code: 'malformed', path: 'whatsapp.template', text: expect.stringContaining(text) as string }],
      });
    }
    const { message } = written;
    const shown = (await author.post('/apps/shop/compose/preview', { message })).json as Preview;
    expect(shown.warnings).toMatchObject([{ field: 'message.whatsapp.template', code: 'malformed', blocks: true }]);
    expect(await counted()).toBe(before);
  });

  it('A campaign with a template waits for approval as it was checked', async () => {
    const { gateway } = sending;
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { approval: { approvers: 1 } } }, { dryRun: false });
    gateway.app.get(AuthenticatorService).clearCache();
    const key = await launch(campaign(WHOLE));
    const review = (await approver.get(`/apps/shop/approvals/${key}`)).json as Record<string, unknown>;
    expect(review['draft']).toMatchObject({ message: { whatsapp: WHOLE } });
    const approved = await approver.post(`/apps/shop/approvals/${key}/approve`, { hash: review['hash'], planned: 2 });
    expect(approved.status, approved.text).toBe(200);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
  });
});

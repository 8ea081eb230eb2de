import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import type { SimulatedDeliveryListDto } from './deliveries.dto.js';

const HTML = '<p style="color:red">Hello</p>';
const SECOND = 'smtp:second';
const people = Array.from({ length: 12 }, (_, index) => `somebody-${index}@example.com`);

/** An application none of whose messages goes by the default provider of its channel; e-mails go by two. */
let sending: Sending;
let member: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const channels = {
    sms: { provider: 'vonage', simulator: true },
    smtp: { provider: 'http', simulator: true, share: 50 },
    [SECOND]: { provider: 'ses', simulator: true },
  };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune: true, channels }, { dryRun: false });
  member = await signIn(sending.gateway, [{ role: 'support', appId: sending.gateway.appId }]);
  await sending.post('registerUsers', [
    ...people.map((email) => ({ extId: email, email })),
    { extId: 'ada', msisdn: '+905321110001' },
  ]);
  await sending.bulk({ message: { platforms: ['SMS'], title: 'Code', text: 'Hi' }, target: { sendToAll: true } });
  await sending.bulk({ message: { platforms: ['EMAIL'], title: 'Bill', text: HTML }, target: { sendToAll: true } });
  await sending.drain();
});
afterAll(() => sending.close());

const path = (rest = ''): string => `/apps/shop/simulators/deliveries${rest}`;
const list = async (query = '') => (await member.get(path(query))).json as SimulatedDeliveryListDto;

describe('Deliveries of other providers', () => {
  it('A delivery is listed under its channel, whichever provider accepted it', async () => {
    const { channels, items } = await list();
    expect(channels.toSorted()).toEqual(['sms', 'smtp']);
    expect(items.map(({ channel, address }) => `${channel} ${address}`).toSorted()).toEqual(
      ['sms +905321110001', ...people.map((email) => `smtp ${email}`)].toSorted(),
    );
    expect((await list('?channel=smtp')).items).toHaveLength(people.length);
  });

  it('The HTML of each e-mail is available, whichever provider accepted it', async () => {
    const { http, ses } = await sending.simulators.counts();
    expect(
      [http?.accepted, ses?.accepted].every((count) => (count ?? 0) > 0),
      'both took some',
    ).toBe(true);
    for (const { seq, mail } of (await list('?channel=smtp')).items) {
      expect(mail?.hasHtml).toBe(true);
      const answer = await member.get(path(`/${seq}/html`));
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('color:red')]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Job {
  id: string;
  check: { planned: number; samples: number };
}
interface Samples {
  items: { platform: string; installationId: string | null; payload: object | null }[];
  hidden: string | null;
}

const NAMES = ['Ada', 'Grace', 'Joan', 'Mary'];

let sending: Sending;
let owner: PanelMember;
/** May find people, and not see what is private of them. */
let marketer: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = [
    { code: 'first', dataType: 'STRING' },
    { code: 'card', dataType: 'STRING', privateInfo: true },
  ];
  const fetches = [{ name: 'points', url: 'https://crm.example.com/@{extId}', per: 'person', simulator: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, fetches }, { dryRun: false });
  owner = await signIn(gateway);
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  for (const [n, first] of NAMES.entries()) {
    const user = { extId: first, profile: { first, card: `4929-${n}`, msisdn: `+4917600000${n}0` } };
    await sending.post('registerUsers', [{ ...user, platform: 'IOS', deviceToken: String(n).repeat(64) }]);
  }
});
afterAll(() => sending.close());

async function ask(member: PanelMember, text: string, platforms = ['IOS']): Promise<Job> {
  const campaign = { message: { title: 'Spring', text, platforms }, target: { sendToAll: true } };
  const answer = await member.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Job;
}

const read = (member: PanelMember, { id }: Job) => member.get(`/apps/shop/checks/${id}/samples`);
const samplesOf = async (member: PanelMember, text: string, platforms?: string[]) =>
  (await read(member, await ask(member, text, platforms))).json as Samples;

describe('Sample messages of a check', () => {
  it('A check offers three sample messages of real recipients', async () => {
    const job = await ask(owner, 'For @{first}');
    expect(job.check).toMatchObject({ planned: NAMES.length, samples: 3 });
    const { items, hidden } = (await read(owner, job)).json as Samples;
    expect([items.length, hidden]).toEqual([3, null]);
    expect(new Set(items.map(({ installationId }) => installationId)).size).toBe(3);
    for (const { payload } of items) {
      expect(JSON.stringify(payload)).toMatch(/For (Ada|Grace|Joan|Mary)"/);
    }
  });

  it('The sample messages also work for addresses', async () => {
    const { items } = await samplesOf(owner, 'For @{first}', ['SMS']);
    expect(items).toMatchObject([{ installationId: null }, { installationId: null }, { installationId: null }]);
    expect(JSON.stringify(items[0]?.payload)).toMatch(/For (Ada|Grace|Joan|Mary)"/);
  });

  it('A check shows no sample to a member who may not see the private values in the message', async () => {
    expect((await samplesOf(marketer, 'For @{first}')).items).toHaveLength(3);
    const hidden = await samplesOf(marketer, 'Card @{card}');
    expect(hidden).toEqual({ items: [], hidden: 'card' });
    const fetched = await samplesOf(marketer, 'You have {{ fetched.points.left }} points');
    expect(fetched).toEqual({ items: [], hidden: 'fetched.points' });
    expect(JSON.stringify(await samplesOf(owner, 'Card @{card}'))).toContain('Card 4929-');
  });

  it('The samples of a check are not found for another member', async () => {
    const job = await ask(owner, 'For @{first}');
    expect((await read(marketer, job)).status).toBe(404);
  });

  it('The samples are rendered on request and not stored, and recipients without a token are left out', async () => {
    const job = await ask(owner, 'Dear @{first}');
    const rows = await sending.gateway.fresh.db.rows('SELECT forecast FROM notifications.campaign_check');
    expect(JSON.stringify(rows)).not.toMatch(/Ada|Grace|Joan|Mary/);
    const { db } = sending.gateway.fresh;
    await db.rows('UPDATE users.installation SET token = NULL RETURNING inst_id');
    expect((await read(owner, job)).json).toEqual({ items: [], hidden: null });
  });
});

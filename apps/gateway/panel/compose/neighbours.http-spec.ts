import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

interface Neighbour {
  key: string;
  name: string;
  at: string;
  planned: number | null;
  users: number | null;
  both: number | null;
}
interface Answer {
  items: Neighbour[];
  isCut: boolean;
}

const HOUR_MS = 3_600_000;
const ODD = { profile: { odd: [true] } };
const SMALL = { profile: { small: [true] } };
const timeIn = (hours: number): string =>
  new Date(Math.round(Date.now() / 1000) * 1000 + hours * HOUR_MS).toISOString();

let sending: Sending;
let marketer: PanelMember;
let approver: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const attributes = ['odd', 'small'].map((code) => ({ code, dataType: 'BOOLEAN' }));
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  approver = await signIn(gateway, [{ role: 'approver', appId: gateway.appId }]);
  for (let n = 0; n < 10; n += 1) {
    const profile = { odd: n % 2 === 1, small: n < 4 };
    const device = { platform: 'IOS', deviceToken: String(n).repeat(64) };
    await sending.post('registerUsers', [{ extId: `person-${n}`, profile, ...device }]);
  }
});
afterAll(() => sending.close());

const bulk = (title: string, target: object, hours?: number) =>
  sending.bulk({
    message: {
      title,
      text: 'Now',
      platforms: ['IOS'],
      ...(hours !== undefined && { schedule: { startTime: timeIn(hours) } }),
    },
    target,
  });

async function list(hours: number): Promise<Answer> {
  const answer = await marketer.get(`/apps/shop/compose/neighbours?at=${encodeURIComponent(timeIn(hours))}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Answer;
}
const namesOf = ({ items }: Answer) => items.map(({ name }) => name);

describe('Campaigns within a day of a time', () => {
  it('The neighbours are the sent and scheduled campaigns of a day around a time, in order, with their numbers', async () => {
    expect(await list(0)).toEqual({ items: [], isCut: false });
    await bulk('sent', ODD);
    await sending.drain();
    await bulk('soon', SMALL, 2);
    await bulk('in two days', SMALL, 48);
    const now = await list(1);
    expect(now.items).toMatchObject([
      { name: 'sent', planned: 5, users: null, both: null },
      { name: 'soon', planned: null, users: 4, both: null },
    ]);
    expect(now.items.map(({ at }) => at)).toEqual(now.items.map(({ at }) => at).toSorted());
    expect(namesOf(await list(40))).toEqual(['in two days']);
    expect(namesOf(await list(25.5))).toEqual(['soon', 'in two days']);
  });

  it('Stopped campaigns are left out of the neighbours, and an approver may not read them', async () => {
    const key = await bulk('given up', ODD, 3);
    expect(namesOf(await list(1))).toContain('given up');
    await sending.post('stopNotification', [{ messageId: key }]);
    expect(namesOf(await list(1))).not.toContain('given up');
    expect((await approver.get(`/apps/shop/compose/neighbours?at=${timeIn(1)}`)).status).toBe(403);
    expect((await marketer.get('/apps/shop/compose/neighbours?at=tomorrow')).status).toBe(400);
  });
});

describe('Campaigns within a day of an approval request', () => {
  it('The neighbours of an approval request come with the exact number of users of both', async () => {
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { approval: { approvers: 1 } } }, { dryRun: false });
    const campaign = {
      message: { title: 'asked for', text: 'Now', platforms: ['IOS'] },
      target: SMALL,
      schedule: { startTime: timeIn(4) },
    };
    const seen = checkOf(await marketer.post('/apps/shop/compose/check', campaign)) as {
      hash: string;
      planned: number;
    };
    const launched = await marketer.post(
      '/apps/shop/compose/launch',
      { campaign, seen: { hash: seen.hash, planned: seen.planned } },
      { 'idempotency-key': 'ask-for-it' },
    );
    expect(launched.json, launched.text).toMatchObject({ waits: true });
    const { key } = launched.json as { key: string };
    const answer = await approver.get(`/apps/shop/approvals/${key}/neighbours`);
    expect(answer.status, answer.text).toBe(200);
    // Small and odd are 1 and 3.
    expect((answer.json as Answer).items).toMatchObject([
      { name: 'sent', planned: 5, both: 2 },
      { name: 'soon', users: 4, both: 4 },
    ]);
    expect((await marketer.get(`/apps/shop/approvals/${key}/neighbours`)).status).toBe(403);
    expect((await approver.get('/apps/shop/approvals/999/neighbours')).status).toBe(404);
  });
});

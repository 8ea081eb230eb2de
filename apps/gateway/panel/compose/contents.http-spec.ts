import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

interface Check {
  hash: string;
  users: number;
  planned: number;
  platforms: { platform: string; planned: number }[];
  needsApproval: boolean;
}

const PUSH = { title: 'Spring', text: 'By push', platforms: ['IOS'] };
const SMS = { message: { title: 'Spring', text: 'By SMS', platforms: ['SMS'] } };
const SEVERAL = { message: PUSH, others: [SMS], target: { sendToAll: true }, reach: 'all' };

let sending: Sending;
let member: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  member = await signIn(sending.gateway, [{ role: 'marketer', appId: sending.gateway.appId }]);
  for (const n of [1, 2, 3]) {
    await sending.post('registerUsers', [
      {
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: String(n).repeat(64),
        ...(n > 1 && { profile: { msisdn: `+49176000000${n}0` } }),
      },
    ]);
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

async function check(campaign: object): Promise<Check> {
  const answer = await member.post('/apps/shop/compose/check', campaign);
  expect(answer.status, answer.text).toBe(200);
  return checkOf(answer) as Check;
}
const launch = (campaign: object, { hash, planned }: Check) =>
  member.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned } }, { 'idempotency-key': randomUUID() });
const problemOf = ({ json }: { json: unknown }) => (json as { problems: { code: string; path: string }[] }).problems[0];

describe('Composed campaign with several contents', () => {
  it('A campaign reaches each person by each content, under one key, as its check counted', async () => {
    const seen = await check(SEVERAL);
    expect(seen).toMatchObject({ users: 3, planned: 5, needsApproval: false });
    expect(seen.platforms.map(({ platform, planned }) => [platform, planned])).toEqual([
      ['IOS', 3],
      ['SMS', 2],
    ]);
    const answer = await launch(SEVERAL, seen);
    expect(answer.status, answer.text).toBe(200);
    await sending.drain();
    const key = Number((answer.json as { key: string }).key);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 5 });
    const stored = await sending.gateway.fresh.db.rows<{ content: number; planned: number }>(
      `SELECT content, planned FROM delivery.dispatch WHERE notification_key = $1 ORDER BY content`,
      [key],
    );
    expect(stored).toEqual([
      { content: 0, planned: 3 },
      { content: 1, planned: 2 },
    ]);
  });

  it('A campaign is refused when a further content differs from its check', async () => {
    const seen = await check(SEVERAL);
    const changed = { ...SEVERAL, others: [{ message: { ...SMS.message, text: 'Other' } }] };
    const answer = await launch(changed, seen);
    expect(answer.status).toBe(409);
    expect(problemOf(answer)).toMatchObject({ code: 'changed_meanwhile', path: 'hash' });
    expect((await launch({ ...SEVERAL, reach: 'first' }, seen)).status, 'another rule').toBe(409);
  });

  it.each([
    ['a platform of two contents', { others: [{ message: { ...SMS.message, platforms: ['IOS'] } }] }, 'contents[1]'],
    ['a content without a text', { others: [{ message: { title: 'Spring', platforms: ['SMS'] } }] }, ''],
    ['a time beside another rule', { within: '4h' }, 'within'],
    ['a preferred channel without its attribute', { reach: 'preferred' }, 'preferredBy'],
    ['an unknown rule', { reach: 'some' }, 'reach'],
  ])('A campaign with %s is refused, and its field named', async (_, fields, place) => {
    const answer = await member.post('/apps/shop/compose/check', { ...SEVERAL, ...fields });
    expect(answer.status, answer.text).toBe(400);
    expect(problemOf(answer)?.path).toContain(place);
  });

  it('The forecast for a person shows the devices and addresses of all contents', async () => {
    const owner = await signIn(sending.gateway);
    const answer = await owner.post('/apps/shop/compose/will-get', { ...SEVERAL, extId: 'u2' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('"IOS"');
    expect(answer.text).toContain('"SMS"');
  });
});

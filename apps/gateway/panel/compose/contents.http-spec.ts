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

  it('A content for the inbox reaches people without a device, beside a push and alone, as its check counted', async () => {
    await sending.post('registerUsers', [{ extId: 'no device' }]);
    const inbox = { message: { title: 'Spring', text: 'In the inbox', platforms: ['INBOX'] } };
    const both = { ...SEVERAL, others: [inbox] };
    const alone = { ...inbox, target: { sendToAll: true } };
    for (const [campaign, planned] of [
      [both, 3],
      [alone, 0],
    ] as const) {
      const seen = await check(campaign);
      expect(seen).toMatchObject({ users: 4, planned });
      expect(seen.platforms.find(({ platform }) => platform === 'INBOX')).toMatchObject({ planned: 4 });
      const answer = await launch(campaign, seen);
      expect(answer.status, answer.text).toBe(200);
      await sending.drain();
      const key = Number((answer.json as { key: string }).key);
      const stored = await sending.gateway.fresh.db.rows<{ n: number }>(
        `SELECT count(DISTINCT m.uid)::integer AS n FROM inbox.message AS m
           JOIN delivery.dispatch AS d ON d.dispatch_id = m.dispatch_id WHERE d.notification_key = $1`,
        [key],
      );
      expect(stored).toEqual([{ n: 4 }]);
    }
    const refused = await member.post('/apps/shop/compose/check', {
      ...alone,
      message: { ...inbox.message, platforms: ['INBOX', 'IOS'] },
    });
    expect(refused.status, refused.text).toBe(400);
  });

  it('A test sends all contents to one person, or none of them where one is refused', async () => {
    const test = (body: object) =>
      member.post(
        '/apps/shop/compose/test',
        { message: PUSH, extIds: ['u2'], ...body },
        { 'idempotency-key': randomUUID() },
      );
    const count = async () =>
      (
        await sending.gateway.fresh.db.rows<{ n: number }>(
          `SELECT count(*)::integer AS n FROM delivery.dispatch WHERE options ? 'isTest'`,
        )
      )[0]?.n;
    const before = (await count()) ?? 0;
    const refused = await test({
      others: [{ message: { ...SMS.message, text: '@{' } }, { message: { platforms: [] } }],
    });
    expect(refused.status, refused.text).toBe(400);
    expect(await count()).toBe(before);
    const answer = await test({ others: [SMS] });
    expect(answer.status, answer.text).toBe(200);
    const { id, others } = answer.json as { id: string; others: { id: string }[] };
    expect(others).toHaveLength(1);
    expect(await count()).toBe(before + 2);
    await sending.drain();
    for (const testId of [id, others[0]?.id ?? '']) {
      const result = await member.get(`/apps/shop/tests/${testId}`);
      expect(result.status, result.text).toBe(200);
      expect(result.text).toContain('SENT');
    }
  });

  it('A test of an inbox content is in the inbox of the tester', async () => {
    const body = { message: { title: 'Spring', text: 'Only a test', platforms: ['INBOX'] }, extIds: ['u2'] };
    const answer = await member.post('/apps/shop/compose/test', body, { 'idempotency-key': randomUUID() });
    expect(answer.status, answer.text).toBe(200);
    await sending.drain();
    const rows = await sending.gateway.fresh.db.rows(`SELECT 1 FROM inbox.message AS m WHERE m.dispatch_id = $1`, [
      Number((answer.json as { id: string }).id),
    ]);
    expect(rows).toHaveLength(1);
  });

  it.each(['xx', 'english language', 'en-QQ', 'deutsch!'])(
    'The language %s, which there is not, blocks the check with its name and its content',
    async (name) => {
      const wrong = { message: { ...SMS.message, languages: { tr: { text: 'Bahar' }, [name]: { text: 'Spring' } } } };
      const answer = checkOf(await member.post('/apps/shop/compose/check', { ...SEVERAL, others: [wrong] })) as {
        warnings: object[];
      };
      expect(answer.warnings[0]).toMatchObject({
        code: 'unknown_language',
        severity: 'BLOCKING',
        field: `contents[1].languages.${name}.text`,
        value: name,
      });
    },
  );

  it.each(['tr', 'pt-BR', 'pt_BR', 'Turkish', 'zh-Hans-CN', 'iw', 'kmr'])(
    'The language %s does not block',
    async (name) => {
      const answer = await check({
        ...SEVERAL,
        others: [{ message: { ...SMS.message, languages: { [name]: { text: 'x' } } } }],
      });
      expect(JSON.stringify(answer)).not.toContain('unknown_language');
    },
  );
});

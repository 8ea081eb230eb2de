import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import type { TestGateway } from '../../support/contract/gateway.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** A key that leaked, or belongs to a partner, reads what its holder has no business with. */
let sending: Sending;
let gateway: TestGateway;
let segmentId: number;

beforeAll(async () => {
  sending = await startSending();
  gateway = sending.gateway;
  await gateway.makeKey('partner', { scopes: ['users', 'audience', 'notifications'] });
  await gateway.makeKey('lists', { scopes: ['audience', 'segment-users'] });
  await gateway.makeKey('trusted', { scopes: ['users', 'audience', 'notifications', 'segment-users', 'private'] });
  await gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'plan', dataType: 'STRING' },
        { code: 'nationalId', dataType: 'STRING', privateInfo: true },
        { code: 'customerNo', dataType: 'INT' },
      ],
    },
    { dryRun: false },
  );
  await gateway.call('/rest/3.0/registerUsers', {
    body: [
      { extId: 'jo', email: 'jo@example.com', profile: { plan: 'gold', nationalId: '11223344', name: 'Johanna' } },
      { extId: 'al', profile: { plan: 'silver', customerNo: 7 } },
      { extId: 'bo', profile: { plan: 'silver', customerNo: 8 } },
    ],
  });
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', segments: [{ name: 'gold', target: { profile: { plan: 'gold' } } }] }, { dryRun: false });
  await gateway.app.get(SegmentCalculatorService).calculateDue();
  const { list } = (await gateway.call('/rest/3.0/getSegments', { method: 'GET' })).json as {
    list: { id: number; name: string }[];
  };
  segmentId = list.find(({ name }) => name === 'gold')?.id ?? 0;
});
afterAll(() => sending.close());

const read = async (path: string, key: string): Promise<unknown> => {
  const answer = await gateway.call(`/rest/3.0/${path}`, { method: 'GET', key });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json;
};
const groupBy = async (code: string, key: string): Promise<unknown> =>
  (await gateway.call('/rest/3.0/targeting/count-batch', { body: { groupBy: { profile: code } }, key })).json;

describe('API key without the scope private', () => {
  it('A key without the scope private reads a profile without its private values and is not refused', async () => {
    expect(await read('getProfileAttributes?extId=jo', 'partner')).toEqual({ extId: 'jo', profile: { plan: 'gold' } });
    expect(await read('getProfileAttributes?extId=jo', 'trusted')).toMatchObject({
      profile: { plan: 'gold', nationalId: '11223344', name: 'Johanna', email: 'jo@example.com' },
    });
  });

  it.each(['partner', 'trusted'])(
    'A count of users by an identifying attribute is refused for the key %s',
    async (key) => {
      for (const code of ['nationalId', 'email', 'msisdn', 'name', 'customerNo']) {
        expect(await groupBy(code, key)).toMatchObject({ code: 2004, error: expect.stringContaining(code) as string });
      }
      expect(await groupBy('plan', key)).toEqual({ counts: { gold: 1, silver: 2 } });
    },
  );

  it('A key without the scope private sees no rendered message of a person in a dry run', async () => {
    const body = {
      message: {
        title: 'Sale',
        text: 'Hello @{nationalId}',
        platforms: ['EMAIL'],
        email: { subject: 'Hi @{nationalId}', html: '<p>x</p>' },
      },
      target: { sendToAll: true },
    };
    const partner = await gateway.call('/rest/3.0/sendBulkNotification/dryRun', { body, key: 'partner' });
    expect(partner.status).toBe(200);
    expect(partner.text).not.toContain('11223344');
    expect(partner.json).toMatchObject({ samples: [] });
    const trusted = await gateway.call('/rest/3.0/sendBulkNotification/dryRun', { body, key: 'trusted' });
    expect(trusted.text).toContain('11223344');
  });

  it.each(['partner', 'trusted'])('exportPerson refuses the key %s, which lacks a required scope', async (key) => {
    const refused = await gateway.call('/rest/3.0/exportPerson?extId=jo', { method: 'GET', key });
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ code: 2022 })]);
  });
});

describe('API key without the scope segment-users', () => {
  it('A key without the scope segment-users reads the number of users of a segment, but not who they are', async () => {
    expect(await read('getSegments', 'partner')).toMatchObject({ list: [{ name: 'gold', userCount: 1 }] });
    const refused = await gateway.call(`/rest/3.0/getSegmentUsers?id=${segmentId}`, { method: 'GET', key: 'partner' });
    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ code: 2022 })]);
  });

  it('A key with segment-users gets addresses only if it has the scope private too', async () => {
    expect(await read(`getSegmentUsers?id=${segmentId}`, 'lists')).toMatchObject({ list: [{ externalId: 'jo' }] });
    expect(JSON.stringify(await read(`getSegmentUsers?id=${segmentId}`, 'lists'))).not.toContain('jo@example.com');
    expect(await read(`getSegmentUsers?id=${segmentId}`, 'trusted')).toMatchObject({
      list: [{ externalId: 'jo', email: 'jo@example.com' }],
    });
  });
});

describe('API key without a list of scopes', () => {
  it('A key without a list of scopes reads private values and the users of segments', async () => {
    expect(await read('getProfileAttributes?extId=jo', 'rest')).toMatchObject({ profile: { nationalId: '11223344' } });
    expect(await read(`getSegmentUsers?id=${segmentId}`, 'rest')).toMatchObject({
      list: [{ email: 'jo@example.com' }],
    });
  });
});

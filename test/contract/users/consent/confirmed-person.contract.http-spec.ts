import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDoubleOptIn, type DoubleOptIn } from '../../../support/consent/double-opt-in.js';

const TABLES = ['users.opt_in_request', 'users.opt_in_proof', 'users.subscription'] as const;
let shop: DoubleOptIn;

beforeAll(async () => {
  shop = await startDoubleOptIn();
});
afterAll(() => shop.close());

async function ask(extId: string, topic: string): Promise<string> {
  await shop.prefer(extId, topic, true);
  await shop.ask();
  const [mail] = await shop.mails();
  return mail?.link ?? '';
}

const register = (extId: string, email: string): Promise<unknown> =>
  shop.sending.post('registerUsers', [{ extId, email }]);
const get = async (path: string): Promise<unknown> =>
  (await shop.sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET' })).json;
const countRows = async (): Promise<number[]> =>
  Promise.all(TABLES.map(async (table) => (await shop.db.rows(`SELECT FROM ${table}`)).length));

describe('A person with double opt-ins', () => {
  it('The history and the export of a person have the proof, and the export the address too', async () => {
    await register('ada', 'ada@example.com');
    await shop.press(await ask('ada', 'news'));
    const proof = {
      askedAt: expect.any(Number) as number,
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    };
    const history = (await get('getConsentHistory?extId=ada')) as { list: { by: string }[] };
    expect(history.list).toMatchObject([
      { subject: 'CATEGORY', category: 'news', channel: 'EMAIL', permitted: true, source: 'LINK', proof },
    ]);
    expect(await get('exportPerson?extId=ada')).toMatchObject({
      confirmations: [
        {
          category: 'news',
          channel: 'EMAIL',
          address: 'ada@example.com',
          messageId: history.list[0]?.by,
          textHash: proof.textHash,
          source: 'API',
        },
      ],
    });
  });

  it('Requests and proofs of a nameless user go to the user of its login, and the link confirms there', async () => {
    const { gateway } = shop.sending;
    await gateway.makeKey('device', { kind: 'mobile' });
    const sdk = async (path: string, body: object): Promise<unknown> => {
      const answer = await gateway.call(`/sdk/1.0/${path}`, { key: 'device', body });
      expect(answer.status, answer.text).toBe(200);
      return answer.json;
    };
    const device = (await sdk('installations', { platform: 'IOS', token: 'c'.repeat(64) })) as object;
    await sdk('users/profile', { ...device, profile: { email: 'nameless@example.com' } });
    const links: string[] = [];
    for (const name of ['news', 'offers']) {
      await sdk('users/preferences', { ...device, categories: { [name]: true } });
      await shop.ask();
      links.push(...(await shop.mails()).map(({ link }) => link));
    }
    expect((await shop.press(links[0] ?? '')).status).toBe(200);
    await sdk('users/identify', { ...device, extId: 'named' });
    expect((await shop.press(links[1] ?? '')).status).toBe(200);
    expect((await shop.press(links[0] ?? '')).status).toBe(200);
    expect((await shop.states('named')).states).toMatchObject({ news: 'on', offers: 'on' });
    expect(await get('exportPerson?extId=named')).toMatchObject({
      confirmations: [
        { category: 'offers', source: 'DEVICE', address: 'nameless@example.com' },
        { category: 'news', source: 'DEVICE' },
      ],
    });
  });

  it('An erasure leaves nothing of requests, proofs and forms, and the link leads nowhere', async () => {
    await shop.subscribe({ app: 'shop', email: 'eve@example.com', topics: ['news'] });
    await shop.ask();
    const [mail] = await shop.mails();
    await register('eve', 'eve@example.com');
    await shop.press(await ask('eve', 'news'));
    const link = await ask('eve', 'offers');
    const before = await countRows();
    await shop.sending.post('deleteUsersPermanently', { extIds: ['eve'] });
    expect((await countRows()).map((rows, index) => (before[index] ?? 0) - rows)).toEqual([1, 1, 1]);
    for (const former of [link, mail?.link ?? '']) {
      expect((await shop.press(former)).status).toBe(410);
    }
  });
});

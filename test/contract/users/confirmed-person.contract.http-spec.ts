import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsentMergerService } from '../../../libs/users/registry/writes/consent-merger.service.js';
import { startDoubleOptIn, type DoubleOptIn } from '../../support/contract/double-opt-in.js';

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

  it('Requests and proofs of a merged user go to the other one, and the link confirms for it', async () => {
    await register('from', 'shared@example.com');
    await register('to', 'shared@example.com');
    await shop.press(await ask('from', 'news'));
    const link = await ask('from', 'offers');
    const uids = await shop.db.rows<{ uid: number }>(
      `SELECT uid FROM users.app_user WHERE ext_id IN ('from', 'to') ORDER BY ext_id`,
    );
    const [uid = 0, toUid = 0] = uids.map((row) => row.uid);
    const merger = shop.sending.gateway.app.get(ConsentMergerService);
    await shop.db.tx((tx) => merger.move(tx, shop.sending.gateway.appId, { uid, toUid }));
    expect((await shop.press(link)).status).toBe(200);
    expect((await shop.states('to')).states).toMatchObject({ news: 'on', offers: 'on' });
    expect((await shop.states('from')).states).toMatchObject({ news: 'off', offers: 'off' });
    expect(await get('exportPerson?extId=to')).toMatchObject({
      confirmations: [{ category: 'offers' }, { category: 'news' }],
    });
    expect(await get('exportPerson?extId=from')).toMatchObject({ confirmations: [] });
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

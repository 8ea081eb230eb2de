import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import type { ErasureListDto, ErasedListReceiptDto } from './erasures.dto.js';

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'other', settings: { permanentDeletion: true } }, { dryRun: false });
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const people = ['a', 'b', 'c', 'kept'].map((extId) => ({ extId }));
  expect((await gateway.call('/rest/3.0/registerUsers', { body: people })).status).toBe(200);
});
afterAll(() => gateway.close());

const erase = (body: object, app = 'shop') => owner.post(`/apps/${app}/erasures`, { confirm: app, ...body });
const list = async (query = '', app = 'shop') =>
  (await owner.get(`/apps/${app}/erasures?${query}`)).json as ErasureListDto;
const codeOf = ({ json }: { json: unknown }) =>
  (json as { problems: { code: string; path: string | null }[] }).problems[0];
const present = async (extIds: string[]) => [
  ...(await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, extIds)).keys(),
];

describe('people erased by a list', () => {
  it('is refused where the application may not erase, and says so before', async () => {
    expect((await list()).granted).toBe(false);
    expect(codeOf(await erase({ extIds: ['a'] }))).toMatchObject({ code: 'not_granted' });
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    expect((await list()).granted).toBe(true);
  });

  it('goes part by part under one receipt, which names nobody', async () => {
    const first = (await erase({ extIds: ['a', 'nobody'] })).json as ErasedListReceiptDto;
    expect(first).toMatchObject({ asked: 2, users: 1 });
    const second = (await erase({ extIds: ['b'], receiptId: first.receiptId })).json as ErasedListReceiptDto;
    expect(second).toMatchObject({ receiptId: first.receiptId, asked: 3, users: 2 });
    expect(await present(['a', 'b', 'c', 'kept'])).toEqual(['c', 'kept']);
    const { items } = await list();
    expect(items).toEqual([second]);
    expect(JSON.stringify(items)).not.toContain('nobody');
    expect((await list('extId=a')).items).toEqual([second]);
    expect((await list('extId=kept')).items).toEqual([]);
    const entries = await gateway.app
      .get(AuditService)
      .listEntries(gateway.appId, { limit: 10, action: 'users.erase' });
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain('nobody');
  });

  it('takes the typed name of the application, at most 100 at once, and a receipt of its own', async () => {
    expect(codeOf(await erase({ extIds: ['c'], confirm: 'Shop' }))).toMatchObject({ path: 'confirm' });
    expect((await erase({ extIds: Array.from({ length: 101 }, (_, n) => `x${n}`) })).status).toBe(400);
    const { receiptId } = (await erase({ extIds: ['theirs'] }, 'other')).json as ErasedListReceiptDto;
    expect((await erase({ extIds: ['c'], receiptId })).status).toBe(404);
    expect((await list(`after=${receiptId}`)).items).toEqual([]);
    expect(await present(['c'])).toEqual(['c']);
  });

  it('is listed page by page, the newest first', async () => {
    for (let n = 0; n < 4; n += 1) {
      await erase({ extIds: [`later${n}`] });
    }
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: ErasureListDto = await list(`limit=2${after === '' ? '' : `&after=${after}`}`);
      seen.push(...page.items.map(({ erasedAt }) => erasedAt));
      after = page.next;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuditService } from '#libs/audit';
import { ErasureListRunnerService, ErasureListService } from '#libs/identity';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import type { ErasureListRowDto, ErasureListsDto } from './erasure-lists.dto.js';
import type { ErasureListDto } from './erasures.dto.js';

const SOON = { timeout: 20_000, interval: 20 };

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply({ app: 'other', settings: { permanentDeletion: true } }, { dryRun: false });
  owner = await signIn(gateway, [{ role: 'owner', appId: null }]);
  const people = ['a', 'b', 'c', 'd', 'kept'].map((extId) => ({ extId }));
  expect((await gateway.call('/rest/3.0/registerUsers', { body: people })).status).toBe(200);
});
afterAll(() => gateway.close());

const lists = (rest = '', app = 'shop') => `/apps/${app}/erasures/lists${rest}`;
const add = (list: string, app = 'shop') => owner.post(lists('', app), { list });
const added = async (list: string, app = 'shop') => (await add(list, app)).json as ErasureListRowDto;
const confirm = (id: string, app = 'shop', typed = app) => owner.post(lists(`/${id}/confirm`, app), { confirm: typed });
const show = async (id: string) => (await owner.get(lists(`/${id}`))).json as ErasureListRowDto;
const run = () => gateway.app.get(ErasureListRunnerService).runDue();
const receipts = async (query = '', app = 'shop') =>
  (await owner.get(`/apps/${app}/erasures?${query}`)).json as ErasureListDto;
const codeOf = ({ json }: { json: unknown }) =>
  (json as { problems: { code: string; path: string | null }[] }).problems[0];
const present = async (extIds: string[]) => [
  ...(await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, extIds)).keys(),
];
const actions = async () =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 100 }))
    .map(({ action }) => action)
    .filter((action) => /^(erasures|users\.erase)/.test(action));

describe('Erasure lists', () => {
  it('An erasure list is refused when the application may not erase, and the list of receipts says so before', async () => {
    expect((await receipts()).granted).toBe(false);
    expect(codeOf(await add('a'))).toMatchObject({ code: 'not_granted' });
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    expect((await receipts()).granted).toBe(true);
  });

  it('A confirmed erasure list erases its users under one receipt, with an outcome for each line', async () => {
    const counted = await added('a\n\nnobody\nb\na');
    expect(counted).toMatchObject({ state: 'COUNTED', asked: 3, repeated: 1, known: 2, done: 0 });
    await run();
    expect(await present(['a', 'b']), 'nobody has confirmed it').toEqual(['a', 'b']);
    const { receiptId } = counted;
    expect((await confirm(receiptId)).json).toMatchObject({ state: 'WAITING' });
    expect((await confirm(receiptId)).status, 'once').toBe(409);
    await run();
    expect(await show(receiptId)).toMatchObject({ state: 'FINISHED', done: 3, users: 2, by: 'Ada' });
    expect(await present(['a', 'b', 'c', 'kept'])).toEqual(['c', 'kept']);
    const file = await owner.get(lists(`/${receiptId}/lines.csv`));
    expect(file.text).toBe('line,outcome\r\n1,erased\r\n3,unknown\r\n4,erased\r\n');
    const { items } = await receipts();
    expect(items).toMatchObject([{ receiptId, asked: 3, users: 2 }]);
    expect((await receipts('extId=a')).items).toEqual(items);
    expect((await receipts('extId=kept')).items).toEqual([]);
    const shown = JSON.stringify([items, (await owner.get(lists())).json, await actions()]);
    expect(shown).not.toContain('nobody');
    expect(await actions()).toEqual(['users.erase', 'erasures.start', 'erasures.add']);
  });

  it('The confirmation of an erasure list needs the name of the application and a list of its own', async () => {
    const { receiptId } = await added('c');
    expect(codeOf(await confirm(receiptId, 'shop', 'Shop'))).toMatchObject({ path: 'confirm' });
    for (const operation of ['confirm', 'stop']) {
      expect((await owner.post(lists(`/${receiptId}/${operation}`, 'other'), { confirm: 'other' })).status).toBe(404);
    }
    expect((await owner.get(lists(`/${receiptId}/lines.csv`, 'other'))).status).toBe(404);
    expect(((await owner.get(lists('', 'other'))).json as ErasureListsDto).items).toEqual([]);
    expect((await owner.get(lists('/none'))).status).toBe(404);
    expect((await owner.get(lists(`/${randomUUID()}`))).status).toBe(404);
    await run();
    expect(await present(['c'])).toEqual(['c']);
    await owner.post(lists(`/${receiptId}/stop`));
  });

  it('A stopped erasure list erases no one and loses its stored entries', async () => {
    const { receiptId } = await added('c\nd');
    await confirm(receiptId);
    expect((await owner.post(lists(`/${receiptId}/stop`))).json).toMatchObject({ state: 'STOPPED', done: 0 });
    expect((await owner.post(lists(`/${receiptId}/stop`))).status).toBe(409);
    await run();
    expect(await present(['c', 'd'])).toEqual(['c', 'd']);
    const { db } = gateway.fresh;
    expect(await db.rows('SELECT FROM identity.erasure_list_part AS p WHERE p.sealed IS NOT NULL')).toEqual([]);
    expect((await owner.get(lists(`/${receiptId}/lines.csv`))).text).toBe('line,outcome\r\n1,open\r\n2,open\r\n');
  });

  it('A second erasure list waits for the first, and both fail when the application may no longer erase', async () => {
    const first = await added('c');
    const second = await added('d');
    await confirm(first.receiptId);
    await confirm(second.receiptId);
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: false } }, { dryRun: false });
    await vi.waitFor(async () => expect((await receipts()).granted).toBe(false), SOON);
    await run();
    expect(await show(first.receiptId)).toMatchObject({ state: 'FAILED', done: 0 });
    expect(await show(second.receiptId)).toMatchObject({ state: 'FAILED', done: 0 });
    expect(await present(['c', 'd'])).toEqual(['c', 'd']);
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
  });

  it('Erasure lists are limited in size and number, and unconfirmed ones are deleted after a day', async () => {
    expect(codeOf(await add(`a\n${'x'.repeat(5000)}`))).toMatchObject({ path: 'list' });
    expect((await add(' \n ')).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => add(`later${n}`)));
    const counted = answers.filter(({ status }) => status === 200).map(({ json }) => json as ErasureListRowDto);
    expect(counted, 'ten, however many were added at the same moment').toHaveLength(10);
    expect((await add('one more')).status).toBe(409);
    const { db } = gateway.fresh;
    await db.affected(`UPDATE identity.erasure_list AS l SET created_at = now() - interval '25 hours'
                       WHERE l.state = 'COUNTED'`);
    await gateway.app.get(ErasureListService).deleteExpired();
    expect((await owner.get(lists(`/${counted[0]?.receiptId}`))).status).toBe(404);
    expect(await db.rows('SELECT FROM identity.erasure_list_part AS p WHERE p.sealed IS NOT NULL')).toEqual([]);
  });
});

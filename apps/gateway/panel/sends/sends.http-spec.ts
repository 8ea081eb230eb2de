import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';
import type { RecipientPageDto } from '../campaigns/recipients.dto.js';
import type { SendDto, SendPageDto } from './sends.dto.js';

let desk: ApprovalDesk;
let operator: PanelMember;
let definition: string;
beforeAll(async () => {
  desk = await startApprovalDesk();
  operator = await signIn(desk.sending.gateway, [{ role: 'operator', appId: desk.sending.gateway.appId }]);
  const { notificationKey } = await desk.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Order of Ada',
    message: 'It has left',
    platforms: ['IOS'],
  });
  definition = String(notificationKey);
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval({ from: 3 }));
afterEach(async () => {
  await desk.sending.simulators.faults(1, []);
  await desk.sending.drain();
});

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `u${from + n}`);
const send = (extIds: string[]) =>
  desk.sending.post('sendNotification', { notificationKey: definition, target: { extId: extIds } });
const list = async (query = '', who = desk.second) => {
  const answer = await who.get(`/apps/shop/sends?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as SendPageDto;
};
const newest = async (query = '') => {
  const [row] = (await list(query)).items;
  expect(row).toBeDefined();
  return row as SendPageDto['items'][number];
};
const read = async (id: string, who = desk.second) => (await who.get(`/apps/shop/sends/${id}`)).json as SendDto;
const act = (id: string, action: string, body: object = {}, who = desk.second) =>
  who.post(`/apps/shop/sends/${id}/${action}`, body);
const actionsOf = async (subject: string) =>
  (await desk.sending.gateway.app.get(AuditService).listEntries(desk.sending.gateway.appId, { limit: 50 }))
    .filter((entry) => entry.subject === subject)
    .map(({ action, by }) => `${action} ${by.kind}`)
    .toReversed();

describe('Transactional send with approval', () => {
  it('A transactional send leaves when a member approves what it read', async () => {
    await send(ids(0, 5));
    const row = await newest();
    expect(row).toMatchObject({ state: 'APPROVAL', key: definition, named: 5, planned: 0, name: 'Order of Ada' });
    const { approval } = await read(row.id, desk.approver);
    expect(approval).toMatchObject({ sends: 1, needed: 1, given: 0, own: false, author: { kind: 'key' } });
    const stale = await act(row.id, 'approve', { hash: 'f'.repeat(64) }, desk.approver);
    expect(problemOf(stale)).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'hash' });
    expect(await desk.countPushes()).toBe(0);
    const done = await act(row.id, 'approve', { hash: approval?.hash }, desk.approver);
    expect(done.status, done.text).toBe(200);
    expect(await desk.countPushes()).toBe(5);
    expect(await read(row.id)).toMatchObject({ state: 'FINISHED', planned: 5, sent: 5, waiting: 0, approval: null });
    expect(await actionsOf(`send ${approval?.id}`)).toEqual(['approval.ask key', 'approval.give member']);
    expect((await list()).items).toEqual([]);
    const again = await act(row.id, 'approve', { hash: approval?.hash }, desk.approver);
    expect(problemOf(again)).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  });

  it('A rejected transactional send never leaves, and a waiting one cannot be paused or stopped', async () => {
    await send(ids(0, 4));
    const { id } = await newest();
    expect(problemOf(await act(id, 'stop'))).toMatchObject({ status: 409, code: 'wrong_state' });
    expect(problemOf(await act(id, 'pause'))).toMatchObject({ status: 409, code: 'wrong_state' });
    const { approval } = await read(id);
    const done = await act(id, 'reject', { hash: approval?.hash }, desk.approver);
    expect(done.json).toMatchObject({ state: 'STOPPED', approval: null });
    expect(await desk.countPushes()).toBe(0);
    expect((await list('list=failed')).items.map((row) => row.id)).toContain(id);
    expect(await actionsOf(`send ${approval?.id}`)).toEqual(['approval.ask key', 'approval.reject member']);
  });
});

describe('Transactional send with a failing provider', () => {
  const refuse = () =>
    desk.sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' }]);

  it('A waiting transactional send shows its reason and recipients, and can be paused, resumed and stopped', async () => {
    await refuse();
    await send(ids(0, 2));
    await desk.sending.drain();
    const { id, ...row } = await newest();
    expect(row).toMatchObject({ planned: 2, sent: 0, failed: 0, waiting: 2 });
    expect(['RETRYING', 'SENDING']).toContain(row.state);
    expect(row.reason).toMatchObject({ reason: 'PROVIDER_UNAVAILABLE' });
    const { items } = (await desk.second.get(`/apps/shop/sends/${id}/recipients?status=OPEN`)).json as RecipientPageDto;
    expect(items.map(({ extId, status }) => `${extId} ${status}`).toSorted()).toEqual(['u0 OPEN', 'u1 OPEN']);
    expect((await act(id, 'pause', {}, operator)).json).toMatchObject({ state: 'PAUSED' });
    expect(problemOf(await act(id, 'pause', {}, operator))).toMatchObject({ status: 409, code: 'wrong_state' });
    expect((await act(id, 'resume', {}, operator)).status).toBe(200);
    expect((await act(id, 'stop', {}, operator)).json).toMatchObject({ state: 'STOPPED' });
    await desk.sending.drain();
    expect(await read(id)).toMatchObject({ state: 'STOPPED', skipped: 2, waiting: 0 });
    const skipped = (await desk.second.get(`/apps/shop/sends/${id}/recipients?status=SKIPPED`))
      .json as RecipientPageDto;
    expect(skipped.items.map(({ reason }) => reason)).toEqual(['STOPPED', 'STOPPED']);
    expect(await actionsOf(`transactional send ${id}`)).toEqual([
      'send.pause member',
      'send.resume member',
      'send.stop member',
    ]);
  });

  it('The list of failed sends has only the sends that finally failed, with their failed recipients', async () => {
    const [before] = (await list('list=failed')).items;
    await desk.sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 400, reason: 'PayloadEmpty' }]);
    await send(ids(5, 6));
    await desk.sending.simulators.faults(1, []);
    await send(ids(4, 5));
    await desk.sending.simulators.faults(1, [
      { provider: 'apns', share: 1, status: 400, reason: 'PayloadEmpty', token: '*5' },
    ]);
    await desk.sending.drain();
    const failed = (await list('list=failed')).items;
    const at = failed.findIndex(({ id }) => id === before?.id);
    expect(failed.slice(0, at)).toMatchObject([{ state: 'FAILED', failed: 1, waiting: 0, named: 1 }]);
    const { id = '' } = failed[0] ?? {};
    const page = (await desk.second.get(`/apps/shop/sends/${id}/recipients?status=FAILED`)).json as RecipientPageDto;
    expect(page.items).toMatchObject([{ extId: 'u5', status: 'FAILED' }]);
  });
});

describe('Lists of transactional sends', () => {
  it('The list of sends shows each send once, page by page', async () => {
    await desk.setApproval({ from: 1 });
    for (let n = 0; n < 5; n += 1) {
      await send([...ids(n, n + 1), 'u5']);
    }
    const seen: string[] = [];
    let after = '';
    do {
      const page = await list(`limit=2${after}`);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
    } while (after !== '');
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    for (const cursor of ['x', '2030-02-30T00:00:00.000000Z 1', '2030-01-01T00:00:00.000000Z 1; --']) {
      expect((await desk.second.get(`/apps/shop/sends?after=${encodeURIComponent(cursor)}`)).status).toBe(400);
    }
  });

  it('The list of sends shows texts only to members who may see private values', async () => {
    const { id } = await newest();
    expect((await read(id, desk.approver)).name).toBeNull();
    expect((await list('', desk.approver)).items.every(({ name }) => name === null)).toBe(true);
    expect((await desk.approver.get(`/apps/shop/sends/${id}/recipients`)).status).toBe(403);
  });

  it('The list of sends contains no send of another application and no campaign', async () => {
    const { gateway } = desk.sending;
    const { id } = await newest();
    const { app } = await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const owner = await signIn(gateway, [{ role: 'owner', appId: app.id }]);
    const { items } = (await owner.get('/apps/other/sends')).json as SendPageDto;
    expect(items).toEqual([]);
    for (const [path, body] of [
      [id, undefined],
      [`${id}/recipients`, undefined],
      [`${id}/stop`, {}],
      [`${id}/pause`, {}],
      [`${id}/approve`, { hash: 'a'.repeat(64) }],
    ] as const) {
      const at = `/apps/other/sends/${path}`;
      expect((await (body ? owner.post(at, body) : owner.get(at))).status, at).toBe(404);
    }
    const key = await desk.sending.bulk({ message: MESSAGE, target: EVERYBODY });
    const row = await gateway.fresh.db.row<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [key],
    );
    expect((await desk.second.get(`/apps/shop/sends/${row?.id}`)).status).toBe(404);
  });
});

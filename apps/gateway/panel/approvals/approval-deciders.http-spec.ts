import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplicationService, ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import {
  EVERYBODY,
  MESSAGE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
  type Check,
} from '../../../../test/support/panel/approvals/approval-desk.js';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await startApprovalDesk();
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval({ from: 3 }));
afterEach(() => desk.sending.drain());

describe('Deciders of an approval', () => {
  const bulk = async (key?: string) => {
    const answer = await desk.sending.gateway.call('/rest/3.0/sendBulkNotification', {
      body: { message: MESSAGE, target: EVERYBODY },
      ...(key !== undefined && { key }),
    });
    expect(answer.status, answer.text).toBe(200);
    return String((answer.json as { notificationKey: number }).notificationKey);
  };
  const approveOverRest = (key: string, secret: string) =>
    desk.sending.gateway.call('/rest/3.0/sendPushApproval', { body: [{ messageId: Number(key) }], key: secret });

  it('An API key approves a campaign only when the settings of the application allow it', async () => {
    const secret = await desk.sending.gateway.makeKey('approver', { scopes: ['approve'] });
    const key = await desk.ask();
    expect(await approveOverRest(key, secret)).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await desk.countPushes()).toBe(0);
    await desk.setApproval({ from: 3, keys: true });
    expect(await approveOverRest(key, secret)).toMatchObject({ status: 200 });
    expect(await desk.countPushes()).toBeGreaterThan(0);
    expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.give key']);
    await desk.setApproval({ from: 3, keys: false });
  });

  it('A member can approve a campaign that an API key requested', async () => {
    const key = await bulk();
    expect(await desk.listKeys()).toContain(key);
    expect(await desk.read(key)).toMatchObject({
      state: 'WAITING',
      planned: null,
      draft: null,
      author: { kind: 'key' },
    });
    expect((await desk.approve(key, desk.approver)).status).toBe(200);
    expect(await desk.countPushes()).toBeGreaterThan(0);
  });

  it('A member without the permission can neither decide nor withdraw an approval', async () => {
    const key = await desk.ask();
    const body = await desk.seen(key);
    const analyst = await signIn(desk.sending.gateway, [{ role: 'analyst', appId: desk.sending.gateway.appId }]);
    expect(await desk.read(key, analyst)).toMatchObject({ target: null, draft: null });
    const calls: [string, object][] = [
      ['check', {}],
      ['approve', body],
      ['reject', { hash: body.hash, words: 'No' }],
      ['withdraw', {}],
    ];
    for (const [action, content] of calls) {
      const answer = await analyst.post(`/apps/shop/approvals/${key}/${action}`, content);
      expect(problemOf(answer), action).toMatchObject({ status: 403, code: 'permission_missing' });
    }
    await desk.author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('A member of another application can neither read nor decide an approval', async () => {
    const { gateway } = desk.sending;
    await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const other = await gateway.app.get(ApplicationService).findByName('other');
    const stranger = await signIn(gateway, [{ role: 'owner', appId: other?.id ?? 0 }]);
    const key = await desk.ask();
    const body = await desk.seen(key);
    for (const app of ['other', 'shop']) {
      const at = `/apps/${app}/approvals/${key}`;
      const answers = [
        await stranger.get(at),
        await stranger.post(`${at}/check`),
        await stranger.post(`${at}/approve`, body),
        await stranger.post(`${at}/reject`, { hash: body.hash, words: 'No' }),
        await stranger.post(`${at}/withdraw`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect(((await stranger.get('/apps/other/approvals')).json as { items: object[] }).items).toEqual([]);
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned } = checkOf(await stranger.post('/apps/other/compose/check', campaign)) as Check;
    const launch = { campaign, seen: { hash, planned }, revises: key };
    expect((await stranger.post('/apps/other/compose/launch', launch)).status).toBe(404);
    expect(await desk.read(key)).toMatchObject({ state: 'WAITING' });
    await desk.author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('The home shows each member the number of approvals that wait for this member', async () => {
    const countOf = async (who: PanelMember) =>
      ((await who.get('/apps/shop/home')).json as { approvals: number }).approvals;
    await desk.setApproval({ from: 3, approvers: 2 });
    expect(await countOf(desk.approver)).toBe((await desk.listKeys()).length);
    const before = await countOf(desk.approver);
    const ownBefore = await countOf(desk.author);
    const key = await desk.ask();
    expect([await countOf(desk.approver), await countOf(desk.author)]).toEqual([before + 1, ownBefore]);
    await desk.approve(key, desk.approver);
    expect([await countOf(desk.approver), await countOf(desk.second)]).toEqual([before, before + 1]);
    await desk.author.post(`/apps/shop/approvals/${key}/withdraw`);
  });
});

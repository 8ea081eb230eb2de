import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../../test/support/contract/panel-member.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import {
  EVERYBODY,
  MESSAGE,
  PEOPLE,
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

describe('Approval of the campaign as it was read', () => {
  it('An approval counts only for the campaign that was read, in the form in which it was requested', async () => {
    const key = await desk.ask();
    const { hash, planned } = await desk.seen(key);
    const other = await desk.ask({ message: { ...MESSAGE, text: 'Everything 90 % off' } });
    const answer = await desk.approve(other, desk.approver, { hash, planned });
    expect(problemOf(answer)).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'hash' });
    // Someone writes into the row of what waits.
    await desk.sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET message = jsonb_set(message, '{text}', '"Free"') WHERE notification_key = $1`,
      [Number(key)],
    );
    expect(problemOf(await desk.approve(key, desk.approver, { hash, planned }))).toMatchObject({
      status: 409,
      path: 'asked',
    });
    expect(problemOf(await desk.approve(key, desk.approver)), 'not even with its new hash').toMatchObject({
      path: 'asked',
    });
    expect(await desk.countPushes()).toBe(0);
  });

  it('An approval is void when the author changes the campaign, and the refusal names the changed fields', async () => {
    await desk.setApproval({ from: 3, approvers: 2 });
    const key = await desk.ask();
    const read1 = await desk.seen(key);
    expect((await desk.approve(key, desk.second, read1)).status).toBe(200);
    const changed = await desk.ask({ message: { ...MESSAGE, text: 'Everything 30 % off' } }, { revises: key });
    const refused = problemOf(await desk.approve(key, desk.approver, read1));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'revision' });
    expect(refused.text).toContain('message.text');
    expect(refused.text).toContain(changed);
    expect(await desk.read(key)).toMatchObject({ state: 'REPLACED', revision: changed });
    expect(await desk.read(changed)).toMatchObject({
      state: 'WAITING',
      given: 0,
      revises: key,
      differences: [{ field: 'message.text', from: '"Everything 20 % off"', to: '"Everything 30 % off"' }],
    });
    expect(await desk.listActions(key)).toEqual([
      'approval.ask member',
      'approval.give member',
      'approval.replace member',
    ]);
    expect((await desk.approve(changed, desk.approver)).status).toBe(200);
    expect(await desk.countPushes(), 'the earlier approval does not count for it').toBe(0);
    await desk.approve(changed, desk.second);
    expect(await desk.countPushes()).toBe(PEOPLE);
  });

  it('Only its author can change or withdraw a campaign that waits for approval', async () => {
    const key = await desk.ask();
    const other = await signIn(desk.sending.gateway, [{ role: 'marketer', appId: desk.sending.gateway.appId }]);
    expect(problemOf(await other.post(`/apps/shop/approvals/${key}/withdraw`))).toMatchObject({ code: 'not_granted' });
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned } = checkOf(await other.post('/apps/shop/compose/check', campaign)) as Check;
    const body = { campaign, seen: { hash, planned }, revises: key };
    expect(problemOf(await other.post('/apps/shop/compose/launch', body))).toMatchObject({ code: 'not_granted' });
    expect((await desk.author.post(`/apps/shop/approvals/${key}/withdraw`)).json).toMatchObject({ state: 'WITHDRAWN' });
    expect(problemOf(await desk.approve(key, desk.approver))).toMatchObject({ status: 409, path: 'state' });
    expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.withdraw member']);
    expect(await desk.countPushes()).toBe(0);
  });

  it('An approval is refused when the number of recipients differs from the number that was read', async () => {
    const key = await desk.ask();
    const body = await desk.seen(key);
    await desk.register(PEOPLE, PEOPLE + 1);
    const refused = problemOf(await desk.approve(key, desk.approver, body));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'planned' });
    expect(refused.text).toContain(String(PEOPLE + 1));
    expect((await desk.read(key)).planned, 'then').toBe(PEOPLE);
    expect((await desk.approve(key, desk.approver)).status, 'after another look').toBe(200);
    expect(await desk.countPushes()).toBe(PEOPLE + 1);
  });
});

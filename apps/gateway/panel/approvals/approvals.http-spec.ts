import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewExpiryService } from '#libs/notifications/reviews';
import {
  askPanel,
  cookieOf,
  makeLink,
  memberOf,
  PAGE_HEADERS,
  signIn,
} from '../../../../test/support/contract/panel-member.js';
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

describe('Approval of a campaign', () => {
  it('A campaign to few recipients needs no approval, and one to more waits for it', async () => {
    await desk.setApproval({ from: PEOPLE });
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned, needsApproval } = checkOf(
      await desk.author.post('/apps/shop/compose/check', campaign),
    ) as Check;
    expect(needsApproval).toBe(false);
    const sent = await desk.author.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned } });
    expect(sent.json).toMatchObject({ waits: false });
    expect(await desk.countPushes()).toBe(PEOPLE);
    await desk.setApproval({ from: PEOPLE - 1 });
    const key = await desk.ask();
    expect(await desk.countPushes()).toBe(0);
    expect(await desk.listKeys()).toContain(key);
    await desk.author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('A campaign is sent when another member approves what it read, with an audit entry for each step', async () => {
    const key = await desk.ask();
    const review = await desk.read(key);
    expect(review).toMatchObject({ state: 'WAITING', planned: PEOPLE, given: 0, own: null, target: { type: 'all' } });
    expect(review.draft).toEqual({ message: MESSAGE, target: EVERYBODY });
    expect((await desk.read(key, desk.author)).own).toBe('AUTHOR');
    const done = await desk.approve(key, desk.approver, { ...(await desk.seen(key)), words: 'Good to go' });
    expect(done.status, done.text).toBe(200);
    expect(done.json).toMatchObject({ state: 'APPROVED', given: 1, own: 'APPROVED', votes: [{ words: 'Good to go' }] });
    expect(await desk.countPushes()).toBe(PEOPLE);
    expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.give member']);
    expect(await desk.listKeys()).not.toContain(key);
    expect(problemOf(await desk.approve(key, desk.second))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      path: 'state',
    });
    expect(await desk.countPushes()).toBe(0);
  });

  it('A campaign cannot be approved by its author, even with another role, session or grant', async () => {
    const key = await desk.ask();
    expect(problemOf(await desk.approve(key, desk.author))).toMatchObject({ status: 403, code: 'own_request' });
    const { gateway } = desk.sending;
    const link = await makeLink(gateway, desk.author.memberId);
    const entered = await askPanel(gateway.base, '/session/link', {
      method: 'POST',
      headers: PAGE_HEADERS,
      body: { token: link },
    });
    const again = memberOf(gateway.base, desk.author.memberId, cookieOf(entered));
    expect(problemOf(await desk.approve(key, again))).toMatchObject({ status: 403, code: 'own_request' });
    const owner = await signIn(gateway);
    await owner.post(`/members/${desk.author.memberId}/grants`, { grants: [{ role: 'owner', app: 'shop' }] });
    expect(problemOf(await desk.approve(key, again))).toMatchObject({ status: 403, code: 'own_request' });
    await desk.setApproval({ from: 3, self: true });
    const own = await desk.ask();
    expect(problemOf(await desk.approve(own, desk.author)), 'also where keys approve themselves').toMatchObject({
      status: 403,
    });
    expect(await desk.countPushes()).toBe(0);
    await desk.setApproval({ from: 3, self: false });
  });

  it('A campaign needs as many approving members as the application requires, each of them once', async () => {
    await desk.setApproval({ from: 3, approvers: 2 });
    const key = await desk.ask();
    expect((await desk.approve(key, desk.approver)).json).toMatchObject({ state: 'WAITING', given: 1 });
    expect((await desk.approve(key, desk.approver)).status).toBe(409);
    expect(await desk.countPushes()).toBe(0);
    expect((await desk.approve(key, desk.second)).json).toMatchObject({ state: 'APPROVED', given: 2 });
    expect(await desk.countPushes()).toBe(PEOPLE);
  });

  it('A rejected campaign is never sent, and its author reads the reason', async () => {
    const key = await desk.ask();
    const { hash } = await desk.read(key);
    expect((await desk.approver.post(`/apps/shop/approvals/${key}/reject`, { hash })).status, 'without words').toBe(
      400,
    );
    const answer = await desk.approver.post(`/apps/shop/approvals/${key}/reject`, {
      hash,
      words: 'The price is wrong',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await desk.read(key, desk.author)).toMatchObject({ state: 'REJECTED', words: 'The price is wrong' });
    expect(problemOf(await desk.approve(key, desk.second))).toMatchObject({ status: 409, path: 'state' });
    expect(await desk.countPushes()).toBe(0);
    expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.reject member']);
  });

  it('An approval after the deadline is refused, and the request expires', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const key = await desk.ask({ schedule: { startTime } });
    const body = await desk.seen(key);
    await desk.sending.gateway.fresh.db.affected(
      `UPDATE notifications.approval_request SET expires_at = now() - interval '1 second' WHERE approval_id = $1`,
      [Number(key)],
    );
    expect(problemOf(await desk.approve(key, desk.approver, body))).toMatchObject({ status: 409, path: 'expiresAt' });
    const expiry = desk.sending.gateway.app.get(ReviewExpiryService, { strict: false });
    const ended = await Promise.all([expiry.endExpired(), expiry.endExpired()]);
    expect(ended.toSorted()).toEqual([0, 1]);
    expect(await desk.read(key)).toMatchObject({ state: 'EXPIRED' });
    expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.expire system']);
    expect(await desk.countPushes()).toBe(0);
  });
});

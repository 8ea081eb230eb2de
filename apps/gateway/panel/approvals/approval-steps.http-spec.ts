import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PEOPLE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

/** Users who are there by now. */
let people = PEOPLE;
/** One approval for all of them, and two for more than two others. */
const bigger = () => ({
  steps: [
    { from: 3, approvers: 1 },
    { from: people + 2, approvers: 2 },
  ],
});
/** Two for them. */
const smaller = () => ({ steps: [{ approvers: 1 }, { from: people - 1, approvers: 2 }] });

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await startApprovalDesk();
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval(bigger()));
afterEach(() => desk.sending.drain());

/** More users than one approval is for. */
async function grow(): Promise<void> {
  await desk.register(people, people + 4);
  people += 4;
}

describe('Approval steps by size', () => {
  it('A campaign needs the approvals of the step for its number of recipients', async () => {
    const small = await desk.ask();
    expect(await desk.read(small)).toMatchObject({ needed: 1, upTo: people + 2 });
    await desk.setApproval(smaller());
    const large = await desk.ask();
    expect(await desk.read(large)).toMatchObject({ needed: 2, upTo: null });
    const { json } = await desk.approver.get('/apps/shop/approvals');
    expect(json).toMatchObject({ steps: [{ from: null, approvers: 1 }, smaller().steps[1]] });
    expect((await desk.approve(large, desk.second)).json).toMatchObject({ state: 'WAITING', given: 1 });
    expect((await desk.approve(large, desk.second)).status, 'once each').toBe(409);
    expect(problemOf(await desk.approve(large, desk.author))).toMatchObject({ status: 403, code: 'own_request' });
    expect(await desk.countPushes()).toBe(0);
    expect((await desk.approve(large, desk.approver)).json).toMatchObject({ state: 'APPROVED', given: 2 });
    expect(await desk.countPushes()).toBe(people);
    expect((await desk.approve(small, desk.second)).json, 'as it was asked for').toMatchObject({ state: 'APPROVED' });
    expect(await desk.countPushes()).toBe(people);
  });

  it('A single approval is refused when the campaign has grown into the next step', async () => {
    const key = await desk.ask();
    await grow();
    const refused = problemOf(await desk.approve(key, desk.approver));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'users' });
    expect(refused.text).toContain(`${people} users match now, and its approvals are for ${people - 2}`);
    const anew = await desk.ask({}, { revises: key });
    expect(await desk.read(anew)).toMatchObject({ needed: 2, given: 0, upTo: null });
    await desk.author.post(`/apps/shop/approvals/${anew}/withdraw`);
    expect(await desk.countPushes()).toBe(0);
  });

  it('A campaign that grew after its approval is not sent, and its state gives the reason', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const key = await desk.ask({ schedule: { startTime } });
    expect((await desk.approve(key, desk.approver)).json).toMatchObject({ state: 'APPROVED' });
    await grow();
    await desk.sending.gateway.fresh.db.affected(
      'UPDATE delivery.dispatch SET due_at = now() WHERE notification_key = $1',
      [Number(key)],
    );
    expect(await desk.countPushes()).toBe(0);
    expect(await desk.read(key)).toMatchObject({ state: 'OUTGROWN', upTo: people - 2, outgrown: people });
    expect(await desk.sending.dispatch(Number(key))).toMatchObject({ planned: 0, settled: 0 });
    expect(await desk.listActions(key)).toEqual([
      'approval.ask member',
      'approval.give member',
      'campaign.outgrown system',
    ]);
    expect(await desk.countPushes(), 'never').toBe(0);
  });
});

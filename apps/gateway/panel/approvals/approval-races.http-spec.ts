import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  PEOPLE,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await startApprovalDesk();
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval({ from: 3 }));
afterEach(() => desk.sending.drain());

describe('a campaign that waits', () => {
  it('leaves once when two approve at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await desk.ask();
      const body = await desk.seen(key);
      const answers = await Promise.all([desk.approver, desk.second].map((who) => desk.approve(key, who, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await desk.countPushes()).toBe(PEOPLE);
      expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.give member']);
    }
  });

  it('leaves once when one approval is repeated at the same moment', async () => {
    const key = await desk.ask();
    const body = await desk.seen(key);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => desk.approver.post(`/apps/shop/approvals/${key}/approve`, body, headers)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await desk.countPushes()).toBe(PEOPLE);
    expect((await desk.read(key)).given).toBe(1);
  });
});

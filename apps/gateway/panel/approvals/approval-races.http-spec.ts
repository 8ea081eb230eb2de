import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  PEOPLE,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await startApprovalDesk();
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval({ from: 3 }));
afterEach(() => desk.sending.drain());

describe('Concurrent approvals', () => {
  it('A campaign is sent once when two members approve it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await desk.ask();
      const body = await desk.seen(key);
      const answers = await Promise.all([desk.approver, desk.second].map((who) => desk.approve(key, who, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await desk.countPushes()).toBe(PEOPLE);
      expect(await desk.listActions(key)).toEqual(['approval.ask member', 'approval.give member']);
    }
  });

  it('A campaign is sent once when the same approval is repeated at the same moment', async () => {
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

  it('A campaign is sent once when three members approve at once, two are needed and connections are lost', async () => {
    await desk.setApproval({ steps: [{ from: 1 }, { from: 3, approvers: 2 }] });
    const { gateway, launchDue } = desk.sending;
    const third = await signIn(gateway, [{ role: 'approver', appId: gateway.appId }]);
    const members = [desk.approver, desk.second, third];
    for (let round = 0; round < sampleSize(1); round += 1) {
      const key = await desk.ask();
      const body = await desk.seen(key);
      await killVoters();
      const end = new AbortController();
      const launching = (async () => {
        while (!end.signal.aborted) {
          await launchDue();
        }
      })();
      const ends = await Promise.all(members.map((who) => approveUntilTold(key, who, body)));
      await mend();
      end.abort();
      await launching;
      expect(ends.toSorted()).toEqual([200, 200, 409]);
      expect(await desk.countPushes()).toBe(PEOPLE);
      expect(await desk.read(key)).toMatchObject({ state: 'APPROVED', given: 2 });
      expect(await desk.listActions(key)).toEqual([
        'approval.ask member',
        'approval.give member',
        'approval.give member',
      ]);
    }
  });
});

/** From now on some connections die right after they have written an approval. */
const killVoters = () =>
  desk.sending.gateway.fresh.db.tx(async (tx) => {
    await tx.affected(`CREATE FUNCTION notifications.kill_voter() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF random() < 0.5 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); END IF;
        RETURN NEW;
      END $$`);
    await tx.affected(`CREATE TRIGGER kill_voter AFTER INSERT ON notifications.approval_vote
      FOR EACH ROW EXECUTE FUNCTION notifications.kill_voter()`);
  });
const mend = () => desk.sending.gateway.fresh.db.affected('DROP FUNCTION notifications.kill_voter() CASCADE');

/** Asks again while the answer is that nothing was committed. @returns the status of the answer that says more */
async function approveUntilTold(key: string, who: PanelMember, body: object): Promise<number> {
  for (;;) {
    const { status } = await desk.approve(key, who, body);
    if (status < 500) {
      return status;
    }
  }
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApproverMailService } from '#libs/notifications';
import { ApplyService } from '#libs/tenancy';
import type { LoggedMail } from '../../../../test/support/processes/simulator-client.js';
import { startApprovalDesk, type ApprovalDesk } from '../../../../test/support/panel/approvals/approval-desk.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const ADDRESSES = { author: 'author@example.com', approver: 'approver@example.com', second: 'second@example.com' };

let desk: ApprovalDesk;
let mails: ApproverMailService;
beforeAll(async () => {
  desk = await startApprovalDesk({ PANEL_URL: 'https://panel.example.com' });
  mails = desk.sending.gateway.app.get(ApproverMailService, { strict: false });
  await Promise.all(
    Object.entries(ADDRESSES).map(([who, address]) => setAddress(desk[who as keyof typeof ADDRESSES], address)),
  );
  const stranger = await signIn(desk.sending.gateway, [{ role: 'analyst', appId: desk.sending.gateway.appId }]);
  await setAddress(stranger, 'analyst@example.com');
});
afterAll(() => desk.sending.close());
beforeEach(async () => {
  await desk.setApproval({ from: 3 });
  await desk.sending.simulators.faults(1, []);
  await mails.tellDue();
  await desk.sending.simulators.clear();
});

async function setAddress({ memberId }: PanelMember, address: string): Promise<void> {
  const { db } = desk.sending.gateway.fresh;
  await db.affected('UPDATE members.member SET email = $2 WHERE member_id = $1', [memberId, address]);
}

async function readMails(): Promise<LoggedMail[]> {
  const logged = await desk.sending.simulators.mails();
  return logged.toSorted((a, b) => a.token.localeCompare(b.token));
}
const addressesOf = (logged: readonly LoggedMail[]) => logged.map(({ token }) => token);
const BOTH = [ADDRESSES.approver, ADDRESSES.second];

/** Mails that wait may leave at once. */
const hurry = () =>
  desk.sending.gateway.fresh.db.affected(
    `UPDATE notifications.approval_mail SET due_at = now() WHERE due_at IS NOT NULL`,
  );

describe('E-mails to approvers', () => {
  it("Every member who may approve gets one e-mail for a request, in the member's language", async () => {
    await desk.approver.post('/me', { locale: 'tr' });
    const key = await desk.ask();
    expect(await desk.read(key)).toMatchObject({ told: null, hasMail: true });
    expect(await mails.tellDue()).toBe(2);
    expect(await mails.tellDue()).toBe(0);
    const [turkish, both] = await readMails();
    expect(addressesOf(await readMails())).toEqual(BOTH);
    expect(turkish?.payload['subject']).toBe('shop: "Spring" onay bekliyor');
    expect(turkish?.payload.text).toContain('"Spring" kampanyası için onay istiyor');
    expect(turkish?.payload.text).not.toContain('Everything 20 % off');
    expect(both?.payload['subject']).toBe('shop: "Spring" waits for approval / shop: "Spring" onay bekliyor');
    expect(both?.payload.text).toContain('Ada asks for an approval of the campaign "Spring" of shop.');
    expect(both?.payload.text).toContain('Recipients when it was asked for: 6');
    const link = `https://panel.example.com/panel/apps/shop/campaigns/approvals?request=${key}`;
    expect([turkish, both].every((mail) => mail?.payload.text.includes(link))).toBe(true);
    expect(await desk.read(key)).toMatchObject({ told: 2 });
  });

  it('An approver gets one e-mail for a request when several processes send at the same time', async () => {
    await desk.ask();
    await desk.ask();
    const sent = await Promise.all(Array.from({ length: 4 }, () => mails.tellDue()));
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(4);
    expect(addressesOf(await readMails())).toEqual([...BOTH, ...BOTH].toSorted());
  });

  it('An approver gets no second e-mail when the process dies after the first was sent', async () => {
    await desk.ask();
    const { db } = desk.sending.gateway.fresh;
    await db.tx(async (tx) => {
      await tx.affected(`CREATE FUNCTION notifications.die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NEW; END $$`);
      await tx.affected(`CREATE TRIGGER die BEFORE UPDATE ON notifications.approval_mail FOR EACH ROW
        WHEN (NEW.outcome = 'SENT') EXECUTE FUNCTION notifications.die()`);
    });
    await expect(mails.tellDue()).rejects.toThrow();
    await db.affected('DROP FUNCTION notifications.die() CASCADE');
    await hurry();
    expect(await mails.tellDue()).toBe(1);
    expect(await mails.tellDue()).toBe(0);
    expect(addressesOf(await readMails())).toEqual(BOTH);
  });

  it('The e-mail to an approver is retried later when the relay refuses it', async () => {
    await desk.ask();
    await desk.sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 451, reason: '4.3.0' }]);
    expect(await mails.tellDue()).toBe(0);
    await desk.sending.simulators.faults(1, []);
    expect(await mails.tellDue(), 'not at once').toBe(0);
    await hurry();
    expect(await mails.tellDue()).toBe(2);
    expect(addressesOf(await readMails())).toEqual(BOTH);
  });

  it('No e-mail goes to an approver who turned it off, nor for a decided request', async () => {
    await desk.approver.post('/me', { approvalMails: false });
    await desk.ask();
    expect(await mails.tellDue()).toBe(1);
    await desk.approver.post('/me', { approvalMails: true });
    const decided = await desk.ask();
    expect((await desk.approve(decided, desk.second)).status).toBe(200);
    expect(await mails.tellDue(), 'it waits no more').toBe(0);
    expect(addressesOf(await readMails())).toEqual([ADDRESSES.second]);
  });

  it('A request without an e-mail account of the application sends no e-mail and reports that', async () => {
    const { app } = desk.sending.gateway;
    const apply = (channels: object, prune: boolean) =>
      app.get(ApplyService).apply({ app: 'shop', prune, channels }, { dryRun: false });
    const others = { apns: { simulator: true }, fcm: { simulator: true } };
    await apply(others, true);
    const key = await desk.ask();
    expect(await mails.tellDue()).toBe(0);
    expect(await desk.read(key)).toMatchObject({ told: 0, hasMail: false });
    await apply({ ...others, smtp: { simulator: true } }, false);
    expect(await mails.tellDue()).toBe(0);
  });
});

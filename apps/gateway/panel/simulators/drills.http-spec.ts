import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { DrillRunnerService } from '#libs/simulation';
import { ApplyService, type Application } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Drill {
  id: string;
  state: string;
  copyKey: string | null;
  verdict: Record<string, number> | null;
  why?: string;
}
interface List {
  possible: boolean;
  items: Drill[];
  wait?: { planned: number; open: number; retries: number; nextAt: string; lastAt: string };
}
const USERS = 60;
const PLAN = { unavailable: 0.2, reset: 0.2, timeout: 0, size: 40 };
const QUIET = { unavailable: 0, reset: 0, timeout: 0, size: 40 };
let sending: Sending;
let operator: PanelMember;
let key: number;

beforeAll(async () => {
  sending = await startSending();
  operator = await signIn(sending.gateway, [{ role: 'operator', appId: sending.gateway.appId }]);
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, n) => ({
      extId: `u${n}`,
      platform: 'IOS',
      deviceToken: n.toString(16).padStart(64, '0'),
      email: `u${n}@example.com`,
    })),
  );
  key = await sending.bulk({
    message: { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'EMAIL'], inbox: true },
    target: { sendToAll: true },
  });
  await sending.drain();
});
afterAll(() => sending.close());
afterEach(() => sending.simulators.faults(0, []));

const path = (of: number | string = key) => `/apps/shop/campaigns/${of}/drills`;
const run = () => sending.gateway.app.get(DrillRunnerService).runOpen();
const list = async (): Promise<List> => (await operator.get(path())).json as List;
const entries = async () =>
  (await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 100 })).map(
    ({ action, subject, by }) => `${by.kind} ${action} ${subject}`,
  );
const openWork = async (): Promise<number> => {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    `SELECT (SELECT count(*) FROM delivery.dispatch WHERE app_id = $1 AND state < 3 AND due_at <= now())::integer AS n`,
    [sending.gateway.appId],
  );
  return row?.n ?? 0;
};

/** Retries wait seconds before they leave; what is due is sent in the meantime. */
async function finish(): Promise<void> {
  await sending.gateway.fresh.db.affected(`UPDATE delivery.retry SET due_at = now() WHERE app_id = $1`, [
    sending.gateway.appId,
  ]);
  await sending.drain();
}

/** Accounts may rest for a while after faults. */
async function finishAll(): Promise<void> {
  while ((await openWork()) > 0) {
    await finish();
    await sleep(50);
  }
}

async function drill(plan: object = PLAN): Promise<Drill> {
  const asked = await operator.post(path(), plan);
  expect(asked.status, asked.text).toBe(200);
  await run();
  await finishAll();
  await run();
  const [newest] = (await list()).items;
  if (!newest) {
    throw new Error('There is no drill');
  }
  return newest;
}

describe('Fault drills', () => {
  it('A drill sends a copy to failing simulators and compares the ledger with the messages they accepted', async () => {
    const before = (await sending.simulators.counts())['apns']?.rejected ?? 0;
    const { state, verdict, copyKey } = await drill();
    expect([state, Number(copyKey) > key]).toEqual(['JUDGED', true]);
    expect(verdict).toMatchObject({ planned: 80, recipients: 80, lost: 0, unlisted: 0 });
    expect((await sending.simulators.counts())['apns']?.rejected ?? 0, 'faults came').toBeGreaterThan(before);
    expect(verdict?.['listed'], 'mail cut after it was taken').toBeGreaterThan(0);
    const ended = (await (await fetch(`${sending.simulators.base}/faults`)).json()) as object;
    expect(ended, 'faults are over').toEqual({ seed: 0, rules: [] });
    expect(await entries()).toEqual(
      expect.arrayContaining([`member drill.start campaign ${key}`, `system drill.end campaign ${key}`]),
    );
    const copies = await sending.gateway.fresh.db.rows(
      'SELECT FROM inbox.message AS m JOIN delivery.dispatch AS d USING (dispatch_id) WHERE d.notification_key = $1',
      [Number(copyKey)],
    );
    expect(copies, 'nobody finds it in the inbox').toHaveLength(0);
  });

  it('A drill without faults delivers each message once', async () => {
    const { verdict } = await drill(QUIET);
    expect(verdict).toMatchObject({ sent: 80, arrived: 80, lost: 0, twice: 0, listed: 0, unlisted: 0 });
  });

  it('A running drill reports its open retries and is judged after 45 minutes without counting them as lost', async () => {
    expect((await operator.post(path(), { ...QUIET, unavailable: 0.2 })).status).toBe(200);
    await run();
    expect((await list()).wait, 'before the launch').toBeUndefined();
    await sending.drain();
    const before = Date.now();
    const { items, wait } = await list();
    expect(items[0]).toMatchObject({ state: 'RUNNING', verdict: null });
    expect(wait?.planned).toBe(80);
    expect(wait?.retries).toBeGreaterThan(0);
    expect(wait?.open).toBe(wait?.retries);
    expect(Date.parse(wait?.lastAt ?? '') - before).toBeGreaterThan(50_000);
    expect(Date.parse(wait?.nextAt ?? '')).toBeLessThan(Date.parse(wait?.lastAt ?? ''));

    // No one is asked to wait for ever: after 45 minutes it is judged, and who waits is not lost.
    await sending.gateway.fresh.db.affected(
      `UPDATE simulation.drill SET started_at = now() - interval '44 minutes' WHERE state = 'RUNNING'`,
    );
    await run();
    expect((await list()).items[0]?.state).toBe('RUNNING');
    await sending.gateway.fresh.db.affected(
      `UPDATE simulation.drill SET started_at = now() - interval '46 minutes' WHERE state = 'RUNNING'`,
    );
    await run();
    const judged = await list();
    expect(judged.wait).toBeUndefined();
    expect(judged.items[0]).toMatchObject({
      state: 'JUDGED',
      verdict: { planned: 80, recipients: 80 - (wait?.open ?? 0), waiting: wait?.open, lost: 0, unlisted: 0 },
    });
    const ended = (await (await fetch(`${sending.simulators.base}/faults`)).json()) as object;
    expect(ended, 'faults are over').toEqual({ seed: 0, rules: [] });
    await finishAll();
  });

  it('A drill reports a lost message when the ledger has more than the simulators accepted', async () => {
    expect((await operator.post(path(), QUIET)).status).toBe(200);
    await run();
    const [{ copyKey } = { copyKey: '0' }] = (await list()).items;
    await finish();
    await sending.gateway.fresh.db.affected(
      `UPDATE delivery.push_result AS r SET recipient_id = recipient_id + 1000000 FROM delivery.dispatch AS d
        WHERE d.dispatch_id = r.dispatch_id AND d.notification_key = $1 AND r.channel = 1
          AND r.recipient_id = (SELECT min(recipient_id) FROM delivery.push_result WHERE dispatch_id = d.dispatch_id)`,
      [Number(copyKey)],
    );
    await run();
    expect((await list()).items[0]?.verdict).toMatchObject({ lost: 1, twice: 0 });
  });

  it('A drill fails when the log of the simulators was cleared', async () => {
    expect((await operator.post(path(), QUIET)).status).toBe(200);
    await run();
    await finish();
    await sending.simulators.clear();
    await run();
    expect((await list()).items[0]).toMatchObject({
      state: 'FAILED',
      verdict: null,
      why: expect.stringContaining('log'),
    });
  });

  it('A drill is refused while another runs, for an open campaign, and with invalid shares', async () => {
    const wrong = await operator.post(path(), { ...PLAN, reset: 0.6 });
    expect([wrong.status, wrong.json]).toMatchObject([400, { problems: [{ path: 'reset' }] }]);
    const later = await sending.bulk({
      message: { title: 'Later', text: 'Later', platforms: ['IOS'] },
      target: { sendToAll: true },
      schedule: { startTime: '2999-01-01T00:00:00' },
    });
    expect((await operator.post(path(later), QUIET)).status).toBe(409);
    expect((await operator.post(path(), QUIET)).status).toBe(200);
    const second = await operator.post(path(), QUIET);
    expect([second.status, second.json]).toMatchObject([
      409,
      { problems: [{ text: 'Another drill of this application is under way' }] },
    ]);
    await run();
    await finish();
    await run();
  });

  it('A drill needs the permission to rehearse and a campaign of the own application', async () => {
    for (const role of ['marketer', 'analyst', 'support', 'approver'] as const) {
      const member = await signIn(sending.gateway, [{ role, appId: sending.gateway.appId }]);
      expect((await member.post(path(), QUIET)).status, role).toBe(403);
      expect((await member.get(path())).status, role).toBe(200);
    }
    const {
      app: { id },
    } = await sending.gateway.app.get(ApplyService).apply({ app: 'strange' }, { dryRun: false });
    const stranger = await signIn(sending.gateway, [{ role: 'owner', appId: id }]);
    expect((await stranger.post(path(), QUIET)).status).toBe(404);
    expect((await stranger.post(`/apps/strange/campaigns/${key}/drills`, QUIET)).status).toBe(404);
  });

  describe('Drills and real accounts', () => {
    const REAL = {
      host: 'smtp.example.com',
      port: 587,
      user: 'shop',
      password: 'secret-of-smtp',
      from: 'a@example.com',
    };
    const setMail = async (smtp: object): Promise<Application> =>
      (await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { smtp } }, { dryRun: false })).app;
    afterEach(() => setMail({ simulator: true }));

    it('A drill is refused when a real account would send', async () => {
      await setMail(REAL);
      const refused = await operator.post(path(), QUIET);
      expect([refused.status, refused.json]).toMatchObject([
        409,
        { problems: [{ text: expect.stringContaining('smtp') }] },
      ]);
      expect((await list()).possible).toBe(false);
    });

    it('A drill fails without sending through an account that becomes real after its start', async () => {
      expect((await operator.post(path(), QUIET)).status).toBe(200);
      await run();
      await setMail(REAL);
      await sleep(2100); // a worker may hold the account that it knew so long
      await finish();
      await run();
      const [{ copyKey, state, why } = { copyKey: '0', state: '', why: '' }] = (await list()).items;
      expect([state, why]).toEqual(['FAILED', expect.stringContaining('accounts changed')]);
      expect(await sending.ends(Number(copyKey))).toEqual({ SUCCESS: 40, 'SKIPPED NOT_SIMULATED': 40 });
    });
  });
});

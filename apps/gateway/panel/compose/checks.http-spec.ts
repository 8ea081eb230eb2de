import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignCheckService, CampaignForecastService, type StoredCheck } from '#libs/notifications/forecasts';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';

const CAMPAIGN = {
  message: { title: 'Spring', text: 'Is here', platforms: ['IOS'] },
  target: { none: [{ profile: { iban: ['TR330006100519786457841326'] } }] },
};
const PEOPLE = 7;

interface Check {
  hash: string;
  planned: number;
}
interface Job {
  id: string;
  state: string;
  share: number;
  check: Check | null;
  fault: { message: string } | null;
}

let sending: Sending;
let checks: CampaignCheckService;
let marketer: PanelMember;
let colleague: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  checks = gateway.app.get(CampaignCheckService);
  const attributes = [{ code: 'iban', dataType: 'STRING', sealed: true, privateInfo: true }];
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
  [marketer, colleague] = [await signIn(gateway), await signIn(gateway)];
  await register(0, PEOPLE);
});
afterAll(async () => {
  await sending?.close();
});

async function register(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    const user = { extId: `person-${n}`, platform: 'IOS', deviceToken: n.toString(16).padStart(64, 'a') };
    await sending.post('registerUsers', [user]);
  }
}

const readerOf = ({ memberId }: PanelMember) => ({
  appId: sending.gateway.appId,
  by: { kind: 'member', id: String(memberId), name: 'Somebody' } as const,
});

async function ask(member = marketer): Promise<Job> {
  const answer = await member.post('/apps/shop/compose/check', CAMPAIGN);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Job;
}

const read = async ({ id }: { id: string }, member = marketer): Promise<Job> =>
  (await member.get(`/apps/shop/checks/${id}`)).json as Job;

/** Checks the campaign again, which takes too long for the gateway. */
async function askLarge(member = marketer): Promise<{ id: string; stored: StoredCheck }> {
  const { id } = await ask(member);
  const { hash, startsAt, waits, request } = await checks.get(readerOf(member), Number(id));
  const stored = await checks.start(readerOf(member), { hash, startsAt, waits, request }, AbortSignal.abort());
  return { id: String(stored.checkId), stored };
}

const launch = (seen: Check) => marketer.post('/apps/shop/compose/launch', { campaign: CAMPAIGN, seen });

describe('Campaign checks', () => {
  it('A check of few recipients is finished with the response', async () => {
    const job = await ask();
    expect(job).toMatchObject({ state: 'DONE', share: 1, fault: null, check: { planned: PEOPLE } });
    expect(await read(job)).toEqual(job);
  });

  it('A check that continues in the scheduler gives the same numbers', async () => {
    const { check } = await ask();
    const { id } = await askLarge();
    expect(await read({ id })).toEqual({ id, state: 'OPEN', share: 0, check: null, fault: null, endedAt: null });
    await checks.runDue();
    expect(await read({ id })).toMatchObject({ id, state: 'DONE', share: 1, check, fault: null });
  });

  it('A stopped check is not counted any more', async () => {
    const { id } = await askLarge();
    expect((await marketer.post(`/apps/shop/checks/${id}/stop`)).json).toMatchObject({ state: 'STOPPED' });
    await checks.runDue();
    expect(await read({ id })).toMatchObject({ state: 'STOPPED', check: null });
    const { id: ended } = await ask();
    expect((await marketer.post(`/apps/shop/checks/${ended}/stop`)).json).toMatchObject({ state: 'DONE' });
  });

  it('The oldest check is stopped when a member leaves more than three open', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      ids.push((await askLarge()).id);
    }
    const theirs = await askLarge(colleague);
    const states = await Promise.all(ids.map(async (id) => (await read({ id })).state));
    expect(states).toEqual(['STOPPED', 'OPEN', 'OPEN', 'OPEN']);
    expect(await read(theirs, colleague)).toMatchObject({ state: 'OPEN' });
    await checks.runDue();
  });

  it('A check of a dead process is taken over with a new epoch', async () => {
    const { id, stored } = await askLarge();
    const { db } = sending.gateway.fresh;
    const touch = (text: string) =>
      db.rows(`UPDATE notifications.campaign_check SET touched_at = ${text} WHERE check_id = $1 RETURNING check_id`, [
        id,
      ]);
    await touch('now()');
    await checks.runDue();
    expect(await read({ id })).toMatchObject({ state: 'OPEN' });
    await touch("now() - interval '1 minute'");
    await checks.runDue();
    expect(await read({ id })).toMatchObject({ state: 'DONE' });
    const rows = await db.rows<{ epoch: number }>(
      'SELECT epoch FROM notifications.campaign_check WHERE check_id = $1',
      [id],
    );
    expect(rows).toEqual([{ epoch: stored.epoch + 1 }]);
  });

  it('A check fails after five processes', async () => {
    const { id } = await askLarge();
    const { db } = sending.gateway.fresh;
    await db.rows('UPDATE notifications.campaign_check SET epoch = 5 WHERE check_id = $1 RETURNING check_id', [id]);
    await checks.runDue();
    expect(await read({ id })).toMatchObject({ state: 'FAILED', fault: { field: null } });
  });

  it('A check is visible only to its member in its application', async () => {
    const { id } = await askLarge();
    const second = await sending.gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(sending.gateway, [{ role: 'owner', appId: second.app.id }]);
    for (const [member, app] of [
      [colleague, 'shop'],
      [stranger, 'other'],
      [stranger, 'shop'],
      [marketer, 'other'],
    ] as const) {
      expect((await member.get(`/apps/${app}/checks/${id}`)).status).toBe(404);
      expect((await member.post(`/apps/${app}/checks/${id}/stop`)).status).toBe(404);
    }
    expect(await read({ id })).toMatchObject({ state: 'OPEN' });
    await checks.runDue();
  });

  it('A stored check keeps sealed values sealed and is deleted after a day', async () => {
    const { db } = sending.gateway.fresh;
    const listRows = () => db.rows('SELECT request, forecast FROM notifications.campaign_check');
    expect(await listRows()).not.toEqual([]);
    expect(JSON.stringify(await listRows())).not.toContain('TR33000');
    await checks.deleteExpired();
    expect(await listRows()).not.toEqual([]);
    await db.rows(
      `UPDATE notifications.campaign_check SET created_at = now() - interval '25 hours' RETURNING check_id`,
    );
    await checks.deleteExpired();
    expect(await listRows()).toEqual([]);
  });
});

describe('Launch of a large campaign', () => {
  const recount = async (seen: Check) => {
    const [newest] = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT max(check_id) AS id FROM notifications.campaign_check',
    );
    const { request } = await checks.get(readerOf(marketer), newest?.id ?? 0);
    return sending.gateway.app.get(CampaignForecastService).recount(request, seen, 0);
  };

  it('The launch of a large campaign relies on the check of the last ten minutes', async () => {
    const { check } = await ask();
    const seen = check as Check;
    expect(await recount(seen)).toBe(seen.planned);
    await expect(recount({ ...seen, hash: 'another' })).rejects.toMatchObject({ refusal: 'changed_meanwhile' });
    await expect(recount({ ...seen, planned: 6 })).rejects.toMatchObject({ refusal: 'changed_meanwhile' });
    const { db } = sending.gateway.fresh;
    await db.rows(
      `UPDATE notifications.campaign_check SET ended_at = now() - interval '11 minutes' RETURNING check_id`,
    );
    await expect(recount(seen)).rejects.toMatchObject({ refusal: 'changed_meanwhile', field: 'planned' });
  });

  it('The launch is refused when at least one percent more users match than in the check', async () => {
    const { check } = await ask();
    await register(PEOPLE, PEOPLE + 1);
    await expect(recount(check as Check)).rejects.toMatchObject({ refusal: 'changed_meanwhile', field: 'planned' });
    expect((await launch(check as Check)).status).toBe(409);
    const seen = checkOf({ json: await ask() }) as Check;
    expect((await launch(seen)).status).toBe(200);
  });
});

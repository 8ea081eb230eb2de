import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { CampaignFilingService } from '#libs/notifications';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

interface Row {
  key: string;
  label: string | null;
  folder?: string;
  archivedAt?: string;
}

let desk: ApprovalDesk;
/** A member of another application. */
let stranger: PanelMember;
/** Campaigns that have ended: the newest last. */
let [spring, summer, mail] = ['', '', ''];
beforeAll(async () => {
  desk = await startApprovalDesk();
  const { gateway } = desk.sending;
  const { appId } = await secondApplication(gateway);
  stranger = await signIn(gateway, [{ role: 'owner', appId }]);
  const send = async (message: object): Promise<string> =>
    String(await desk.sending.bulk({ ...MESSAGE, ...message, target: EVERYBODY }));
  spring = await send({ title: 'Spring sale', text: 'İstanbul is calling' });
  summer = await send({ title: 'Summer sale', text: 'Crème glacée for everybody', labels: 'food' });
  mail = await send({ title: 'Digest', languages: { TURKISH: { text: 'Çok ucuz 100%' } } });
  await desk.sending.drain();
});
afterAll(() => desk.sending.close());

const list = async (query = '', member = desk.author) => {
  const answer = await member.get(`/apps/shop/campaigns?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { items: Row[] }).items;
};
const keys = async (query = '') => (await list(query)).map(({ key }) => key);
const file = (body: object, member = desk.author) => member.post('/apps/shop/campaigns/file', body);
const actions = async (key: string): Promise<string[]> => {
  const { gateway } = desk.sending;
  const entries = await gateway.app
    .get(AuditService)
    .listEntries(gateway.appId, { subject: `campaign ${key}`, limit: 20 });
  return entries.map(({ action }) => action);
};
const folder = async (name: string) => {
  const answer = await desk.author.post('/apps/shop/campaign-folders', { name });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { id: string }).id;
};

describe('Filing of campaigns', () => {
  it('A search finds names and texts from three characters on, whatever their case and accents, or a key', async () => {
    expect(await keys('q=ISTANBUL')).toEqual([spring]);
    expect(await keys('q=creme%20GLACEE')).toEqual([summer]);
    expect(await keys('q=cok')).toEqual([mail]);
    expect(await keys('q=sale')).toEqual([summer, spring]);
    expect(await keys('q=foo')).toEqual([summer]);
    expect(await keys(`q=${spring}`)).toEqual([spring]);
    expect(await keys('q=100%25'), 'a percent sign is no wildcard').toEqual([mail]);
    expect(await keys('q=s_l')).toEqual([]);
    expect(await keys('q=sa'), 'two characters are too few').toHaveLength(3);
  });

  it('Campaigns of before the upgrade are found once their words are read', async () => {
    const { gateway } = desk.sending;
    await gateway.fresh.db.affected('UPDATE notifications.campaign_filing SET words = NULL', []);
    expect(await keys('q=istanbul')).toEqual([]);
    await gateway.app.get(CampaignFilingService).readWords();
    await gateway.app.get(CampaignFilingService).readWords();
    expect(await keys('q=istanbul')).toEqual([spring]);
    await gateway.fresh.db.affected('DELETE FROM notifications.campaign_filing WHERE notification_key = $1', [
      Number(mail),
    ]);
    expect(await keys(), 'a campaign without a row is in the list').toEqual([mail, summer, spring]);
  });

  it('An archived campaign is in the archive alone, keeps its figures, and comes back', async () => {
    expect((await file({ keys: [spring, mail], archived: true })).status).toBe(204);
    expect(await keys()).toEqual([summer]);
    expect(await keys('archived=yes')).toEqual([mail, spring]);
    expect(await desk.author.get(`/apps/shop/campaigns/${spring}`)).toMatchObject({
      json: { archivedAt: expect.any(String), sent: expect.any(Number) },
    });
    expect((await file({ keys: [spring, mail], archived: false })).status).toBe(204);
    expect(await keys()).toEqual([mail, summer, spring]);
    expect(await actions(spring)).toEqual(expect.arrayContaining(['campaign.archive', 'campaign.unarchive']));
  });

  it('A campaign that has something to send is not archived, nor is any other beside it', async () => {
    const schedule = { startTime: new Date(Date.now() + 3_600_000).toISOString() };
    const open = String(await desk.sending.bulk({ ...MESSAGE, target: EVERYBODY, schedule }));
    expect(problemOf(await file({ keys: [spring, open], archived: true }))).toMatchObject({
      status: 409,
      code: 'wrong_state',
    });
    expect(await keys('archived=yes')).toEqual([]);
    await desk.author.post(`/apps/shop/campaigns/${open}/stop`);
    expect((await file({ keys: [open], archived: true })).status).toBe(204);
  });

  it('A folder has campaigns, a name of its own, and leaves them in the list when it goes', async () => {
    const id = await folder('Seasons');
    expect(problemOf(await desk.author.post('/apps/shop/campaign-folders', { name: 'SEASONS' }))).toMatchObject({
      status: 400,
      path: 'name',
    });
    expect((await file({ keys: [spring, summer], folder: id })).status).toBe(204);
    expect(await keys(`folder=${id}`)).toEqual([summer, spring]);
    expect((await file({ keys: [summer], label: 'ice' })).status).toBe(204);
    expect(await list(`folder=${id}&q=ice`), 'a label changes nothing of the folder').toMatchObject([
      { key: summer, folder: id, label: 'ice' },
    ]);
    expect((await desk.author.post(`/apps/shop/campaign-folders/${id}`, { name: 'All seasons' })).status).toBe(200);
    expect((await desk.author.get('/apps/shop/campaign-folders')).json).toEqual({
      items: [{ id, name: 'All seasons', campaigns: 2 }],
    });
    expect((await desk.author.post(`/apps/shop/campaign-folders/${id}/remove`)).status).toBe(204);
    expect(await keys()).toEqual([mail, summer, spring]);
    expect((await list(`q=${spring}`))[0]).not.toHaveProperty('folder');
  });

  it('A label that is changed after the launch is in the filter, in the choices and in the reports', async () => {
    expect((await file({ keys: [spring, mail], label: 'season' })).status).toBe(204);
    expect(await keys('label=season')).toEqual([mail, spring]);
    expect((await desk.author.get('/apps/shop/views/campaigns/choices')).json).toMatchObject({
      labels: expect.arrayContaining(['season']),
    });
    const today = new Date().toISOString().slice(0, 10);
    const report = await desk.author.get(`/apps/shop/reports?from=${today}&to=${today}&by=label`);
    expect(report.json).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ name: 'season', campaigns: 2 })]),
    });
    expect((await file({ keys: [spring], label: '' })).status).toBe(204);
    expect(await keys('label=season')).toEqual([mail]);
    expect(await actions(spring)).toContain('campaign.label');
  });

  it('Neither folders nor campaigns of another application can be filed, nor what is no campaign', async () => {
    const id = await folder('Ours');
    expect((await file({ keys: [spring], archived: true }, stranger)).status).toBe(404);
    for (const body of [
      { keys: [spring], folder: '999' },
      { keys: [spring, '999999'], archived: true },
      { keys: ['999999999999'], archived: true },
      { keys: ['x'], archived: true },
    ]) {
      expect((await file(body)).status, JSON.stringify(body)).toBe(404);
    }
    for (const body of [
      { keys: [], archived: true },
      { keys: Array.from({ length: 101 }, () => spring), archived: true },
      { keys: [spring] },
      {},
    ]) {
      expect((await file(body)).status, JSON.stringify(body)).toBe(400);
    }
    expect(await keys('archived=yes')).toHaveLength(1);
    const foreign = await stranger.post(`/apps/shop/campaign-folders/${id}/remove`);
    expect(foreign.status).toBe(404);
  });

  it('A recurring campaign is not archived between two runs, and is once it was stopped', async () => {
    const { sending } = desk;
    const startTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const recurring = String(
      await sending.bulk({
        message: { title: 'Weekly', text: 'News', platforms: ['IOS'] },
        target: { sendToAll: true },
        schedule: { startTime, repeat: 'FREQ=WEEKLY' },
      }),
    );
    expect(problemOf(await file({ keys: [recurring], archived: true }))).toMatchObject({ status: 409 });
    await sending.post('stopNotification', [{ messageId: Number(recurring) }]);
    expect((await file({ keys: [recurring], archived: true })).status).toBe(204);
    await file({ keys: [recurring], archived: false });
  });
});

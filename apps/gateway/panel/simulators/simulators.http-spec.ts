import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

interface Shown {
  seq: number;
  channel: string;
  address: string;
  push?: Record<string, unknown>;
  mail?: Record<string, unknown>;
  sms?: Record<string, unknown>;
}
interface List {
  channels: string[];
  items: Shown[];
  older: number | null;
}
const ALL = { sendToAll: true };
const SIMULATED = { simulator: true };
const HTML = '<p style="color:red">Hello</p><script>parent.document.title = "taken"</script>';
let sending: Sending;
let otherId: number;
let member: PanelMember;
let stranger: PanelMember;

beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  const channels = { fcm: SIMULATED, smtp: SIMULATED };
  ({
    app: { id: otherId },
  } = await gateway.app.get(ApplyService).apply({ app: 'other', channels }, { dryRun: false }));
  member = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
  stranger = await signIn(gateway, [{ role: 'owner', appId: otherId }]);
  await sending.post('registerUsers', [
    { extId: 'ada', platform: 'ANDROID', deviceToken: 'phone-of-ada', email: 'ada@example.com' },
    { extId: 'ada', platform: 'IOS', deviceToken: 'ab'.repeat(32), msisdn: '+905321110001' },
  ]);
  await sending.bulk({
    message: { title: 'Spring', text: 'All shoes 20 % off', platforms: ['ANDROID', 'IOS'] },
    target: ALL,
  });
  await sending.bulk({ message: { platforms: ['SMS'], title: 'Code', text: 'a'.repeat(161) }, target: ALL });
  await sending.bulk({
    message: { platforms: ['EMAIL'], title: 'Your bill', text: HTML },
    target: ALL,
  });
  await sending.drain();
  await sendFromOther();
});
afterAll(() => sending.close());

/** The neighbour's campaign to a device with the same token. */
async function sendFromOther(): Promise<void> {
  const { gateway } = sending;
  const { secret: key } = await gateway.app.get(ApiKeyService).createKey(otherId, { kind: 'rest', name: 'other' });
  const post = (operation: string, body: unknown) => gateway.call(`/rest/3.0/${operation}`, { key, body });
  await post('registerUsers', [
    { extId: 'bo', platform: 'ANDROID', deviceToken: 'phone-of-ada', email: 'bo@example.com' },
  ]);
  const message = { title: 'Neighbour', text: 'Not for the shop', platforms: ['ANDROID', 'EMAIL'] };
  expect((await post('sendBulkNotification', { message, target: ALL })).status).toBe(200);
  const [due] = await gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE app_id = $1',
    [otherId],
  );
  await sending.launches.launch(due?.id ?? 0);
  const chunks = await gateway.fresh.db.rows<{ vb: number; appId: number; dispatchId: number; chunkId: number }>(
    'SELECT vb, app_id AS "appId", dispatch_id AS "dispatchId", chunk_id AS "chunkId" FROM delivery.chunk WHERE app_id = $1',
    [otherId],
  );
  for (const chunk of chunks) {
    await sending.chunks.sendChunk(chunk);
  }
}

const path = (query = '', app = 'shop') => `/apps/${app}/simulators/deliveries${query}`;
const list = async (query = ''): Promise<List> => {
  const answer = await member.get(path(query));
  expect(answer.status, answer.text).toBe(200);
  return answer.json as List;
};

describe('Simulated deliveries in the panel', () => {
  it('Deliveries are shown as recipients see them, newest first', async () => {
    const { channels, items, older } = await list();
    expect(channels.toSorted()).toEqual(['apns', 'fcm', 'sms', 'smtp', 'webpush']);
    expect(older).toBeNull();
    expect(items.map(({ seq }) => seq)).toEqual(items.map(({ seq }) => seq).toSorted((a, b) => b - a));
    expect(items.map(({ channel, address }) => `${channel} ${address}`).toSorted()).toEqual([
      `apns ${'ab'.repeat(32)}`,
      'fcm phone-of-ada',
      'sms +905321110001',
      'smtp ada@example.com',
    ]);
    const byChannel = new Map(items.map((item) => [item.channel, item]));
    expect(byChannel.get('apns')?.push).toMatchObject({ device: 'iPhone', text: 'All shoes 20 % off' });
    expect(byChannel.get('fcm')?.push).toMatchObject({ device: 'Android', buttons: [], activity: null });
    expect(byChannel.get('sms')?.sms).toMatchObject({ segments: 2, encoding: 'GSM-7' });
    expect(byChannel.get('smtp')?.mail).toMatchObject({ subject: 'Your bill', to: 'ada@example.com', hasHtml: true });
  });

  it('Deliveries are found by channel, address and words, page by page', async () => {
    expect((await list('?channel=sms')).items.map(({ channel }) => channel)).toEqual(['sms']);
    expect((await list('?address=ADA%40')).items.map(({ channel }) => channel)).toEqual(['smtp']);
    expect((await list('?text=shoes')).items).toHaveLength(2);
    const [newest] = (await list()).items;
    expect((await list(`?before=${newest?.seq}`)).items).toHaveLength(3);
    const wrong = await member.get(path('?channel=pigeon'));
    expect([wrong.status, wrong.json]).toMatchObject([400, { problems: [{ path: 'channel' }] }]);
  });

  it('A simulated mail is served as a page that can neither run scripts nor load anything', async () => {
    const [mail] = (await list('?channel=smtp')).items;
    const answer = await member.get(path(`/${mail?.seq}/html`));
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('color:red')]);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", 'img-src data:', 'sandbox']));
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const [push] = (await list('?channel=fcm')).items;
    expect((await member.get(path(`/${push?.seq}/html`))).status, 'a push').toBe(404);
  });

  it('Deliveries of another application are hidden, even with the same log and tokens', async () => {
    const theirs = (await stranger.get(path('', 'other'))).json as List;
    expect(theirs.channels.toSorted()).toEqual(['fcm', 'smtp']);
    expect(theirs.items.map(({ channel, address }) => `${channel} ${address}`).toSorted()).toEqual([
      'fcm phone-of-ada',
      'smtp bo@example.com',
    ]);
    expect((await stranger.get(path())).status).toBe(404);
    const [mail] = (await list('?channel=smtp')).items;
    expect((await stranger.get(path(`/${mail?.seq}/html`, 'other'))).status).toBe(404);
  });

  it('Simulated deliveries need the permission to see private values', async () => {
    for (const role of ['marketer', 'analyst', 'operator'] as const) {
      const other = await signIn(sending.gateway, [{ role, appId: sending.gateway.appId }]);
      for (const place of [path(), path('/1/html')]) {
        expect((await other.get(place)).json, role).toMatchObject({ problems: [{ path: 'users.private' }] });
      }
    }
  });

  it('The list of deliveries is empty for a real account', async () => {
    const key = { subject: 'mailto:a@example.com' };
    const channels = { webpush: key };
    await sending.gateway.app.get(ApplyService).apply({ app: 'real', channels }, { dryRun: false });
    const owner = await signIn(sending.gateway, [{ role: 'owner', appId: null }]);
    expect((await owner.get(path('', 'real'))).json).toEqual({ channels: [], items: [], older: null });
  });
});

describe('Simulators that do not answer', () => {
  it('The list of deliveries answers 503 when the simulators do not answer', async () => {
    const away = await startSending({ SIMULATOR_PORT: '0' });
    try {
      const owner = await signIn(away.gateway);
      const answer = await owner.get(path());
      expect([answer.status, answer.json]).toMatchObject([
        503,
        { problems: [{ text: 'The simulators do not answer' }] },
      ]);
    } finally {
      await away.close();
    }
  });
});

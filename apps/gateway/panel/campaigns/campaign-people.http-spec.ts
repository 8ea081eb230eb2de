import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const MESSAGE = { title: 'Spring sale', text: 'Everything 20 % off', platforms: ['ANDROID'] };
const USERS = 40;
const LATER = { startTime: '2999-01-01T00:00:00' };
let sending: Sending;
let owner: PanelMember;
let key: number;
beforeAll(async () => {
  sending = await startSending();
  owner = await signIn(sending.gateway);
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, i) => ({ extId: `u${i}`, platform: 'ANDROID', deviceToken: `phone-${i}` })),
  );
  await sending.post('registerUsers', [{ extId: 'no device' }]);
  await sending.simulators.faults(7, [
    { provider: 'fcm', share: 0.3, status: 404, reason: 'UNREGISTERED' },
    { provider: 'fcm', share: 0.2, status: 400, reason: 'INVALID_ARGUMENT' },
  ]);
  key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true } });
  await sending.drain();
});
afterAll(() => sending.close());

const path = (rest = '') => `/apps/shop/campaigns${rest}`;
const get = async (campaign: number) =>
  (await owner.get(path(`/${campaign}`))).json as { planned: number; leftOut: number };
const linesOf = ({ status, text }: { status: number; text: string }) => {
  expect(status, text).toBe(200);
  return text.split('\r\n').slice(1, -1);
};

describe('Recipients of a campaign', () => {
  it('The list of recipients filters by reason, and the export has as many lines as the list', async () => {
    const { items: reasons } = (await owner.get(path(`/${key}/reasons`))).json as {
      items: { status: string; platform: string; reason: string; n: number }[];
    };
    for (const { status, platform, reason, n } of reasons) {
      const query = new URLSearchParams({ status, platform, reason }).toString();
      const { items } = (await owner.get(path(`/${key}/recipients?limit=100&${query}`))).json as {
        items: { reason: string }[];
      };
      expect(items.map((item) => item.reason)).toEqual(Array.from({ length: n }, () => reason));
      expect(linesOf(await owner.get(path(`/${key}/recipients.csv?${query}`)))).toHaveLength(n);
    }
    const none = await owner.get(path(`/${key}/recipients?status=FAILED&reason=NOBODY_HAS_THIS`));
    expect(none.json).toEqual({ items: [], next: null });
    const { planned, leftOut } = await get(key);
    const file = await owner.get(path(`/${key}/recipients.csv`));
    expect(linesOf(file)).toHaveLength(planned + leftOut);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="recipients-${key}.csv"`);
    expect(file.text).not.toMatch(/phone-|Everything/);
  });

  it('The export of recipients is recorded in the audit log with its filters', async () => {
    const exported = async () =>
      (await sending.gateway.app.get(AuditService).listEntries(sending.gateway.appId, { limit: 1000 })).filter(
        ({ action }) => action === 'recipients.export',
      );
    const before = (await exported()).length;
    await owner.get(path(`/${key}/recipients.csv?status=FAILED&platform=ANDROID`));
    const entries = await exported();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({
      subject: `recipients of campaign ${key}`,
      by: { kind: 'member' },
      differences: [
        { change: 'add', subject: 'status', to: 'FAILED' },
        { change: 'add', subject: 'platform', to: 'ANDROID' },
      ],
    });
    expect((await owner.get(path('/999999/recipients.csv'))).status).toBe(404);
    expect(await exported()).toHaveLength(before + 1);
  });

  it('The export of recipients contains no formula', async () => {
    const names = ['=1+1', '+cmd', '-cmd', '@sum'];
    await sending.post(
      'registerUsers',
      names.map((extId, i) => ({ extId, platform: 'ANDROID', deviceToken: `formula-${i}`, tags: ['formula'] })),
    );
    const formulas = await sending.bulk({ message: MESSAGE, target: { tag: ['formula'] } });
    await sending.drain();
    const lines = linesOf(await owner.get(path(`/${formulas}/recipients.csv`)));
    expect(lines.map((line) => line.split(',')[3]).toSorted()).toEqual(names.map((name) => `'${name}`).toSorted());
    expect((await owner.get(path('/999999/recipients.csv'))).status).toBe(404);
  });

  it('A campaign names its author, and its history shows each action with its member', async () => {
    const running = await sending.bulk({ message: MESSAGE, target: { sendToAll: true }, schedule: LATER });
    await owner.post(path(`/${running}/pause`));
    await owner.post(path(`/${running}/speed`), { size: 10, intervalSeconds: 120 });
    const { items } = (await owner.get(path(`/${running}/history`))).json as { items: object[] };
    expect(items).toMatchObject([
      { action: 'campaign.speed', by: { kind: 'member', name: 'Ada' }, to: '10 in 2 minutes' },
      { action: 'campaign.pause', by: { kind: 'member', name: 'Ada' }, to: null },
      { action: 'campaign.start', by: { kind: 'key' }, to: null },
    ]);
    const author = (items[2] as { by: object }).by;
    expect((await owner.get(path(`/${running}`))).json).toMatchObject({ author });
    expect((await owner.get(path('?limit=1'))).json).toMatchObject({ items: [{ key: String(running), author }] });
    await owner.post(path(`/${running}/stop`));
  });

  it('A campaign shows the reason that limits its speed', async () => {
    const limitOf = async (at: number) =>
      ((await owner.get(path(`/${at}`))).json as { limitedBy: string | null }).limitedBy;
    expect(await limitOf(key)).toBeNull();
    const paced = await sending.bulk({
      message: MESSAGE,
      target: { sendToAll: true },
      speed: { packageSize: 10, intervalMins: 5 },
    });
    await sending.launchDue();
    expect(await limitOf(paced)).toBe('speed');
    const setPause = async (why: string | null) =>
      sending.gateway.fresh.db.affected(
        `UPDATE tenancy.provider_account
            SET paused_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END, pause_code = $2, pause_why = $2
          WHERE app_id = $1 AND channel = 'fcm'`,
        [sending.gateway.appId, why],
      );
    await setPause('REFUSED');
    expect(await limitOf(paced)).toBe('pause');
    await setPause(null);
    await owner.post(path(`/${paced}/stop`));
  });
});

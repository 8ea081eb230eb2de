import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { parseBulk } from '../../support/rooms/parse.js';
import { ChunkSenderService, LaunchService, messageId } from '#libs/delivery';
import type { RegisteredInstallation } from '#libs/users/registry';
import { EMPTY, sdkContract } from '../../support/contract/sdk-contract.js';

const shop = sdkContract();
const { sdk, rest, read, newDevice, instIdOf } = shop;

describe('sdk/1.0/push', () => {
  async function sent(device: RegisteredInstallation): Promise<{ key: number; messageId: string }> {
    const message = parseBulk({ title: 'T', text: 'x', platforms: ['IOS'] });
    const row = await shop.gateway.fresh.db.row<{ key: number }>(
      `INSERT INTO notifications.definition (app_id, kind, message) VALUES ($1, 'campaign', $2)
       RETURNING notification_key AS key`,
      [shop.gateway.appId, JSON.stringify(message)],
    );
    const key = row?.key ?? Number.NaN;
    const dispatchId = 500_000 + key;
    await shop.gateway.fresh.db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day)
       VALUES ($1, $2, $3, 'bulk', $4, '{"type":"all"}', '{}', 3, (now() AT TIME ZONE 'UTC')::date)`,
      [dispatchId, shop.gateway.appId, key, JSON.stringify(message)],
    );
    const recipientId = instIdOf(device);
    await shop.gateway.fresh.db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, platform, status)
       VALUES ($1::bigint % 1024, $2, (now() AT TIME ZONE 'UTC')::date, $3, $4, $1::bigint, $5, 1)`,
      [recipientId, shop.gateway.appId, dispatchId, CHANNELS.apns, PLATFORMS.IOS.number],
    );
    return { key, messageId: messageId({ dispatchId, channel: CHANNELS.apns, recipientId }) };
  }

  it('Opened and clicked count once per recipient together, received not at all (specification 2.8)', async () => {
    const device = await newDevice();
    const { key, messageId: id } = await sent(device);
    const clicked = async (): Promise<number | undefined> =>
      ((await read(`getPushStats?notificationKey=${key}`)).json as { stats: { clicked: number }[] }).stats[0]?.clicked;
    for (const kind of ['received', 'received']) {
      expect(await sdk(`push/${kind}`, { ...device, messageId: id })).toMatchObject(EMPTY);
    }
    expect((await clicked()) ?? 0).toBe(0);
    expect((await read(`getEngagement?notificationKey=${key}`)).json).toMatchObject({
      arrivals: [{ platform: 'IOS', received: 1 }],
    });
    for (const kind of ['opened', 'clicked', 'opened']) {
      expect(await sdk(`push/${kind}`, { ...device, messageId: id })).toMatchObject(EMPTY);
    }
    expect(await clicked()).toBe(1);
    const stored = await shop.gateway.fresh.db.rows('SELECT FROM delivery.receipt AS r WHERE r.recipient_id = $1', [
      instIdOf(device),
    ]);
    expect(stored).toHaveLength(1);
  });

  it('A click that an app reports counts until its user refuses tracking', async () => {
    const device = await newDevice();
    const [before, refused, after] = [await sent(device), await sent(device), await sent(device)];
    const click = async ({ key, messageId: id }: typeof before): Promise<number> => {
      expect(await sdk('push/clicked', { ...device, messageId: id })).toMatchObject(EMPTY);
      const { json } = await read(`getPushStats?notificationKey=${key}`);
      return (json as { stats: { clicked: number }[] }).stats[0]?.clicked ?? 0;
    };
    expect(await click(before)).toBe(1);
    await sdk('users/preferences', { ...device, consent: { tracking: false } });
    expect(await click(refused)).toBe(0);
    await sdk('users/preferences', { ...device, consent: { tracking: true } });
    expect(await click(after)).toBe(1);
  });

  it('A click keeps the button that was tapped first (specification 2.8)', async () => {
    const device = await newDevice();
    const { key, messageId: id } = await sent(device);
    for (const more of [{ button: '1' }, { button: '0' }, {}]) {
      expect(await sdk('push/clicked', { ...device, messageId: id, ...more })).toMatchObject(EMPTY);
    }
    expect((await read(`getEngagement?notificationKey=${key}`)).json).toMatchObject({
      buttons: [{ platform: 'IOS', button: '1', clicked: 1 }],
    });
    const { stats } = (await read(`getPushStats?notificationKey=${key}`)).json as { stats: object[] };
    expect(stats).toMatchObject([{ clicked: 1 }]);
    const wrong = await sdk('push/clicked', { ...device, messageId: id, button: 'x'.repeat(101) });
    expect(wrong).toMatchObject({ status: 400, json: { code: 2004 } });
  });

  it.each(['received', 'opened'])(
    'sdk/1.0/push/%s refuses the message of another device, and words that are no id',
    async (kind) => {
      const [device, otherDevice] = [await newDevice(), await newDevice()];
      const { messageId: id } = await sent(otherDevice);
      for (const wrong of [id, 'nonsense', id.replace(/.$/, 'x')]) {
        const answer = await sdk(`push/${kind}`, { ...device, messageId: wrong });
        expect(answer).toMatchObject({ status: 400, json: { code: 5003 } });
      }
      expect(await sdk(`push/${kind}`, { ...device })).toMatchObject({ status: 400, json: { code: 2020 } });
    },
  );
});

describe('Naming of an anonymous user during a send', () => {
  /** Freezes the audience of an e-mail campaign, lets things happen, and sends. No account is set up: all are skipped. */
  async function campaign(
    meanwhile: () => Promise<unknown>,
  ): Promise<{ uid: number | null; extId: string | null; reason: string }[]> {
    const { json } = await rest('sendBulkNotification', {
      message: { title: 'Mail', text: 'Hello', subject: 'S', platforms: ['EMAIL'] },
      target: { sendToAll: true },
    });
    const key = (json as { notificationKey: number }).notificationKey;
    const { db } = shop.gateway.fresh;
    const dispatch = await db.row<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.notification_key = $1 AND d.app_id = $2',
      [key, shop.gateway.appId],
    );
    const dispatchId = dispatch?.id ?? Number.NaN;
    await shop.gateway.app.get(LaunchService).launch(dispatchId);
    await meanwhile();
    const chunks = await db.rows<{ vb: number; chunkId: number }>(
      'SELECT c.vb, c.chunk_id AS "chunkId" FROM delivery.chunk AS c WHERE c.dispatch_id = $1',
      [dispatchId],
    );
    for (const { vb, chunkId } of chunks) {
      await shop.gateway.app.get(ChunkSenderService).sendChunk({ vb, appId: shop.gateway.appId, dispatchId, chunkId });
    }
    return db.rows(
      `WITH r AS MATERIALIZED (SELECT r.app_id, r.uid, r.reason FROM delivery.push_result AS r WHERE r.dispatch_id = $1),
       u AS MATERIALIZED (SELECT u.app_id, u.uid, u.ext_id FROM users.app_user AS u)
       SELECT r.uid, u.ext_id AS "extId", r.reason FROM r LEFT JOIN u USING (app_id, uid)`,
      [dispatchId],
    );
  }

  const withMail = async (email: string): Promise<RegisteredInstallation> => {
    const device = await newDevice();
    expect(await sdk('users/profile', { ...device, profile: { email } })).toMatchObject(EMPTY);
    return device;
  };

  it('A campaign under way reaches the named user that an anonymous user became', async () => {
    const device = await withMail('follow@example.com');
    const results = await campaign(() => sdk('users/identify', { ...device, extId: 'followed' }));
    const first = results.filter(({ extId }) => extId === 'followed');
    expect(first).toMatchObject([{ reason: 'CHANNEL_NOT_CONFIGURED' }]);
    expect(results.filter(({ reason }) => reason === 'GONE')).toEqual([]);
  });

  it('A campaign under way reaches a person once whose anonymous users were merged', async () => {
    await rest('registerUsers', [{ extId: 'twice', email: 'named@example.com' }]);
    const devices = [await withMail('one@example.com'), await withMail('two@example.com')];
    const results = await campaign(async () => {
      for (const device of devices) {
        await sdk('users/identify', { ...device, extId: 'twice' });
      }
    });
    expect(results.filter(({ extId }) => extId === 'twice')).toHaveLength(1);
    expect(results.filter(({ reason }) => reason === 'GONE')).toHaveLength(2);
    const remaining = [await withMail('three@example.com'), await withMail('four@example.com')];
    const again = await campaign(async () => {
      for (const device of remaining) {
        await sdk('users/identify', { ...device, extId: 'thrice' });
      }
    });
    expect(again.filter(({ extId }) => extId === 'thrice')).toHaveLength(1);
    expect(again.filter(({ reason }) => reason === 'GONE')).toHaveLength(1);
  });
});

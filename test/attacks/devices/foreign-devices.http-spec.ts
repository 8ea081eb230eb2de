import { randomUUID } from 'node:crypto';
import { RoaringBitmap32 } from 'roaring-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { messageId } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { fromInstallationId } from '#libs/users/identities';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { parseBulk } from '../../support/rooms/parse.js';

const SHOP = 'https://shop.example.com';
const EVIL = 'https://evil.example.com';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js', origins: [SHOP, 'http://localhost:3000'] });
  await gateway.makeKey('open', { kind: 'js' });
});
afterAll(() => gateway.close());

const sdk = (operation: string, body: object, headers: Record<string, string> = {}, key = 'mobile'): Promise<Answer> =>
  gateway.call(`/sdk/1.0/${operation}`, { body, headers, key });

async function device(): Promise<RegisteredInstallation> {
  return (await sdk('installations', { platform: 'IOS' })).json as RegisteredInstallation;
}

describe('Page of another site with a copied js key', () => {
  const register = (origin?: string, key = 'js') =>
    sdk('installations', { platform: 'CHROME' }, origin === undefined ? {} : { origin }, key);

  it.each([EVIL, 'null', 'http://shop.example.com', `${SHOP}.evil.com`, `${SHOP}:8443`, SHOP.toUpperCase()])(
    'A page from the origin %s is refused with 403, and may not read the answer',
    async (origin) => {
      const answer = await register(origin);
      expect(answer).toMatchObject({ status: 403, json: { code: 2021 } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('A request without an origin is refused for a js key with allowed origins', async () => {
    expect(await register()).toMatchObject({ status: 403, json: { code: 2021 } });
  });

  it('Pages of an allowed origin may read the answer, and a key without origins is open to every page', async () => {
    for (const origin of [SHOP, 'http://localhost:3000']) {
      const answer = await register(origin);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toMatch(/origin/i);
    }
    const open = await register(EVIL, 'open');
    expect([open.status, open.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const preflight = await gateway.call('/sdk/1.0/installations', { method: 'OPTIONS', key: null });
    expect(preflight.status).toBe(204);
  });

  it.each<[object[], string]>([
    [[{ kind: 'js', name: 'x', origins: ['https://shop.example.com/'] }], 'no origin'],
    [[{ kind: 'js', name: 'x', origins: ['*'] }], 'no origin'],
    [[{ kind: 'js', name: 'x', origins: ['shop.example.com'] }], 'no origin'],
    [[{ kind: 'rest', name: 'x', origins: [SHOP] }], 'for js keys'],
  ])('An application file with wrong origins of keys is refused: %j', async (keys, fault) => {
    await expect(gateway.app.get(ApplyService).apply({ app: 'shop', keys }, { dryRun: true })).rejects.toThrow(fault);
  });
});

describe('Idempotency-Key of another device', () => {
  it('Registrations with the same Idempotency-Key get different installations and secrets', async () => {
    for (const key of ['1', randomUUID()]) {
      const answers: RegisteredInstallation[] = [];
      for (let n = 0; n < 3; n += 1) {
        const answer = await sdk('installations', { platform: 'IOS', deviceModel: 'X' }, { 'idempotency-key': key });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('idempotency-replayed')).toBeNull();
        answers.push(answer.json as RegisteredInstallation);
      }
      expect(new Set(answers.map(({ installationId }) => installationId)).size).toBe(3);
      expect(new Set(answers.map(({ secret }) => secret)).size).toBe(3);
    }
  });

  it('A device gets its own answer although another device used the same Idempotency-Key', async () => {
    const [first, second] = [await device(), await device()];
    const headers = { 'idempotency-key': 'one' };
    const report = (own: RegisteredInstallation) => sdk('users/preferences', { ...own, pushPermitted: false }, headers);
    expect(await report(first)).toMatchObject({ status: 200 });
    const answer = await report(second);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect((await report(second)).headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('Forged reports of clicks and opens', () => {
  const STATUS = { success: 1, failed: 2, skipped: 3 };
  let dispatches = 910_000;

  /** A campaign as a worker leaves it. @param reached  installations with the status of their result */
  async function campaign(reached: [RegisteredInstallation, keyof typeof STATUS][] = []): Promise<number> {
    const { db } = gateway.fresh;
    const id = (dispatches += 1);
    await db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day)
       VALUES ($1::bigint, $2, $1::bigint, 'bulk', $3, '{"type":"all"}', '{}', 3, (now() AT TIME ZONE 'UTC')::date)`,
      [id, gateway.appId, JSON.stringify(parseBulk({ title: 'T', text: 'x', platforms: ['IOS'] }))],
    );
    for (const [recipient, status] of reached) {
      await db.affected(
        `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, platform, status)
         VALUES ($1::bigint % 1024, $2, (now() AT TIME ZONE 'UTC')::date, $3, $4, $1::bigint, $5, $6)`,
        [instIdOf(recipient), gateway.appId, id, CHANNELS.apns, PLATFORMS.IOS.number, STATUS[status]],
      );
    }
    return id;
  }

  const instIdOf = ({ installationId }: RegisteredInstallation) => fromInstallationId(installationId) ?? Number.NaN;
  const idOf = (dispatchId: number, to: RegisteredInstallation, channel: number = CHANNELS.apns) =>
    messageId({ dispatchId, channel, recipientId: instIdOf(to) });
  async function countClicks(dispatchId: number): Promise<number> {
    const row = await gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.click AS c WHERE c.dispatch_id = $1',
      [dispatchId],
    );
    return row?.n ?? Number.NaN;
  }
  const REFUSED = { status: 400, json: { code: 5003 } };

  it.each(['clicked', 'opened', 'received'])(
    'The report push/%s is refused from a device that got no message',
    async (kind) => {
      const [own, other] = [await device(), await device()];
      const dispatchId = await campaign([[other, 'success']]);
      for (const forged of [idOf(dispatchId, own), idOf(dispatchId, own, CHANNELS.fcm), idOf(dispatchId, other)]) {
        expect(await sdk(`push/${kind}`, { ...own, messageId: forged })).toMatchObject(REFUSED);
      }
      expect(await sdk(`push/${kind}`, { ...own, messageId: idOf(dispatchId + 500, own) })).toMatchObject(REFUSED);
      expect(await countClicks(dispatchId)).toBe(0);
    },
  );

  it.each(['failed', 'skipped'] as const)(
    'A click is refused from a device whose message has the status %s',
    async (status) => {
      const own = await device();
      const dispatchId = await campaign([[own, status]]);
      expect(await sdk('push/clicked', { ...own, messageId: idOf(dispatchId, own) })).toMatchObject(REFUSED);
      expect(await countClicks(dispatchId)).toBe(0);
    },
  );

  it('A repeated click of a device with a delivered message is accepted, and counts once', async () => {
    const own = await device();
    const dispatchId = await campaign([[own, 'success']]);
    for (let n = 0; n < 2; n += 1) {
      expect(await sdk('push/clicked', { ...own, messageId: idOf(dispatchId, own) })).toMatchObject({ status: 200 });
    }
    expect(await countClicks(dispatchId)).toBe(1);
  });

  it('A click is accepted while the message is in flight, before its result', async () => {
    const [own, other] = [await device(), await device()];
    const dispatchId = await campaign();
    const ids = Buffer.from(new RoaringBitmap32([instIdOf(own)]).serialize('portable'));
    await gateway.fresh.db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, intent, intent_at)
       VALUES (0, $1, $2::bigint, $2::bigint, $3, 1, $4, $4, now())`,
      [gateway.appId, dispatchId, CHANNELS.apns, ids],
    );
    expect(await sdk('push/clicked', { ...own, messageId: idOf(dispatchId, own) })).toMatchObject({ status: 200 });
    expect(await sdk('push/clicked', { ...other, messageId: idOf(dispatchId, other) })).toMatchObject(REFUSED);
    expect(await countClicks(dispatchId)).toBe(1);
  });

  it('A click after a merge is accepted for a message to the former anonymous user', async () => {
    const own = await device();
    const dispatchId = await campaign([[own, 'success']]);
    expect(await sdk('users/identify', { ...own, extId: `clicker-${dispatches}` })).toMatchObject({ status: 200 });
    expect(await sdk('push/clicked', { ...own, messageId: idOf(dispatchId, own) })).toMatchObject({ status: 200 });
    expect(await countClicks(dispatchId)).toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';

const REQUESTS = 300;
/** Every third request shares its key with two others. */
const SHARED_BY = 3;
/** Usual clients give up then. */
const PATIENCE_MS = 30_000;

interface Asked {
  path: string;
  body?: unknown;
  key?: string;
}

describe('Gateway under a burst of requests', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(undefined, { DATABASE_POOL: '10' });
    await gateway.makeKey('mobile', { kind: 'mobile' });
  });
  afterAll(() => gateway.close());

  /** Requests of apps and their servers, five of six with an Idempotency-Key. */
  function ask(burst: string, i: number): Asked {
    const extId = `${burst}-${i}`;
    const key = `${burst}-${i % SHARED_BY === 0 ? i - (i % (SHARED_BY * SHARED_BY)) : i}`;
    const shared = key;
    switch (i % 6) {
      case 0:
      case 3:
        return { path: '/rest/3.0/tagUsers', body: { tag: `tag-${shared}`, extIds: [shared] }, key };
      case 1:
        return {
          path: '/rest/3.0/geofence/add',
          body: { title: extId, latitude: 41, longitude: 29, radius: 1 },
          key,
        };
      case 2:
        return {
          path: '/rest/3.0/sendBulkNotification',
          body: { message: { title: 'Sale', text: extId, platforms: ['IOS'] }, target: { sendToAll: true } },
          key,
        };
      case 4:
        return { path: '/rest/3.0/registerUsers', body: [{ extId, email: `${extId}@example.com` }], key };
      default:
        return { path: '/rest/3.0/tagUsers', body: { tag: `plain-${burst}`, extIds: [extId] } };
    }
  }

  async function post({ path, body, key }: Asked): Promise<Answer & { ms: number }> {
    const at = performance.now();
    const answer = await gateway.call(path, {
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
    return { ...answer, ms: performance.now() - at };
  }

  /** Statuses, each with its number; every answer is in time, and a refusal says when to come again. */
  async function countStatuses(requests: readonly Asked[]): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (const { status, headers, ms } of await Promise.all(requests.map((request) => post(request)))) {
      counts[status] = (counts[status] ?? 0) + 1;
      expect(ms).toBeLessThan(PATIENCE_MS);
      expect(status === 200 || Number(headers.get('retry-after')) > 0).toBe(true);
    }
    return counts;
  }

  const requests = (burst: string): Asked[] => Array.from({ length: REQUESTS }, (_, i) => ask(burst, i));
  const geofences = async (burst: string): Promise<number> =>
    (
      await gateway.fresh.db.row<{ n: number }>(
        'SELECT count(*) AS n FROM geofences.geofence WHERE app_id = $1 AND title LIKE $2',
        [gateway.appId, `${burst}-%`],
      )
    )?.n ?? 0;

  it('Each of 300 mixed requests at once is answered in time', { timeout: 120_000 }, async () => {
    const { 200: done = 0, 409: inProgress = 0, ...rest } = await countStatuses(requests('quick'));
    expect(done + inProgress).toBe(REQUESTS);
    expect(rest).toEqual({});
    expect(await geofences('quick')).toBe(REQUESTS / 6);
  });

  it(
    'Each of 300 requests at once to a slow database is done or refused in time, and the gateway stays ready',
    {
      timeout: 240_000,
    },
    async () => {
      const { db } = gateway.fresh;
      await db.affected(`CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`);
      await db.affected(
        'CREATE TRIGGER slow AFTER INSERT ON platform.idempotency FOR EACH STATEMENT EXECUTE FUNCTION public.slow()',
      );
      onTestFinished(async () => void (await db.affected('DROP TRIGGER IF EXISTS slow ON platform.idempotency')));
      const answering = countStatuses(requests('slow'));
      for (const path of ['/health/live', '/health/ready', '/health/ready']) {
        expect((await gateway.call(path, { method: 'GET', key: null })).status).toBe(200);
      }
      const { 200: done = 0, 503: refused = 0, 409: inProgress = 0, ...rest } = await answering;
      expect(done + refused + inProgress).toBe(REQUESTS);
      expect([rest, refused > 0]).toEqual([{}, true]);
      expect(await geofences('slow')).toBeLessThan(REQUESTS / 6);
      await db.affected('DROP TRIGGER slow ON platform.idempotency');
      expect(Object.keys(await countStatuses(requests('slow')))).not.toContain('503');
      expect(await geofences('slow')).toBe(REQUESTS / 6);
    },
  );
});

import { openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { loadConfig } from '#platform/config';
import { openDatabase, type Database } from '#platform/db';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded';
import { createRegistry } from '#platform/health';
import { bucketOf } from '#platform/ids';
import { openQueueConnection } from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { createGateway } from '../../../apps/gateway/create-gateway.js';
import { migrate } from '../../../migrations/data-source.js';

/** Stands in every value that a person could be known by. */
const MARK = 'Marked7Person';

describe('Personal data in the logs', () => {
  let home: string;
  let server: EmbeddedPostgres;
  let db: Database;
  let app: NestExpressApplication;
  let closeQueue: () => Promise<void>;
  let appId: number;
  let call: (path: string, body: unknown) => Promise<number>;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-logs-'));
    server = await startEmbeddedPostgres({ home, ephemeral: true, log: () => undefined });
    await migrate(server.url);
    const config = loadConfig({ DATABASE_URL: server.url, MASTER_KEY: 'x'.repeat(32) });
    const logger = createLogger('gateway', 'trace', openSync(join(home, 'logs', 'gateway.log'), 'a'));
    const queue = openQueueConnection(config, logger);
    closeQueue = () => queue.close();
    db = await openDatabase(server.url, 5, logger);
    app = await createGateway(
      { config, logger, db, queue },
      { registry: createRegistry('gateway'), ready: async () => ({ isReady: true, checks: [] }) },
    );
    await app.listen(0, '127.0.0.1');
    const base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    const applied = await app.get(ApplyService).apply(
      {
        app: 'shop',
        attributes: [{ code: 'city', dataType: 'STRING' }],
        events: [{ code: 'bought', attributes: [{ code: 'item', dataType: 'STRING' }] }],
      },
      { dryRun: false },
    );
    appId = applied.app.id;
    const { secret } = await app.get(ApiKeyService).createKey(appId, { kind: 'rest', name: 'rest' });
    call = async (path, body) => {
      const answer = await fetch(`${base}/rest/3.0/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-svc-api-key': secret },
        body: JSON.stringify(body),
      });
      await answer.text();
      return answer.status;
    };
  });

  afterAll(async () => {
    await app.close();
    await closeQueue();
    await db.close();
    await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  const readLog = (name: string): Promise<string> => readFile(join(home, 'logs', `${name}.log`), 'utf8');

  it('The log of Postgres has no error after requests that succeeded', async () => {
    const person = (extId: string) => ({ extId: `${MARK}-${extId}`, city: MARK });
    const event = (extId: string) => ({ extId: `${MARK}-${extId}`, name: 'bought', item: MARK });
    expect(await call('fireEvents', [event('first-event')])).toBe(200);
    const [first, second] = sameBucket(appId);
    expect(await call('registerUsers', [person(first), person(second)])).toBe(200);
    expect(await call('fireEvents', [event('first-event'), event(first)])).toBe(200);
    expect(await call('registerUsers', [{ ...person('mail'), email: `${MARK}@example.com` }])).toBe(200);
    expect(await readLog('postgres')).not.toMatch(/ ERROR: /);
  });

  it('The logs have no value of a slow statement, of a failing one, or of a row that was refused', async () => {
    await db.row('SELECT pg_sleep(2.1), $1::text AS value', [MARK]);
    await expect(db.row('SELECT 1 / length($1::text)', [''])).rejects.toMatchObject({ code: '22012' });
    await db.affected(
      `ALTER TABLE users.app_user ADD CONSTRAINT refused CHECK (ext_id NOT LIKE '%refused%') NOT VALID`,
    );
    expect(await call('registerUsers', [{ extId: `${MARK}-refused`, city: MARK }])).toBe(500);

    expect(await readLog('postgres')).toMatch(/duration: [\d.]+ ms/);
    expect(await readLog('gateway')).toContain('"code":"23514"');
    for (const file of await readdir(join(home, 'logs'))) {
      expect(await readFile(join(home, 'logs', file), 'utf8'), file).not.toContain(MARK);
    }
  });

  it('Other users of the machine cannot read the logs', async () => {
    expect((await stat(join(home, 'logs'))).mode & 0o077).toBe(0);
    expect((await stat(join(home, 'logs', 'postgres.log'))).mode & 0o077).toBe(0);
  });
});

/** Names of two users whose rows lie in the same bucket. */
function sameBucket(appId: number): [string, string] {
  const seen = new Map<number, string>();
  for (let n = 0; ; n++) {
    const bucket = bucketOf(appId, `${MARK}-u${n}`);
    const earlier = seen.get(bucket);
    if (earlier !== undefined) {
      return [earlier, `u${n}`];
    }
    seen.set(bucket, `u${n}`);
  }
}

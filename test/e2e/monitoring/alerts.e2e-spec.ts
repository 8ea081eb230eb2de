import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backends, type Backend } from '../../support/processes/backends.js';
import { KillablePostgres } from '../../support/database/killable-postgres.js';
import { type Child, startChild } from '../../support/processes/children.js';
import { childOf, startStack, type Stack } from '../../support/processes/stack.js';
import { FAKETIME, setClock, wrongClockEnv } from '../../support/processes/wrong-clock.js';
import { firingAlerts, HAS_PROMTOOL } from '../../support/monitoring/promtool.js';
import { continueFor, type Scrape, scrapeAll } from '../../support/monitoring/scraped-series.js';
import { reachableUsers, type Reach } from '../../support/rooms/reachable-users.js';

/** The measured series continue for an hour, and the alerts are asked at its end. */
const MINUTES = 60;
const FIRES = { timeout: 90_000, interval: 1000 };
const USERS = 60;
const PLATFORMS: Reach[] = ['IOS', 'ANDROID', 'EMAIL', 'SMS'];
const TOO_SLOW_MS = 11_000;

/**
 * Each fault is made in real processes. Prometheus' own evaluation of the shipped rules then says which alerts fire, if
 * what the processes showed goes on for an hour.
 */
describe.skipIf(!HAS_PROMTOOL)('Alerts over real processes', () => {
  let folder: string;
  let postgres: KillablePostgres;
  let redis: Backend | undefined;
  let stack: Stack;
  const masterKey = Buffer.alloc(32, 7).toString('base64');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'herald-alerts-'));
    postgres = await KillablePostgres.start();
    redis = backends().find(({ name }) => name === 'redis');
    await setClock(join(folder, 'clock'), 0);
    stack = await startStack({
      databaseUrl: postgres.url,
      masterKey,
      env: { LEASE_MS: '1000', SWEEP_MS: '200', INDEX_LEAST_USERS: '1', ...(await redis?.env()) },
      envOf: { gateway: { DATABASE_POOL: '3' }, ...(FAKETIME && { worker: wrongClockEnv(join(folder, 'clock')) }) },
    });
    for (const platform of PLATFORMS) {
      await stack.rest.register(await reachableUsers(stack.simulators, platform, USERS));
    }
  });
  afterAll(async () => {
    await stack.stop();
    await redis?.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function scrape(more: readonly Child[] = []): Promise<Scrape> {
    const processes = [...stack.children, ...more].filter(({ name }) => name !== 'simulators');
    return scrapeAll(Object.fromEntries(processes.map(({ name, pid, port }) => [`${name}-${pid}`, port])));
  }

  /** Makes a fault and waits until some alerts fire. */
  async function expectFiring(alerts: readonly string[], fault: () => Promise<unknown>, more: readonly Child[] = []) {
    const before = await scrape();
    await fault();
    await expect
      .poll(async () => firingAlerts(continueFor(MINUTES, before, await scrape(more)), MINUTES), FIRES)
      .toEqual(expect.arrayContaining([...alerts]));
  }

  const send = (platform: Reach, title = 'Sale') =>
    stack.rest.sendBulk({ title, subject: title, text: 'All shoes', platforms: [platform] });

  const sql = (text: string): Promise<number> => stack.db.affected(text);

  it('No alert fires while everything is well', async () => {
    await stack.rest.finished(await send('IOS'), 60_000);
    await expect
      .poll(async () => {
        const before = await scrape();
        const firing = firingAlerts(continueFor(MINUTES, before, await scrape()), MINUTES);
        // The stack has one gateway.
        return firing.filter((name) => name !== 'HeraldProcessFewer');
      }, FIRES)
      .toEqual([]);
  });

  it('Alerts report a provider that fails, and its account that rests', async () => {
    await stack.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' }]);
    await expectFiring(['HeraldProviderFails', 'HeraldAccountStopped'], () => send('IOS'));
  });

  it('Alerts report an account that its provider refuses, and the campaign that is stuck', async () => {
    await stack.simulators.faults(1, [{ provider: 'fcm', share: 1, status: 401, reason: 'UNAUTHENTICATED' }]);
    await expectFiring(['HeraldAccountStopped'], () => send('ANDROID'));
    await expectFiring(['HeraldAccountFails'], () =>
      sql(`UPDATE delivery.account_error SET since = now() - interval '10 minutes'`),
    );
    await expectFiring(['HeraldCampaignStuck'], () =>
      sql(`UPDATE delivery.dispatch SET due_at = now() - interval '1 hour', launched_at = now() - interval '1 hour'
            WHERE state = 2`),
    );
  });

  it('An alert reports many failures', async () => {
    await stack.simulators.faults(1, [{ provider: 'sms', share: 1, status: 400, reason: '21408' }]);
    await expectFiring(['HeraldManyFailures'], () => send('SMS'));
  });

  it('An alert reports a slow provider', async () => {
    await stack.simulators.faults(1, [{ provider: 'sms', share: 1, latencyMs: TOO_SLOW_MS }]);
    await expectFiring(['HeraldProviderSlow'], () => send('SMS'));
  });

  it('Alerts report a worker that dies, its messages in doubt, and the sends that wait for another worker', async () => {
    await stack.simulators.faults(1, [{ provider: 'smtp', share: 1, latencyMs: TOO_SLOW_MS }]);
    await expectFiring(['HeraldInDoubt', 'HeraldProcessMissing'], async () => {
      await send('EMAIL');
      await expect.poll(() => inFlight(), FIRES).toBeGreaterThan(0);
      const worker = childOf(stack, 'worker');
      await worker.end('SIGKILL');
      stack.children.splice(stack.children.indexOf(worker), 1);
    });
    const message = { title: 'Code', text: 'Your code', platforms: ['IOS'] };
    const definition = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message });
    const notificationKey = String(definition.body.notificationKey);
    await expectFiring(['HeraldTransactionalSlow'], async () => {
      await stack.rest.post('sendNotification', [{ notificationKey, target: { extId: ['ios-0'] } }]);
      await sql(
        `UPDATE delivery.dispatch SET due_at = now() - interval '2 minutes' WHERE state = 0 AND lane = 'single'`,
      );
    });
    await stack.simulators.faults(1, []);
    await stack.startAnother('worker');
  });

  async function inFlight(): Promise<number> {
    const row = await stack.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.chunk WHERE state = 0 AND channel = 4 AND intent IS NOT NULL',
    );
    return row?.n ?? 0;
  }

  it('An alert reports results that a webhook does not take', async () => {
    await expectFiring(['HeraldWebhooksWait'], () =>
      sql(`INSERT INTO delivery.hook_call (call_id, app_id, hook_id, dispatch_id, channel, ids, due_at, created_at)
           SELECT -1, app_id, 1, dispatch_id, 1, '', now() + interval '1 hour', now() - interval '1 hour'
             FROM delivery.dispatch LIMIT 1`),
    );
    await sql('DELETE FROM delivery.hook_call WHERE call_id = -1');
  });

  it('An alert reports requests that fail', async () => {
    await sql('ALTER TABLE users.installation RENAME TO installation_away');
    await expectFiring(['HeraldRequestsFail'], async () => {
      const users = await reachableUsers(stack.simulators, 'IOS', 1);
      // One a minute is fewer than the alert looks at.
      for (const _ of [1, 2, 3]) {
        expect((await stack.rest.post('registerUsers', users)).status).toBe(500);
      }
    });
    await sql('ALTER TABLE users.installation_away RENAME TO installation');
  });

  it('Alerts report slow requests, and a pool without a free connection', async () => {
    const users = await reachableUsers(stack.simulators, 'IOS', 1);
    const requests: Promise<unknown>[] = [];
    await expectFiring(['HeraldRequestsSlow'], async () => {
      await stack.db.tx(async (tx) => {
        await tx.affected('LOCK TABLE users.installation IN ACCESS EXCLUSIVE MODE');
        await expectFiring(['HeraldPoolExhausted'], async () => {
          requests.push(...Array.from({ length: 8 }, () => stack.rest.post('registerUsers', users)));
        });
        await new Promise((resolve) => setTimeout(resolve, 3000));
      });
      await Promise.all(requests);
    });
  });

  it('Alerts report recurring work that fails, and metrics that cannot be read', async () => {
    await sql('ALTER TABLE delivery.retry RENAME TO retry_away');
    await expectFiring(['HeraldRecurringWorkFails', 'HeraldMetricUnknown'], async () => undefined);
    await sql('ALTER TABLE delivery.retry_away RENAME TO retry');
  });

  it('Alerts report an index that lags, and one that differs', async () => {
    await sql(`CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
               CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON audience.index_delta
                 FOR EACH ROW EXECUTE FUNCTION public.refuse()`);
    await expectFiring(['HeraldIndexLags'], async () => {
      await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', 1, 5000));
      await sql(`UPDATE audience.index_group SET as_of = now() - interval '5 minutes'`);
    });
    await sql('DROP TRIGGER refuse ON audience.index_delta; DROP FUNCTION public.refuse()');
    await expectFiring(['HeraldIndexWrong'], () =>
      sql(`INSERT INTO audience.index_check (app_id, generation, users, differing)
           SELECT app_id, generation, 1, 1 FROM audience.index_generation WHERE state = 'serving'`),
    );
  });

  it('An alert reports journeys whose limits keep people out', async () => {
    await expectFiring(['HeraldJourneyLimited'], () =>
      sql(`WITH added AS (
             INSERT INTO journeys.journey (app_id, version, name, state) VALUES (1, 1, 'limited', 'off') RETURNING journey_id)
           INSERT INTO journeys.pace (journey_id, app_id, day_entries, minute_entries, at, refused_at)
           SELECT a.journey_id, 1, 1, 1, now(), now() FROM added AS a`),
    );
  });

  it('An alert reports journeys whose figures are out of the ordinary', async () => {
    await expectFiring(['HeraldJourneyAlarm'], () =>
      sql(`WITH added AS (
             INSERT INTO journeys.journey (app_id, version, name, state) VALUES (1, 1, 'silent', 'off') RETURNING journey_id)
           INSERT INTO journeys.alarm (app_id, journey_id, hours, seen, usual, kind, node)
           SELECT 1, a.journey_id, 24, 0, 40, 'SILENT', '' FROM added AS a`),
    );
  });

  it('Alerts report a schema that lacks a migration, and missing partitions', async () => {
    await expectFiring(['HeraldSchemaBehind'], () =>
      sql(`CREATE TABLE public.last_migration AS SELECT * FROM herald_migration ORDER BY id DESC LIMIT 1;
           DELETE FROM herald_migration AS m USING public.last_migration AS l WHERE m.id = l.id`),
    );
    await sql('INSERT INTO herald_migration SELECT * FROM public.last_migration; DROP TABLE public.last_migration');
    await expectFiring(['HeraldPartitionsMissing'], async () => {
      const ahead = await stack.db.rows<{ name: string }>(
        `SELECT i.inhrelid::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'delivery.left_out'::regclass AND c.relname > 'left_out_' || to_char(now(), 'YYYYMMDD')
            AND c.relname ~ '_[0-9]{8}$'`,
      );
      for (const { name } of ahead) {
        await sql(`DROP TABLE ${name}`);
      }
    });
  });

  it('An alert reports a main thread that is blocked', async () => {
    const { pid } = childOf(stack, 'gateway');
    await expectFiring(['HeraldEventLoopBlocked'], async () => {
      process.kill(pid, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      process.kill(pid, 'SIGCONT');
      // Its clock of delays ticks before the scrape.
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
  });

  it.skipIf(!FAKETIME)('An alert reports a wrong clock', async () => {
    await expectFiring(['HeraldClockOff'], () => setClock(join(folder, 'clock'), 5));
    await setClock(join(folder, 'clock'), 0);
  });

  it('An alert reports lost lines of a log', async () => {
    const env = { HERALD_HOME: folder, DATABASE_URL: postgres.url, MASTER_KEY: masterKey };
    const other = await startChild('scheduler', env, '/dev/full');
    await expectFiring(['HeraldLogLinesLost'], async () => undefined, [other]);
    await other.end('SIGTERM');
  });

  it.skipIf(backends().length < 2)('An alert reports a queue that is unavailable', async () => {
    await expectFiring(['HeraldQueueDown'], async () => redis?.close());
  });

  it('Alerts report that the recovery stopped when no scheduler runs', async () => {
    await expectFiring(['HeraldRecoveryStopped', 'HeraldProcessMissing'], async () => {
      const scheduler = childOf(stack, 'scheduler');
      await scheduler.end('SIGKILL');
      stack.children.splice(stack.children.indexOf(scheduler), 1);
    });
  });

  it('An alert reports a database that is unavailable', async () => {
    await expectFiring(['HeraldDatabaseDown'], () => postgres.kill());
    await postgres.startAgain();
  });
});

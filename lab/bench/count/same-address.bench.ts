import { parseArgs } from 'node:util';
import { AddressHolderService } from '#libs/audience/recipients';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { migrate } from '../../../migrations/data-source.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { ATTRIBUTES, fillAudience } from './audience-data.js';

/**
 * `npm run bench -- same-address --users N`: the cost of a launch that chooses one of the users with one address, beside
 * reading its recipients. Everyone has an address; first none is shared, then one user in ten shares it.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 1000) {
  throw new Error('Usage: bench same-address [--users 100000]');
}

const MAIL = { kind: 'email', includeOptedOut: false, categoryIds: [], rules: [] } as const;

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const figures: Record<string, number | string> = { bench: 'same-address', users };
  try {
    const setUp = await openAudienceRoom({ url, db });
    const appId = (await setUp.applying.apply({ app: 'bench', attributes: ATTRIBUTES }, { dryRun: false })).app.id;
    await setUp.close();
    await fillAudience({ db, url }, appId, users);
    for (const sharing of ['none', 'tenth']) {
      if (sharing === 'tenth') {
        await shareAddresses(appId);
      }
      // Another process, which knows nothing yet.
      const room = await openAudienceRoom({ url, db });
      const target = await room.audience.resolve(appId, parseTarget({ sendToAll: true }, 'bulk'));
      const ranges = await room.audience.listRanges(appId);
      const choose = async (): Promise<number> =>
        (
          await room
            .get(AddressHolderService)
            .findStandingBack(appId, target, ranges, MAIL, () => Promise.resolve(true))
        )?.length ?? 0;
      await timed(`${sharing}_recipients`, async () => {
        for (const range of ranges) {
          await room.audience.findRecipients(appId, target, { ...range, kind: 'email', platforms: [11] });
        }
      });
      await timed(`${sharing}_first`, async () => {
        figures[`${sharing}_standing_back`] = await choose();
      });
      await timed(`${sharing}_again`, choose);
      await room.close();
    }
    console.log(JSON.stringify(figures));
  } finally {
    await db.close();
  }

  async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
    const [started, cpu] = [performance.now(), treeCpuMs(pid)];
    await work();
    figures[`${name}_ms`] = Math.round(performance.now() - started);
    figures[`${name}_postgres_cpu_ms`] = Math.round(treeCpuMs(pid) - cpu);
  }

  /** In each bucket every twentieth user takes the address of another one. */
  async function shareAddresses(appId: number): Promise<void> {
    await db.tx(async (tx) => {
      await tx.affected('SET LOCAL statement_timeout = 0');
      await tx.affected(
        `INSERT INTO users.contact_lookup (bucket, app_id, kind, value_hash, uid)
         SELECT c.bucket, c.app_id, c.kind, c.value_hash, c.uid + 1024 FROM users.contact_lookup AS c
          WHERE c.app_id = $1 AND c.uid / 1024 % 20 = 1`,
        [appId],
      );
      await tx.affected(
        `UPDATE users.app_user AS u SET email = o.email FROM users.app_user AS o
          WHERE o.app_id = $1 AND o.uid / 1024 % 20 = 1 AND u.vb = o.vb AND u.app_id = o.app_id AND u.uid = o.uid + 1024`,
        [appId],
      );
      await tx.affected('ANALYZE');
    });
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePlans } from '../../../test/support/distribution/plans.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { insertUsers, randomUsers } from '../../../test/support/rooms/random-audience.js';
import { IndexSourceRepository } from '../bitmap-index/store/index-source.repository.js';
import { ExplainRepository } from '../explain/explain.repository.js';
import type { ResolvedTarget } from '../targets/target.js';
import { AudienceRepository } from './audience.repository.js';
import { BehaviourRepository } from './behaviour.repository.js';
import { GroupCountRepository } from './group-count.repository.js';
import { LeftOutRepository } from './left-out.repository.js';
import { NO_LEAF_MEMBERS } from './predicate.sql.js';
import { ALL_BUCKETS, type RecipientRange } from './ranges.js';

const APP = 7;
const PUSH: RecipientRange = {
  ...ALL_BUCKETS,
  kind: 'push',
  platforms: [1, 2],
  trustedKeyIds: [1],
  withTimeZones: true,
};
const MAIL: RecipientRange = { ...ALL_BUCKETS, kind: 'email', platforms: [11], withTimeZones: true };
const TARGETS: readonly ResolvedTarget[] = [
  { type: 'all' },
  { type: 'tag', mode: 'any', tagIds: [1, 2] },
  { type: 'uids', uids: [1024, 2048] },
  { type: 'installations', instIds: [1024] },
  { type: 'location', latitude: 41, longitude: 29, radius: 3 },
  { type: 'addressExists', column: 'msisdn', exists: true },
  { type: 'takesMessages', column: 'wpNumber' },
];

let fresh: FreshDatabase;
let canCompare: boolean;
beforeAll(async () => {
  fresh = await freshDatabase();
  await insertUsers(fresh.db, APP, randomUsers(APP, 2000, 11));
  await fresh.db.affected('ANALYZE');
  const row = await fresh.db.row<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  canCompare = Number(row?.version) >= 160_000;
});
afterAll(() => fresh.close());

/** Runs a statement for each target. */
async function forEachTarget(run: (target: ResolvedTarget) => Promise<unknown>): Promise<void> {
  for (const target of TARGETS) {
    await run(target);
  }
}

const STATEMENTS: readonly [name: string, least: number, run: () => Promise<unknown>][] = [
  [
    'counts of an audience',
    7,
    () =>
      forEachTarget((target) => new AudienceRepository(fresh.db).countUsers(APP, target, ALL_BUCKETS, NO_LEAF_MEMBERS)),
  ],
  [
    'installations of an audience',
    7,
    () =>
      forEachTarget((target) => new AudienceRepository(fresh.db).findInstallations(APP, target, PUSH, NO_LEAF_MEMBERS)),
  ],
  [
    'addresses of an audience',
    7,
    () => forEachTarget((target) => new AudienceRepository(fresh.db).findUsers(APP, target, MAIL, NO_LEAF_MEMBERS)),
  ],
  [
    'installations of named users',
    1,
    () => new AudienceRepository(fresh.db).findInstallationsOfAll(APP, [{ vbs: [1], extIds: ['a'] }], PUSH),
  ],
  [
    'users that a launch leaves out',
    7,
    () =>
      forEachTarget((target) => new LeftOutRepository(fresh.db).findUnreachable(APP, target, PUSH, NO_LEAF_MEMBERS)),
  ],
  [
    'named users that a launch leaves out',
    1,
    () => new LeftOutRepository(fresh.db).findUnreachableOfLists(APP, [{ vbs: [1], extIds: ['a'] }], PUSH),
  ],
  [
    'values of devices',
    1,
    () => new GroupCountRepository(fresh.db).countByInstallation(APP, 'language', undefined, 10),
  ],
  ['one user', 1, () => new ExplainRepository(fresh.db).findPerson(APP, 1024)],
  [
    'users of an index',
    2,
    async () => {
      await new IndexSourceRepository(fresh.db).findUsers(APP, { uids: [1024] });
      await new IndexSourceRepository(fresh.db).findDevices(APP, { ...ALL_BUCKETS, uidFrom: 0, uidTo: 2 ** 21 });
    },
  ],
  [
    'users by their events',
    1,
    () =>
      new BehaviourRepository(fresh.db).findBits(
        APP,
        { type: 'event', did: true, eventId: 1, atLeast: 2, since: Date.UTC(2030, 0, 1), until: null, where: [] },
        ALL_BUCKETS,
      ),
  ],
];

describe('Statements of audience over views of other modules', () => {
  it.each(STATEMENTS)('Postgres plans the statements for %s as over the tables', async (_, least, run) => {
    const compared = canCompare ? await comparePlans(fresh.db, run) : [];
    expect(compared.length).toBeGreaterThanOrEqual(canCompare ? least : 0);
    for (const { text, overViews, overTables } of compared) {
      expect(overViews, text).toHaveProperty(['Node Type']);
      expect(overViews, text).toEqual(overTables);
    }
  });
});

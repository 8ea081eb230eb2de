import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '#libs/tenancy';
import { ProfileService } from '#libs/users/preferences';
import { RemovalService } from '#libs/users/profiles';
import { UserLookupService } from '#libs/users/registry';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';

const USERS = [
  { extId: 'a', profile: { plan: 'gold', city: 'Oslo' } },
  { extId: 'b', profile: { plan: 'gold', city: 'Rome' } },
  { extId: 'c', profile: { plan: 'silver', city: 'Oslo' } },
  { extId: 'd', profile: { plan: 'silver', city: 'Bern' } },
];

/** Two processes: one changes users, the other one counts. */
describe.each(['from the rows', 'by the index'])(
  'Counts during the removal of a value from all users, %s',
  (engine) => {
    let database: FreshDatabase;
    let writer: AudienceRoom;
    let reader: AudienceRoom;
    let appId: number;

    beforeEach(async () => {
      database = await freshDatabase();
      const settings = { INDEX_LEAST_USERS: engine === 'by the index' ? '1' : '1000000', INDEX_MOST_LAG_MS: '60000' };
      writer = await openAudienceRoom(database, settings);
      reader = await openAudienceRoom(database, settings);
      const attributes = ['plan', 'city'].map((code) => ({ code, dataType: 'STRING' }));
      appId = (await writer.applying.apply({ app: 'shop', attributes }, { dryRun: false })).app.id;
      await writer.registration.registerUsers(appId, USERS);
      await writer.get(IndexMaintenanceService).buildIndexes();
      await writer.get(IndexMaintenanceService).followFeed();
      expect((await reader.get(IndexReaderService).find(appId)) !== undefined).toBe(engine === 'by the index');
    });
    afterEach(async () => {
      await writer.close();
      await reader.close();
      await database.close();
    });

    const count = async (profile: object) => reader.counts.count(appId, parseTarget({ profile }, 'count'), OPERATOR);
    const countBatch = async (code: string) => {
      const { counts, asOf } = await reader.counts.countBatch(appId, { groupBy: { profile: code } }, OPERATOR);
      return { counts: Object.fromEntries(counts), asOf };
    };
    const deleteGold = async () =>
      writer.get(ProfileService).deleteProfileAttributeValue(appId, [{ key: 'plan', value: 'gold' }]);
    /** The time of the database: what is committed by now. */
    const readTime = async () =>
      (await database.db.row<{ at: Date }>('SELECT clock_timestamp() AS at'))?.at.getTime() ?? 0;
    /** Asks until the answer says that it has everything committed until a time. */
    async function askSince<R extends { asOf: Date }>(time: number, ask: () => Promise<R>): Promise<R> {
      let answer = await ask();
      while (answer.asOf.getTime() < time) {
        answer = await ask();
      }
      return answer;
    }

    it('Counts whose time is after the removal leave the value out, even in a process with older definitions', async () => {
      expect((await count({ plan: 'gold' })).counts).toBe(2);
      await deleteGold();
      const deletedAt = await readTime();
      expect((await askSince(deletedAt, () => count({ plan: 'gold' }))).counts).toBe(0);
      expect((await askSince(deletedAt, () => countBatch('plan'))).counts).toEqual({ silver: 2 });
    });

    it('Counts leave a removed value out while the rows lose it and the index is behind', async () => {
      await deleteGold();
      const deletedAt = await readTime();
      // Both processes know the removal, and the index is as of a later time.
      await askSince(deletedAt, () => count({ city: 'Oslo' }));
      await writer.get(RemovalService).processRemovals(0);
      await reader.get(UserLookupService).findLatestAttributes(appId);
      expect((await askSince(deletedAt, () => count({ plan: 'gold' }))).counts).toBe(0);
      expect((await askSince(deletedAt, () => countBatch('plan'))).counts).toEqual({ silver: 2 });
      await writer.get(IndexMaintenanceService).followFeed();
      expect((await askSince(deletedAt, () => count({ plan: 'gold' }))).counts).toBe(0);
    });

    it('A count refers to one moment for all conditions of a target', async () => {
      await deleteGold();
      const deletedAt = await readTime();
      await askSince(deletedAt, () => count({ plan: 'gold' }));
      // The index is behind this change of two attributes at once, and one of them is read from the rows.
      await writer.registration.registerUsers(appId, [{ extId: 'c', profile: { plan: 'bronze', city: 'Rome' } }]);
      // Before the change c is silver in Oslo, after it bronze in Rome: never bronze in Oslo.
      expect((await count({ plan: 'bronze', city: 'Oslo' })).counts).toBe(0);
      expect((await count({ plan: 'silver', city: 'Rome' })).counts).toBe(0);
    });

    it('Counts leave an attribute out from the moment of its deletion', async () => {
      expect((await countBatch('plan')).counts).toEqual({ gold: 2, silver: 2 });
      await writer.get(ProfileService).deleteProfileAttributes(appId, [{ profile: ['plan'] }]);
      const deletedAt = await readTime();
      expect((await askSince(deletedAt, () => countBatch('plan'))).counts).toEqual({});
      expect((await askSince(deletedAt, () => count({ plan: { $exists: true } }))).counts).toBe(0);
    });
  },
);

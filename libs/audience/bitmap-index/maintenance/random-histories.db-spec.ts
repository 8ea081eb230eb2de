import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { ChoiceSourceRepository } from '#libs/users/preferences';
import { UserLookupService, type InstallationCredentials } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import { Config, loadConfig } from '#platform/config';
import type { Database } from '#platform/db';
import { BUCKETS, bucketOf } from '#platform/ids';
import { createLogger } from '#platform/runtime';
import { FeedReaderService, OutboxRepository } from '#platform/outbox';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { Crash, crashingDatabase, type Fuse } from '../../../../test/support/database/crashing-database.js';
import {
  ATTRIBUTES,
  isRemoving,
  NAMES,
  randomQuestion,
  writeSomething,
} from '../../../../test/support/rooms/random-history.js';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { BehaviourUsersService } from '../../behaviour/behaviour-users.service.js';
import { AudienceRepository } from '../../sql-engine/audience.repository.js';
import { ALL_BUCKETS } from '../../sql-engine/ranges.js';
import { BreakdownRepository } from '../../sql-engine/breakdown.repository.js';
import { GroupCountRepository } from '../../sql-engine/group-count.repository.js';
import { NO_LEAF_MEMBERS } from '../../sql-engine/predicate.sql.js';
import { SegmentSliceRepository } from '../../segment-store/segment-slice.repository.js';
import { matches, type Person } from '../../targets/target.js';
import { DeltaRepository } from '../store/delta.repository.js';
import { GenerationRepository } from '../store/generation.repository.js';
import { GroupRepository, type IndexGroup } from '../store/group.repository.js';
import { IndexBuilderService } from './index-builder.service.js';
import { IndexComparisonService } from './index-comparison.service.js';
import { IndexVerifierService } from './index-verifier.service.js';
import { SliceReaderService } from './slice-reader.service.js';
import { IndexBreakdownService } from '../query/index-breakdown.service.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { IndexFollowerService } from './index-follower.service.js';
import { IndexGroupingService } from '../query/index-grouping.service.js';
import { IndexMergerService } from './index-merger.service.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import type { OpenIndex } from '../cache/open-index.js';
import { TermCache } from '../cache/term-cache.js';
import { TermRepository } from '../store/term.repository.js';
import { SLICE_SIZE } from '../model/terms.js';
import { IndexSourceRepository } from '../store/index-source.repository.js';
import { sampleSize } from '../../../../test/support/rooms/sample-size.js';

/** `HISTORIES=20000 SEED=1 npx vitest run libs/audience/bitmap-index/maintenance/random-histories.db-spec.ts` */
const HISTORIES = Number(process.env['HISTORIES'] ?? sampleSize(20));
const SEED = Number(process.env['SEED'] ?? 1);
/** Histories that run at the same time, each in its own application. */
const TOGETHER = 6;
const STEPS = 9;
const QUESTIONS = 5;

function generationsOf(groups: readonly IndexGroup[]): Set<number> {
  return new Set(groups.map(({ generation }) => generation));
}

const BOUNDS = [
  [-10, 0],
  [0, 30],
  [30, 31],
] as const;

/** A reader to which four users of a slice are many: their terms have one bit per user. */
class DenseReader extends IndexReaderService {
  override readonly cache = new TermCache(64 * 1024 * 1024, 4);
}

/** The services that maintain an index, on a given database. */
function keepers(db: Database, users: UserLookupService, Reader: typeof IndexReaderService) {
  const [generations, terms, deltas] = [new GenerationRepository(db), new TermRepository(), new DeltaRepository(db)];
  const [source, outbox, groups] = [new IndexSourceRepository(db), new OutboxRepository(), new GroupRepository(db)];
  const choices = new ChoiceSourceRepository(db);
  const slices = new SliceReaderService(source, choices);
  const builder = new IndexBuilderService(new Config(), db, users, generations, groups, terms, slices);
  return {
    generations,
    groups,
    builder,
    follower: new IndexFollowerService(new FeedReaderService(db, outbox), groups, terms, deltas, source, choices),
    merger: new IndexMergerService(db, groups, terms, deltas),
    checker: new IndexVerifierService(
      db,
      users,
      outbox,
      generations,
      new IndexComparisonService(terms, deltas),
      slices,
      createLogger('test', 'silent'),
    ),
    reader: new Reader(
      db,
      generations,
      terms,
      deltas,
      loadConfig({ DATABASE_URL: 'postgres://none', MASTER_KEY: 'a master key for the tests of one room' }),
      new ClockService(),
    ),
  };
}

interface Life {
  appId: number;
  dice: Dice;
  index: ReturnType<typeof keepers>;
  where: string;
}

/** The same index as if no attribute value were a term: numbers are evaluated by bit slices. */
function withoutValues(index: OpenIndex): OpenIndex {
  return new Proxy(index, {
    get: (openIndex, key) =>
      key === 'hasUnindexedValues' ? () => true : (Reflect.get(openIndex, key, openIndex) as unknown),
  });
}

describe('Bitmap index after random histories', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 2 * TOGETHER });
    room = await openAudienceRoom(database);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(
    `The bitmap index counts like the rows and the plain evaluation after each of ${HISTORIES} histories`,
    { timeout: 180_000 + HISTORIES * 3000 },
    async () => {
      const questions = { asked: 0, some: 0 };
      for (let from = 0; from < HISTORIES; from += TOGETHER) {
        const seeds = Array.from({ length: Math.min(TOGETHER, HISTORIES - from) }, (_, i) => SEED * 100_000 + from + i);
        // One request changes rows of all applications, so the comparison waits for all histories.
        const lives = await Promise.all(seeds.map((seed) => live(seed)));
        await Promise.all(lives.map((life) => judge(life, questions)));
      }
      // Questions that match all users or none would prove little. With any seed about a quarter match some.
      expect(questions.some, JSON.stringify(questions)).toBeGreaterThan(questions.asked / 8);
    },
  );

  async function live(seed: number): Promise<Life> {
    const dice = new Dice(seed);
    const appId = (
      await room
        .get(ApplyService)
        .apply({ app: `history ${seed}`, attributes: ATTRIBUTES, categories: [{ name: 'news' }] }, { dryRun: false })
    ).app.id;
    const fuse: Fuse = { left: Infinity };
    const users = room.get(UserLookupService);
    const index = keepers(
      crashingDatabase(database.db, fuse),
      users,
      seed % 2 === 0 ? IndexReaderService : DenseReader,
    );
    const devices: InstallationCredentials[] = [];
    for (let step = 0; step < STEPS; step++) {
      await writeSomething(room, appId, dice, devices);
      if (dice.isOneIn(4)) {
        await jump(appId, dice);
      }
      fuse.left = dice.isOneIn(4) ? dice.below(25) : Infinity;
      await keep(appId, dice, index).catch((error: unknown) => {
        if (!(error instanceof Crash)) {
          throw error;
        }
      });
      fuse.left = Infinity;
      await ask(appId, index.reader, dice);
    }
    return { appId, dice, index, where: `seed ${seed}` };
  }

  /** The next new user is in a later slice: in another group, or in one that does not exist yet. */
  async function jump(appId: number, dice: Dice): Promise<void> {
    await database.db.affected(
      `INSERT INTO users.uid_block AS b (vb, app_id, series, next_n) VALUES ($1, $2, 1, $3 + 1)
       ON CONFLICT (vb, app_id, series) DO UPDATE SET next_n = b.next_n + $3 WHERE b.next_n < 2 * $3`,
      [bucketOf(appId, dice.pick(NAMES)), appId, SLICE_SIZE / BUCKETS],
    );
  }

  async function judge({ appId, dice, index, where }: Life, questions: { asked: number; some: number }): Promise<void> {
    try {
      await settle(appId, index);
      expect(await index.checker.verify({ appId, generation: await served(appId) }), where).toEqual([]);
      await compare(appId, index.reader, dice, where, questions);
    } finally {
      index.reader.onModuleDestroy();
    }
  }

  /** One run of the maintenance. */
  async function keep(appId: number, dice: Dice, index: ReturnType<typeof keepers>): Promise<void> {
    const complete = await index.groups.findComplete(appId);
    switch (dice.below(6)) {
      case 0:
        return generationsOf(complete).size < 2 ? index.builder.begin(appId, 1 + dice.below(3)) : undefined;
      case 1:
        await index.builder.buildNext(appId);
        return;
      case 2:
        for (const group of complete) {
          await index.merger.merge(group, () => true);
        }
        return;
      default:
        // Some groups are ahead of others.
        for (const group of dice.some(complete)) {
          await index.follower.follow(group, 1 + dice.below(3));
          await index.generations.promote(group);
        }
    }
  }

  /** Reads during the history, so that cached terms must follow too. */
  async function ask(appId: number, reader: IndexReaderService, dice: Dice): Promise<void> {
    const index = await reader.find(appId);
    if (index) {
      const { evaluator, groups } = evaluators(reader);
      await evaluator.count(appId, index, randomQuestion(dice, await attributes(appId)));
      await groups.countByInstallation(index, 'platform', undefined);
    }
  }

  /** Lets leases of crashed processes end and finishes all remaining work. */
  async function settle(appId: number, index: ReturnType<typeof keepers>): Promise<void> {
    await database.db.affected('UPDATE audience.index_group SET lease_until = NULL WHERE app_id = $1', [appId]);
    if ((await index.groups.findComplete(appId)).length === 0) {
      await index.builder.begin(appId, 1);
    }
    while (await index.builder.buildNext(appId)) {
      // Each iteration is one group.
    }
    for (
      let left = await index.groups.findBehind(appId);
      left.length > 0;
      left = await index.groups.findBehind(appId)
    ) {
      for (const group of left) {
        await index.follower.follow(group);
        await index.generations.promote(group);
      }
    }
  }

  async function served(appId: number): Promise<number> {
    const [generation, ...otherGenerations] = generationsOf(await new GroupRepository(database.db).findComplete(appId));
    expect(otherGenerations).toEqual([]);
    return generation ?? 0;
  }

  async function compare(
    appId: number,
    reader: IndexReaderService,
    dice: Dice,
    where: string,
    questions: { asked: number; some: number },
  ): Promise<void> {
    const index = await reader.findCurrent(appId);
    if (!index) {
      throw new Error(`${where}: no index`);
    }
    const { evaluator, groups } = evaluators(reader);
    const breakdowns = new IndexBreakdownService(evaluator);
    const rowBreakdowns = new BreakdownRepository(database.db);
    const [rows, rowGroups] = [new AudienceRepository(database.db), new GroupCountRepository(database.db)];
    const unindexed = withoutValues(index);
    const definitions = await attributes(appId);
    const people = await persons(appId);
    const sorted = (list: readonly object[] | undefined): string[] | undefined =>
      list?.map((item) => JSON.stringify(item)).sort();
    for (let i = 0; i < QUESTIONS; i++) {
      const target = randomQuestion(dice, definitions);
      const count = await evaluator.count(appId, index, target);
      const byBitSlices = await evaluator.count(appId, unindexed, target);
      const expected = await rows.countUsers(appId, target, ALL_BUCKETS, NO_LEAF_MEMBERS);
      expect([count ?? expected, byBitSlices ?? expected], `${where}: ${JSON.stringify(target)}`).toEqual([
        expected,
        expected,
      ]);
      if (!isRemoving(target)) {
        expect(people.filter((person) => matches(target, person)).length, `${where}: ${JSON.stringify(target)}`).toBe(
          expected,
        );
      }
      const part = { appId, target, range: ALL_BUCKETS, members: NO_LEAF_MEMBERS };
      for (const definition of definitions) {
        const byIndex = await breakdowns.countByValue(appId, index, target, definition);
        if (byIndex && !definition.removing) {
          expect(sorted(byIndex), where).toEqual(sorted(await rowBreakdowns.countByValue(part, definition)));
        }
      }
      const platforms = await breakdowns.countByInstallation(appId, index, target, 'platform');
      if (platforms) {
        expect(sorted(platforms), where).toEqual(sorted(await rowBreakdowns.countByInstallation(part, 'platform')));
      }
      const ends = definitions[0] && (await breakdowns.findEnds(appId, unindexed, target, definitions[0]));
      if (definitions[0] && ends !== undefined && !definitions[0].removing) {
        const expectedEnds = await rowBreakdowns.findEnds(part, definitions[0]);
        expect(ends ?? { least: null, most: null }, where).toEqual(expectedEnds);
      }
      questions.asked += 1;
      questions.some += count !== undefined && count > 0 && count < people.length ? 1 : 0;
    }
    for (const definition of definitions) {
      const byIndex = await groups.countByValue(index, definition, undefined);
      if (byIndex) {
        expect(sorted(byIndex), where).toEqual(
          sorted(await rowGroups.countUsersPerValue(appId, definition, undefined, 100)),
        );
      }
    }
    const [age] = definitions;
    for (const way of [index, unindexed]) {
      const byBucket = age && (await groups.countByBucket(way, age, BOUNDS));
      if (byBucket) {
        const expected = await rowGroups.countUsersPerRange(appId, age, BOUNDS, undefined);
        expect(sorted(byBucket.filter(({ users }) => users > 0)), where).toEqual(sorted(expected));
      }
    }
    for (const column of ['platform', 'push_permitted']) {
      expect(sorted(await groups.countByInstallation(index, column, undefined)), where).toEqual(
        sorted(await rowGroups.countByInstallation(appId, column, undefined, 100)),
      );
    }
  }

  function evaluators(reader: IndexReaderService): { evaluator: IndexEvaluatorService; groups: IndexGroupingService } {
    const evaluator = new IndexEvaluatorService(
      reader,
      new AudienceRepository(database.db),
      room.get(SegmentSliceRepository),
      room.get(UserLookupService),
      room.get(BehaviourUsersService),
    );
    return { evaluator, groups: new IndexGroupingService(reader) };
  }

  /** The definitions of age, plan and players, if they exist. */
  async function attributes(appId: number) {
    const latest = await room.get(UserLookupService).findLatestAttributes(appId);
    return ['age', 'plan', 'players'].flatMap((code) => latest.find((definition) => definition.code === code) ?? []);
  }

  /** Reads the rows with a simple statement. */
  async function persons(appId: number): Promise<Person[]> {
    return database.db.rows<Person>(
      `SELECT u.ext_id AS "extId", u.email, u.msisdn, u.attrs, to_json(u.tags) AS "tagIds", '[]'::json AS "segmentIds",
         '[]'::json AS "instIds",
         coalesce((SELECT json_agg(json_build_object('latitude', l.latitude, 'longitude', l.longitude))
                   FROM users.installation_location AS l
                   WHERE l.vb = u.vb AND l.app_id = u.app_id AND l.uid = u.uid), '[]') AS locations,
         coalesce((SELECT json_agg(json_build_object('platform', i.platform::text, 'app_version', i.app_version))
                   FROM users.installation AS i
                   WHERE i.vb = u.vb AND i.app_id = u.app_id AND i.uid = u.uid), '[]') AS devices
       FROM users.app_user AS u WHERE u.app_id = $1`,
      [appId],
    );
  }
});

import { setTimeout } from 'node:timers/promises';
import { CountService, IndexMaintenanceService } from '#libs/audience';
import { PrivateTargetService } from '#libs/audience/recipients';
import { OPERATOR } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { Database, openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { DeltaRepository } from '../../../libs/audience/bitmap-index/store/delta.repository.js';
import { GenerationRepository } from '../../../libs/audience/bitmap-index/store/generation.repository.js';
import { IndexEvaluatorService } from '../../../libs/audience/bitmap-index/query/index-evaluator.service.js';
import { IndexGroupingService } from '../../../libs/audience/bitmap-index/query/index-grouping.service.js';
import { IndexReaderService } from '../../../libs/audience/bitmap-index/cache/index-reader.service.js';
import {
  createBitmap,
  disposeBitmaps,
  readBitmap,
  writeBitmap,
} from '../../../libs/audience/bitmap-index/model/bitmap.js';
import { SLICE_SIZE } from '../../../libs/audience/bitmap-index/model/slices.js';
import { TermRepository } from '../../../libs/audience/bitmap-index/store/term.repository.js';
import { CountEngineService } from '../../../libs/audience/counts/count-engine.service.js';
import { IndexAnswersService } from '../../../libs/audience/counts/index-answers.service.js';
import { GroupCountRepository } from '../../../libs/audience/sql-engine/group-count.repository.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { ownCpuMs, round2 } from '../support/measurements.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';

/** Longest wait for an index to follow before counts are measured. */
const MOST_WAIT_MS = 600_000;

/** An application without an index: everything is counted from the rows. */
class NoIndex extends IndexReaderService {
  override async find(): Promise<undefined> {
    return undefined;
  }
}

export function countsFromRows(room: AudienceRoom): CountService {
  const none = new NoIndex(
    room.get(Database),
    room.get(GenerationRepository),
    room.get(TermRepository),
    room.get(DeltaRepository),
    room.get(Config),
    room.get(ClockService),
  );
  const groups = room.get(GroupCountRepository);
  const [evaluator, byIndex] = [room.get(IndexEvaluatorService), room.get(IndexGroupingService)];
  const clock = room.get(ClockService);
  const logger = createLogger('bench', 'silent');
  const engine = new CountEngineService(
    room.audience,
    groups,
    new IndexAnswersService(none, room.get(Config), logger),
    evaluator,
    byIndex,
    clock,
  );
  return new CountService(room.get(UserLookupService), room.audience, room.get(PrivateTargetService), engine);
}

/** Builds the index where there is none, and follows what changed. @param postgres  the server's process */
export async function build(
  room: AudienceRoom,
  db: Database,
  appId: number,
  postgres: number,
): Promise<Record<string, number>> {
  const [started, cpu, server] = [performance.now(), ownCpuMs(), treeCpuMs(postgres)];
  await untilServing(room, db, appId);
  await untilCurrent(room, appId);
  const size = await db.row<{ mb: number }>(
    "SELECT (pg_total_relation_size('audience.index_term') / 1048576.0)::double precision AS mb",
  );
  return {
    build_s: round2((performance.now() - started) / 1000),
    build_cpu_s: round2((ownCpuMs() - cpu) / 1000),
    build_postgres_cpu_s: round2((treeCpuMs(postgres) - server) / 1000),
    index_mb: round2(size?.mb ?? 0),
  };
}

/**
 * A scheduler of the stack may be building what an earlier run or release has left.
 *
 * @throws when the index does not serve, or lacks places
 */
async function untilServing(room: AudienceRoom, db: Database, appId: number): Promise<void> {
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed(appId);
    const state = await room.get(GenerationRepository).findServing(db, appId);
    if (state?.groups.every(({ hasPlaces }) => hasPlaces)) {
      return;
    }
    if (performance.now() > until) {
      throw new Error('The index was not built');
    }
    await setTimeout(1000);
  }
}

/**
 * Counts of an index that lags are answered from the rows, and nothing would tell: a scheduler may be at work on a kept
 * database, or the last bench has left much to follow.
 *
 * @throws what keeps the index from being read
 */
async function untilCurrent(room: AudienceRoom, appId: number): Promise<void> {
  const until = performance.now() + MOST_WAIT_MS;
  while (!(await room.get(IndexReaderService).findCurrent(appId))) {
    if (performance.now() > until) {
      throw new Error('The index is behind: counts would come from the rows');
    }
    await room.get(IndexMaintenanceService).followFeed(appId);
  }
}

/** The first answer of a process that has nothing in memory, in milliseconds. */
export async function coldAnswer(url: string, appId: number, settings: Record<string, string>): Promise<number> {
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, settings);
  try {
    await db.ping();
    const started = performance.now();
    await room.counts.count(appId, parseTarget({ profile: { plan: 'gold', sex: 'f', vip: true } }, 'count'), OPERATOR);
    return round2(performance.now() - started);
  } finally {
    await room.close();
    await db.close();
  }
}

/** Slices of a group, as the index has them. */
const GROUP_SLICES = 4;

/**
 * More slices of an index: copies of the first one, with uids of their own, as if so many more users had been registered.
 * They have no rows, so that only what the index answers alone can be asked. Existing copies stay.
 *
 * @param slices  how many slices the index then has
 */
export async function copySlices(room: AudienceRoom, db: Database, appId: number, slices: number): Promise<void> {
  const state = await room.get(GenerationRepository).findServing(db, appId);
  const own = Math.max(-1, ...(state?.slices.map(([slice]) => slice) ?? [])) + 1;
  if (!state || own >= slices) {
    return;
  }
  const terms = await room.get(TermRepository).findAspects(db, state, 0);
  for (let slice = own; slice < slices; slice++) {
    const moved = terms.map(({ members, ...term }) => {
      const bitmap = readBitmap(members);
      const copy = createBitmap(bitmap.toUint32Array().map((uid) => uid + slice * SLICE_SIZE));
      const written = { ...term, members: writeBitmap(copy) };
      disposeBitmaps(bitmap, copy);
      return written;
    });
    await db.tx(async (tx) => {
      await room.get(TermRepository).insertSlices(tx, state, [slice]);
      await room.get(TermRepository).writeTerms(tx, state, slice, moved);
    });
  }
  await db.affected(
    `INSERT INTO audience.index_group (app_id, generation, grp, state, seq, next_slice, fine_places_at, position, as_of, rare)
     SELECT g.app_id, g.generation, q.grp, g.state, g.seq, q.grp * $3, g.seq + q.grp * $3, g.position, g.as_of, g.rare
     FROM audience.index_group AS g CROSS JOIN generate_series(1, $4::integer) AS q (grp)
     WHERE g.app_id = $1 AND g.generation = $2 AND g.grp = 0 ON CONFLICT DO NOTHING`,
    [appId, state.generation, GROUP_SLICES, Math.floor((slices - 1) / GROUP_SLICES)],
  );
}

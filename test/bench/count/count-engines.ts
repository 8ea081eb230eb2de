import { CountService, IndexUpkeep } from '#libs/audience';
import { UserLookupService } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { Database, openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { DeltaRepository } from '../../../libs/audience/bitmaps/delta.repository.js';
import { GenerationRepository } from '../../../libs/audience/bitmaps/generation.repository.js';
import { IndexEvaluator } from '../../../libs/audience/bitmaps/index-evaluator.service.js';
import { IndexGroups } from '../../../libs/audience/bitmaps/index-groups.service.js';
import { IndexReader } from '../../../libs/audience/bitmaps/index-reader.service.js';
import { TermRepository } from '../../../libs/audience/bitmaps/term.repository.js';
import { CountEngine } from '../../../libs/audience/counts/count-engine.service.js';
import { GroupCountRepository } from '../../../libs/audience/counts/group-count.repository.js';
import { openAudienceRoom, type AudienceRoom } from '../../support/rooms/audience-room.js';
import { treeCpuMs } from '../../support/processes/children.js';
import { ownCpuMs, round2 } from '../support/measurements.js';

/** So long an index may take to be followed before counts are measured. */
const MOST_WAIT_MS = 600_000;

/** An application without an index: everything is counted from the rows. */
class NoIndex extends IndexReader {
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
  const [evaluator, byIndex] = [room.get(IndexEvaluator), room.get(IndexGroups)];
  const clock = room.get(ClockService);
  const logger = createLogger('bench', 'silent');
  const engine = new CountEngine(room.audience, groups, none, evaluator, byIndex, clock, room.get(Config), logger);
  return new CountService(room.get(UserLookupService), room.audience, engine, clock);
}

/** Builds the index where there is none, and follows what changed. @param postgres  the server's process */
export async function build(
  room: AudienceRoom,
  db: Database,
  appId: number,
  postgres: number,
): Promise<Record<string, number>> {
  const [started, cpu, server] = [performance.now(), ownCpuMs(), treeCpuMs(postgres)];
  await room.get(IndexUpkeep).build();
  await room.get(IndexUpkeep).follow(appId);
  const serving = await db.row(
    "SELECT FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.state = 'serving'",
    [appId],
  );
  if (!serving) {
    throw new Error('The index was not built');
  }
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
 * Counts of an index that lags are answered from the rows, and nothing would tell: a scheduler may be at work on a kept
 * database, or the last bench has left much to follow.
 *
 * @throws what keeps the index from being read
 */
async function untilCurrent(room: AudienceRoom, appId: number): Promise<void> {
  const until = performance.now() + MOST_WAIT_MS;
  while (!(await room.get(IndexReader).findCurrent(appId))) {
    if (performance.now() > until) {
      throw new Error('The index is behind: counts would come from the rows');
    }
    await room.get(IndexUpkeep).follow(appId);
  }
}

/** The first answer of a process that has nothing in memory, in milliseconds. */
export async function coldAnswer(url: string, appId: number, settings: Record<string, string>): Promise<number> {
  const db = await openDatabase(url, 4, [], createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, settings);
  try {
    await db.ping();
    const started = performance.now();
    await room.counts.count(appId, { profile: { plan: 'gold', sex: 'f', vip: true } });
    return round2(performance.now() - started);
  } finally {
    await room.close();
    await db.close();
  }
}

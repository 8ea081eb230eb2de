import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { Database } from '#platform/db';

/**
 * Users that a launch chose before its first range. Sampled users by platform number; 0: over all platforms. Below 0: users
 * of this platform that stand back for another one with their address. `RECENT`: who got an earlier run.
 */
export type Samples = ReadonlyMap<number, RoaringBitmap32>;

/** The key of `Samples` for the users that a dispatch takes over all platforms. */
export const CHOSEN = 0;
/** The key of `Samples` for users who get another content of the campaign. It is not stored with the dispatch. */
export const ELSEWHERE = 1000;
/** Keys of `Samples` below those of all platforms: users of an earlier run, and installations that wait for it. */
export const RECENT = { users: -1000, installations: -1001 } as const;

/** The key of `Samples` for users that stand back. */
export function keyOfStandingBack(platform: number): number {
  return -platform;
}

/** Users that stand back on one platform or more. */
export function countStandingBack(samples: Samples): number {
  const users = RoaringBitmap32.orMany(
    [...samples].flatMap(([key, uids]) => (key < 0 && key > RECENT.users ? [uids] : [])),
  );
  try {
    return users.size;
  } finally {
    users.dispose();
  }
}

@Injectable()
export class SampleRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores the samples of a dispatch. If two launches draw at the same time, the first counts: its ranges may be frozen.
   * A row per limit · primary key.
   */
  async store(appId: number, dispatchId: number, samples: Samples): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.sample (dispatch_id, app_id, platform, uids)
       SELECT $1, $2, s.platform, s.uids FROM unnest($3::smallint[], $4::bytea[]) AS s (platform, uids)
       ON CONFLICT (dispatch_id, platform) DO NOTHING`,
      [
        dispatchId,
        appId,
        [...samples.keys()],
        [...samples.values()].map((uids) => Buffer.from(uids.serialize('portable'))),
      ],
    );
  }

  /**
   * Stores the samples of several dispatches. If two launches choose at the same time, the first counts for all of them.
   * A few rows for each · primary key.
   */
  async storeAll(appId: number, samples: readonly { dispatchId: number; samples: Samples }[]): Promise<void> {
    const rows = samples.flatMap(({ dispatchId, samples: own }) => {
      return [...own].map(([key, uids]) => ({ dispatchId, key, uids: Buffer.from(uids.serialize('portable')) }));
    });
    await this.db.affected(
      `INSERT INTO delivery.sample (dispatch_id, app_id, platform, uids)
       SELECT s.dispatch_id, $1, s.platform, s.uids
         FROM unnest($2::bigint[], $3::smallint[], $4::bytea[]) AS s (dispatch_id, platform, uids)
        ORDER BY s.dispatch_id, s.platform
       ON CONFLICT (dispatch_id, platform) DO NOTHING`,
      [appId, rows.map(({ dispatchId }) => dispatchId), rows.map(({ key }) => key), rows.map(({ uids }) => uids)],
    );
  }

  /** The users that some dispatches take over all platforms, by dispatch. The caller disposes of them · primary key. */
  async findChosen(dispatchIds: readonly number[]): Promise<Map<number, RoaringBitmap32>> {
    const rows = await this.db.rows<{ dispatchId: number; uids: Buffer }>(
      `SELECT s.dispatch_id AS "dispatchId", s.uids FROM delivery.sample s
        WHERE s.dispatch_id = ANY ($1::bigint[]) AND s.platform = ${CHOSEN}`,
      [dispatchIds],
    );
    return new Map(rows.map(({ dispatchId, uids }) => [dispatchId, RoaringBitmap32.deserialize('portable', uids)]));
  }

  /** @returns an empty map if no sample is stored */
  async find(dispatchId: number): Promise<Map<number, RoaringBitmap32>> {
    const rows = await this.db.rows<{ platform: number; uids: Buffer }>(
      'SELECT s.platform, s.uids FROM delivery.sample s WHERE s.dispatch_id = $1',
      [dispatchId],
    );
    return new Map(rows.map(({ platform, uids }) => [platform, RoaringBitmap32.deserialize('portable', uids)]));
  }
}

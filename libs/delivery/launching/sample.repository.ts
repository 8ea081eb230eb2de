import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { Database } from '#platform/db';

/**
 * Users that a launch chose before its first range. Sampled users by platform number; 0: over all platforms. Below 0: users
 * of this platform that stand back for another one with their address.
 */
export type Samples = ReadonlyMap<number, RoaringBitmap32>;

/** The key of `Samples` for users that stand back. */
export function keyOfStandingBack(platform: number): number {
  return -platform;
}

/** Users that stand back on one platform or more. */
export function countStandingBack(samples: Samples): number {
  const users = RoaringBitmap32.orMany([...samples].flatMap(([key, uids]) => (key < 0 ? [uids] : [])));
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

  /** @returns an empty map if no sample is stored */
  async find(dispatchId: number): Promise<Map<number, RoaringBitmap32>> {
    const rows = await this.db.rows<{ platform: number; uids: Buffer }>(
      'SELECT s.platform, s.uids FROM delivery.sample s WHERE s.dispatch_id = $1',
      [dispatchId],
    );
    return new Map(rows.map(({ platform, uids }) => [platform, RoaringBitmap32.deserialize('portable', uids)]));
  }
}

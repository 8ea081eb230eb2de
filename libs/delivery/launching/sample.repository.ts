import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { Database } from '#platform/db';

/** Users by platform number; 0 stands for all of them. */
export type Samples = ReadonlyMap<number, RoaringBitmap32>;

@Injectable()
export class SampleRepository {
  constructor(private readonly db: Database) {}

  /**
   * Keeps what was drawn for a dispatch. Of two launches that drew at the same time the first one counts, because ranges
   * may be frozen by it already. A row per limit · primary key.
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

  /** Empty when nothing was drawn yet. */
  async find(dispatchId: number): Promise<Map<number, RoaringBitmap32>> {
    const rows = await this.db.rows<{ platform: number; uids: Buffer }>(
      'SELECT s.platform, s.uids FROM delivery.sample s WHERE s.dispatch_id = $1',
      [dispatchId],
    );
    return new Map(rows.map(({ platform, uids }) => [platform, RoaringBitmap32.deserialize('portable', uids)]));
  }
}

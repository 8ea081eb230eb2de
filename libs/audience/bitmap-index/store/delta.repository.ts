import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { IndexGroup } from './group.repository.js';
import type { IndexKey } from './term.repository.js';

/** The changes of a slice; `content` as written by `writeDelta`. */
export interface Delta {
  seq: number;
  slice: number;
  content: Buffer;
}

/** A slice with deltas that its base bitmaps lack. */
export interface UnmergedSlice {
  slice: number;
  rows: number;
  bytes: number;
  /** Seconds since the last merge. */
  age: number;
}

/** Statements of `audience.index_delta`. */
@Injectable()
export class DeltaRepository {
  constructor(private readonly db: Database) {}

  /** Inserts deltas · one row per changed slice. */
  async insertDeltas(
    tx: Tx,
    { appId, generation }: IndexKey,
    seq: number,
    deltas: readonly Omit<Delta, 'seq'>[],
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO audience.index_delta (app_id, generation, seq, slice, content)
       SELECT $1, $2, $3, q.slice, q.content FROM unnest($4::smallint[], $5::bytea[]) AS q (slice, content)`,
      [appId, generation, seq, deltas.map(({ slice }) => slice), deltas.map(({ content }) => content)],
    );
  }

  /** Deltas of some slices after a sequence number, in order · primary key, a probe per slice. */
  async findAfter(
    on: Statements,
    { appId, generation }: IndexKey,
    after: readonly { slice: number; seq: number }[],
  ): Promise<Delta[]> {
    return on.rows<Delta>(
      `SELECT d.seq, d.slice, d.content
       FROM unnest($3::smallint[], $4::bigint[]) AS q (slice, seq)
       JOIN audience.index_delta AS d ON d.app_id = $1 AND d.generation = $2 AND d.slice = q.slice AND d.seq > q.seq
       ORDER BY d.seq, d.slice`,
      [appId, generation, after.map(({ slice }) => slice), after.map(({ seq }) => seq)],
    );
  }

  /** The unmerged slices of a group · one row each · primary key. */
  async findUnmerged({ appId, generation, firstSlice, endSlice }: IndexGroup): Promise<UnmergedSlice[]> {
    return this.db.rows<UnmergedSlice>(
      `SELECT d.slice, count(*)::integer AS rows, extract(epoch FROM now() - min(s.merged_at))::double precision AS age,
         sum(pg_column_size(d.content))::integer AS bytes
       FROM audience.index_delta AS d
       JOIN audience.index_slice AS s ON s.app_id = d.app_id AND s.generation = d.generation AND s.slice = d.slice
       WHERE d.app_id = $1 AND d.generation = $2 AND d.slice >= $3 AND d.slice < $4 GROUP BY d.slice ORDER BY d.slice`,
      [appId, generation, firstSlice, endSlice],
    );
  }

  /** Records a merge up to a sequence number and deletes the merged deltas. */
  async markMerged(tx: Tx, { appId, generation }: IndexKey, slice: number, seq: number): Promise<void> {
    await tx.affected(
      `UPDATE audience.index_slice AS s SET merged_seq = $4, merged_at = now()
       WHERE s.app_id = $1 AND s.generation = $2 AND s.slice = $3`,
      [appId, generation, slice, seq],
    );
    await tx.affected(
      `DELETE FROM audience.index_delta AS d WHERE d.app_id = $1 AND d.generation = $2 AND d.slice = $3 AND d.seq <= $4`,
      [appId, generation, slice, seq],
    );
  }
}

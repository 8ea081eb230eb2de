import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { SegmentVersion } from '../targets/target.js';
import { ALL_PLATFORMS, type MemberSlice } from './member-slices.js';

/** One slice of a segment version. Its content at one revision never changes. */
export interface StoredSlice {
  segmentId: number;
  version: number;
  revision: number;
  slice: number;
}

/** Statements of `audience.segment_slice`. */
@Injectable()
export class SegmentSliceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Members of several versions, slice by slice · one row for each slice with members · primary key. The bitmaps of a
   * slice come together, because the reader combines them.
   */
  async findBySlice(
    appId: number,
    versions: readonly SegmentVersion[],
  ): Promise<{ slice: number; members: Buffer[] }[]> {
    return this.db.rows(
      `SELECT m.slice, array_agg(m.members) AS members
       FROM unnest($2::integer[], $3::bigint[]) AS q (segment_id, version)
       JOIN audience.segment_slice AS m
         ON m.app_id = $1 AND m.segment_id = q.segment_id AND m.version = q.version AND m.platform = ${ALL_PLATFORMS}
       GROUP BY m.slice ORDER BY m.slice`,
      [appId, versions.map(({ segmentId }) => segmentId), versions.map(({ version }) => version)],
    );
  }

  /** Members in some slices of several versions · one row per version and slice · primary key. */
  async findOfVersions(
    on: Statements,
    appId: number,
    versions: readonly SegmentVersion[],
    slices: readonly number[],
  ): Promise<{ slice: number; members: Buffer }[]> {
    return on.rows(
      `SELECT m.slice, m.members FROM unnest($2::integer[], $3::bigint[]) AS q (segment_id, version)
       JOIN audience.segment_slice AS m
         ON m.app_id = $1 AND m.segment_id = q.segment_id AND m.version = q.version AND m.platform = ${ALL_PLATFORMS}
           AND m.slice = ANY ($4::smallint[])`,
      [appId, versions.map(({ segmentId }) => segmentId), versions.map(({ version }) => version), [...slices]],
    );
  }

  /** Current revisions of the slices of several versions · one row per version and slice · primary key. */
  async findRevisions(appId: number, versions: readonly SegmentVersion[]): Promise<StoredSlice[]> {
    return this.db.rows<StoredSlice>(
      `SELECT m.segment_id AS "segmentId", m.version, m.revision, m.slice
       FROM unnest($2::integer[], $3::bigint[]) AS q (segment_id, version)
       JOIN audience.segment_slice AS m
         ON m.app_id = $1 AND m.segment_id = q.segment_id AND m.version = q.version AND m.platform = ${ALL_PLATFORMS}`,
      [appId, versions.map(({ segmentId }) => segmentId), versions.map(({ version }) => version)],
    );
  }

  /** Current members of some slices, which may have a later revision than given · primary key. */
  async findMembers(appId: number, slices: readonly StoredSlice[]): Promise<(StoredSlice & { members: Buffer })[]> {
    return this.db.rows<StoredSlice & { members: Buffer }>(
      `SELECT m.segment_id AS "segmentId", m.version, m.revision, m.slice, m.members
       FROM unnest($2::integer[], $3::bigint[], $4::smallint[]) AS q (segment_id, version, slice)
       JOIN audience.segment_slice AS m
         ON m.app_id = $1 AND m.segment_id = q.segment_id AND m.version = q.version AND m.platform = ${ALL_PLATFORMS}
           AND m.slice = q.slice`,
      [
        appId,
        slices.map(({ segmentId }) => segmentId),
        slices.map(({ version }) => version),
        slices.map(({ slice }) => slice),
      ],
    );
  }

  /** All slices of one version · one row per platform and million users · primary key. */
  async findAll(tx: Tx, appId: number, segmentId: number, version: number): Promise<MemberSlice[]> {
    return tx.rows<MemberSlice>(
      `SELECT m.platform, m.slice, m.n, m.members FROM audience.segment_slice AS m
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.version = $3 AND m.n > 0 ORDER BY m.platform, m.slice`,
      [appId, segmentId, version],
    );
  }

  /** Some slices of one version, for all platforms · primary key. */
  async findSome(
    tx: Tx,
    appId: number,
    segmentId: number,
    version: number,
    slices: readonly number[],
  ): Promise<MemberSlice[]> {
    return tx.rows<MemberSlice>(
      `SELECT m.platform, m.slice, m.n, m.members FROM audience.segment_slice AS m
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.version = $3 AND m.slice = ANY ($4::smallint[])`,
      [appId, segmentId, version, slices],
    );
  }

  /** Changes members of a version in place, under the lock of its segment · a few rows. */
  async putSlices(
    tx: Tx,
    key: { appId: number; segmentId: number; version: number; revision: number },
    slices: readonly MemberSlice[],
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO audience.segment_slice (app_id, segment_id, version, revision, platform, slice, n, members)
       SELECT $1, $2, $3, $4, q.platform, q.slice, q.n, q.members
       FROM unnest($5::smallint[], $6::smallint[], $7::integer[], $8::bytea[]) AS q (platform, slice, n, members)
       ON CONFLICT (app_id, segment_id, version, platform, slice)
       DO UPDATE SET n = excluded.n, members = excluded.members, revision = excluded.revision`,
      [
        key.appId,
        key.segmentId,
        key.version,
        key.revision,
        slices.map(({ platform }) => platform),
        slices.map(({ slice }) => slice),
        slices.map(({ n }) => n),
        slices.map(({ members }) => members),
      ],
    );
  }

  /** Number of members of each slice · one row per million users · primary key. */
  async findSizes(
    appId: number,
    segmentId: number,
    version: number,
    platform: number,
  ): Promise<{ slice: number; n: number }[]> {
    return this.db.rows(
      `SELECT m.slice, m.n FROM audience.segment_slice AS m
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.version = $3 AND m.platform = $4 ORDER BY m.slice`,
      [appId, segmentId, version, platform],
    );
  }

  /** Members of one slice · one row, primary key. */
  async findMembersOfSlice(
    appId: number,
    segmentId: number,
    version: number,
    platform: number,
    slice: number,
  ): Promise<Buffer | undefined> {
    const row = await this.db.row<{ members: Buffer }>(
      `SELECT m.members FROM audience.segment_slice AS m
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.version = $3 AND m.platform = $4 AND m.slice = $5`,
      [appId, segmentId, version, platform, slice],
    );
    return row?.members;
  }

  /**
   * Inserts a version and marks the others of its segment as superseded; they stay readable for a while · a few rows.
   */
  async replaceVersion(
    tx: Tx,
    appId: number,
    segmentId: number,
    version: number,
    slices: readonly MemberSlice[],
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.segment_slice AS m SET superseded_at = now()
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.superseded_at IS NULL`,
      [appId, segmentId],
    );
    await tx.affected(
      `INSERT INTO audience.segment_slice (app_id, segment_id, version, platform, slice, n, members)
       SELECT $1, $2, $3, q.platform, q.slice, q.n, q.members
       FROM unnest($4::smallint[], $5::smallint[], $6::integer[], $7::bytea[]) AS q (platform, slice, n, members)`,
      [
        appId,
        segmentId,
        version,
        slices.map(({ platform }) => platform),
        slices.map(({ slice }) => slice),
        slices.map(({ n }) => n),
        slices.map(({ members }) => members),
      ],
    );
  }

  /** Deletes versions without readers, of all applications · segment_slice_superseded. */
  async deleteSuperseded(retentionMs: number): Promise<void> {
    await this.db.affected(
      "DELETE FROM audience.segment_slice AS m WHERE m.superseded_at < now() - $1 * interval '1 millisecond'",
      [retentionMs],
    );
  }
}

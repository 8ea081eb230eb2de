import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';

export interface IndexKey {
  appId: number;
  generation: number;
}

export interface StoredTerm {
  aspect: string;
  term: string;
  n: number;
  members: Buffer;
}

export interface TermName {
  aspect: string;
  term: string;
}

/** @property members  null: no user has the term */
export interface TermRow extends TermName {
  members: Buffer | null;
  mergedSeq: number;
}

/** Bytes of bitmaps in one statement. */
const BATCH_BYTES = 4_000_000;

/** Statements of `audience.index_term` and `audience.index_slice`. */
@Injectable()
export class TermRepository {
  /**
   * Base bitmaps of some terms of one slice, with the last delta that they contain, read at the same moment · one row
   * per term · primary keys.
   */
  async findTerms(
    on: Statements,
    { appId, generation }: IndexKey,
    slice: number,
    terms: readonly TermName[],
  ): Promise<TermRow[]> {
    return on.rows<TermRow>(
      `SELECT q.aspect, q.term, t.members, s.merged_seq AS "mergedSeq"
       FROM audience.index_slice AS s CROSS JOIN unnest($4::text[], $5::text[]) AS q (aspect, term)
       LEFT JOIN audience.index_term AS t
         ON t.app_id = $1 AND t.generation = $2 AND t.slice = $3 AND t.aspect = q.aspect AND t.term = q.term
       WHERE s.app_id = $1 AND s.generation = $2 AND s.slice = $3`,
      [appId, generation, slice, terms.map(({ aspect }) => aspect), terms.map(({ term }) => term)],
    );
  }

  /** Names of all terms of an aspect in one slice, without bit slices · primary key. */
  async findNames(on: Statements, { appId, generation }: IndexKey, slice: number, aspect: string): Promise<string[]> {
    const rows = await on.rows<{ term: string }>(
      `SELECT t.term FROM audience.index_term AS t
       WHERE t.app_id = $1 AND t.generation = $2 AND t.slice = $3 AND t.aspect = $4 AND t.term NOT LIKE '#%'`,
      [appId, generation, slice, aspect],
    );
    return rows.map(({ term }) => term);
  }

  /** Base bitmaps of some aspects of one slice; of all aspects by default · primary key. */
  async findAspects(
    on: Statements,
    { appId, generation }: IndexKey,
    slice: number,
    aspects?: readonly string[],
  ): Promise<StoredTerm[]> {
    return on.rows<StoredTerm>(
      `SELECT t.aspect, t.term, t.n, t.members FROM audience.index_term AS t
       WHERE t.app_id = $1 AND t.generation = $2 AND t.slice = $3 AND ($4::text[] IS NULL OR t.aspect = ANY ($4::text[]))`,
      [appId, generation, slice, aspects ?? null],
    );
  }

  /** Inserts slices that are new · 1 row each. */
  async insertSlices(tx: Tx, { appId, generation }: IndexKey, slices: readonly number[]): Promise<void> {
    await tx.affected(
      `INSERT INTO audience.index_slice (app_id, generation, slice) SELECT $1, $2, q.slice FROM unnest($3::smallint[]) AS q (slice)
       ON CONFLICT DO NOTHING`,
      [appId, generation, slices],
    );
  }

  /** Replaces base bitmaps, a few megabytes per statement, and deletes terms without users. */
  async writeTerms(tx: Tx, key: IndexKey, slice: number, terms: readonly StoredTerm[]): Promise<void> {
    const emptyTerms = terms.filter(({ n }) => n === 0);
    if (emptyTerms.length > 0) {
      await tx.affected(
        `DELETE FROM audience.index_term AS t USING unnest($4::text[], $5::text[]) AS q (aspect, term)
         WHERE t.app_id = $1 AND t.generation = $2 AND t.slice = $3 AND t.aspect = q.aspect AND t.term = q.term`,
        [key.appId, key.generation, slice, emptyTerms.map(({ aspect }) => aspect), emptyTerms.map(({ term }) => term)],
      );
    }
    for (const batch of splitBatches(terms.filter(({ n }) => n > 0))) {
      await tx.affected(
        `INSERT INTO audience.index_term AS t (app_id, generation, slice, aspect, term, n, members)
         SELECT $1, $2, $3, q.aspect, q.term, q.n, q.members
         FROM unnest($4::text[], $5::text[], $6::integer[], $7::bytea[]) AS q (aspect, term, n, members)
         ON CONFLICT (app_id, generation, slice, aspect, term) DO UPDATE SET n = excluded.n, members = excluded.members`,
        [
          key.appId,
          key.generation,
          slice,
          batch.map(({ aspect }) => aspect),
          batch.map(({ term }) => term),
          batch.map(({ n }) => n),
          batch.map(({ members }) => members),
        ],
      );
    }
  }

  /** Deletes the value terms of some aspects in a group, because the aspects have too many values. */
  async deleteValues(
    tx: Tx,
    { appId, generation, firstSlice, endSlice }: IndexKey & { firstSlice: number; endSlice: number },
    aspects: readonly string[],
  ): Promise<void> {
    await tx.affected(
      `DELETE FROM audience.index_term AS t
       WHERE t.app_id = $1 AND t.generation = $2 AND t.slice >= $3 AND t.slice < $4 AND t.aspect = ANY ($5::text[])
         AND t.term LIKE '=%'`,
      [appId, generation, firstSlice, endSlice, aspects],
    );
  }
}

function* splitBatches(terms: readonly StoredTerm[]): Generator<StoredTerm[]> {
  let batch: StoredTerm[] = [];
  let bytes = 0;
  for (const term of terms) {
    batch.push(term);
    bytes += term.members.length + term.term.length;
    if (bytes > BATCH_BYTES || batch.length === 5000) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

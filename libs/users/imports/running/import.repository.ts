import { Injectable } from '@nestjs/common';
import type { WorkClaim, WorkTable } from '#platform/background';
import { Database, numberArray, textArray, type Statements, type Tx } from '#platform/db';
import {
  NO_COUNTS,
  type ImportCounts,
  type ImportRefusal,
  type ImportState,
  type RefusalSum,
  type StoredImport,
} from '../model/import.types.js';

/** Refused lines that are kept of one import; all are counted. */
const MAX_REFUSALS = 100_000;

/** Sums that imports of the release before do not have. */
const NEW_COUNTS = `'{"erased": 0, "merged": 0}'::jsonb`;

const COLUMNS = `i.app_id AS "appId", i.import_id AS "importId", i.stored, i.format, i.mapping, i.dry_run AS "dryRun",
  i.fingerprint, i.size, i.state, i.fault, i.keeps_file AS "keepsFile",
  i.file_name AS "fileName", ${NEW_COUNTS} || i.checked AS checked,
  CASE WHEN i.consent_words IS NOT NULL
    THEN json_build_object('words', i.consent_words, 'by', i.consent_by) END AS consent, i.position, i.line,
  ${NEW_COUNTS} || i.counts AS counts, i.active_ms AS "activeMs", i.epoch, i.attempts,
  i.created_at AS "createdAt", i.finished_at AS "finishedAt"`;

export type NewImport = Pick<
  StoredImport,
  'appId' | 'importId' | 'stored' | 'format' | 'mapping' | 'dryRun' | 'fingerprint' | 'size'
> &
  Partial<Pick<StoredImport, 'keepsFile' | 'fileName' | 'consent'>>;

/** Schedulers take stored files alone; a batch is written far more often than a process counts as dead. */
export const IMPORT_WORK: WorkTable = {
  name: 'users.import',
  id: 'import_id',
  order: 'created_at',
  isOpen: (row) => `${row}.finished_at IS NULL`,
  isOffered: (row) => `${row}.stored`,
  staleSeconds: 60,
  isSerial: false,
};

/** How far a batch leads. */
export type ImportAdvance = Pick<StoredImport, 'position' | 'line' | 'counts' | 'activeMs'>;

/** Statements of `users.import` and `users.import_refusal`. */
@Injectable()
export class ImportRepository {
  constructor(private readonly db: Database) {}

  /** 1 row. */
  async insert(tx: Tx, row: NewImport): Promise<void> {
    await tx.affected(
      `INSERT INTO users.import (app_id, import_id, stored, format, mapping, dry_run, fingerprint, size, state, counts,
         keeps_file, file_name, consent_words, consent_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'WAITING', $9, $10, $11, $12, $13)`,
      [
        row.appId,
        row.importId,
        row.stored,
        row.format,
        JSON.stringify(row.mapping),
        row.dryRun,
        row.fingerprint,
        row.size,
        JSON.stringify(NO_COUNTS),
        row.keepsFile ?? false,
        row.fileName ?? null,
        row.consent?.words ?? null,
        row.consent?.by ?? null,
      ],
    );
  }

  /** 1 row · primary key. */
  async find(appId: number, importId: number, on: Statements = this.db): Promise<StoredImport | undefined> {
    return on.row<StoredImport>(`SELECT ${COLUMNS} FROM users.import AS i WHERE i.app_id = $1 AND i.import_id = $2`, [
      appId,
      importId,
    ]);
  }

  /** The newest ones of an application, before an id · primary key. */
  async list(appId: number, before: number, limit: number): Promise<StoredImport[]> {
    return this.db.rows<StoredImport>(
      `SELECT ${COLUMNS} FROM users.import AS i WHERE i.app_id = $1 AND i.import_id < $2
       ORDER BY i.import_id DESC LIMIT $3`,
      [appId, before, limit],
    );
  }

  /** The unfinished import of a local file · import_open. */
  async findOpen(appId: number, fingerprint: string): Promise<StoredImport | undefined> {
    return this.db.row<StoredImport>(
      `SELECT ${COLUMNS} FROM users.import AS i
       WHERE i.app_id = $1 AND i.fingerprint = $2 AND i.finished_at IS NULL AND NOT i.stored
       ORDER BY i.import_id DESC LIMIT 1`,
      [appId, fingerprint],
    );
  }

  /** Begins a run of a claimed import · 1 row · primary key. A dry run begins again, because what it knew is lost. */
  async beginRun(tx: Tx, { appId, id }: WorkClaim): Promise<StoredImport | undefined> {
    const run = await tx.row<StoredImport>(
      `UPDATE users.import AS i
       SET attempts = i.attempts + 1,
           position = CASE WHEN i.dry_run THEN 0 ELSE i.position END,
           line = CASE WHEN i.dry_run THEN 0 ELSE i.line END,
           active_ms = CASE WHEN i.dry_run THEN 0 ELSE i.active_ms END,
           counts = CASE WHEN i.dry_run THEN $3::jsonb ELSE i.counts END
       WHERE i.app_id = $1 AND i.import_id = $2
       RETURNING ${COLUMNS}`,
      [appId, id, JSON.stringify(NO_COUNTS)],
    );
    if (run?.dryRun === true) {
      await this.deleteRefusals(tx, run);
    }
    return run;
  }

  /**
   * Makes the run of a dry run that has ended and kept its file · 1 row · primary key. Its counts become those of the
   * check, and everything else begins again.
   *
   * @returns undefined for an import that is none, or not any more
   */
  async restart(tx: Tx, id: Pick<StoredImport, 'appId' | 'importId'>): Promise<StoredImport | undefined> {
    const restarted = await tx.row<StoredImport>(
      `UPDATE users.import AS i
       SET state = 'WAITING', dry_run = false, keeps_file = false, checked = i.counts, counts = $3, epoch = i.epoch + 1,
           attempts = 0, position = 0, line = 0, active_ms = 0, touched_at = now(), finished_at = NULL
       WHERE i.app_id = $1 AND i.import_id = $2 AND i.dry_run AND i.keeps_file AND i.state = 'FINISHED'
         AND EXISTS (SELECT FROM users.import_piece AS p
                     WHERE p.app_id = i.app_id AND p.import_id = i.import_id AND p.piece = 0)
       RETURNING ${COLUMNS}`,
      [id.appId, id.importId, JSON.stringify(NO_COUNTS)],
    );
    if (restarted) {
      await this.deleteRefusals(tx, id);
    }
    return restarted;
  }

  /** Counts no attempt for a run that was released · 1 row · primary key. */
  async resetAttempts({ appId, importId, epoch }: StoredImport): Promise<void> {
    await this.db.affected(
      `UPDATE users.import AS i SET attempts = 0
       WHERE i.app_id = $1 AND i.import_id = $2 AND i.epoch = $3 AND i.finished_at IS NULL`,
      [appId, importId, epoch],
    );
  }

  /** Finds the time at which a file began to arrive; of a local one, that of its import · 2 rows · primary keys. */
  async findArrival(tx: Tx, { appId, importId, createdAt }: StoredImport): Promise<Date> {
    const row = await tx.row<{ storedAt: Date }>(
      `SELECT p.stored_at AS "storedAt" FROM users.import_piece AS p
       WHERE p.app_id = $1 AND p.import_id = $2 AND p.piece = 0`,
      [appId, importId],
    );
    return row?.storedAt ?? createdAt;
  }

  /** 1 row · primary key, locked. */
  async advance(tx: Statements, { appId, importId, epoch }: StoredImport, advance: ImportAdvance): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.import AS i
       SET position = $4, line = $5, counts = $6, active_ms = $7, touched_at = now(),
           attempts = CASE WHEN i.dry_run THEN i.attempts ELSE 0 END
       WHERE i.app_id = $1 AND i.import_id = $2 AND i.epoch = $3 AND i.state = 'RUNNING'`,
      [
        appId,
        importId,
        epoch,
        advance.position,
        advance.line,
        JSON.stringify(advance.counts),
        Math.round(advance.activeMs),
      ],
    );
    return changed > 0;
  }

  /** The refused lines of one batch · up to 1000 rows. */
  async insertRefusals(
    tx: Statements,
    { appId, importId }: StoredImport,
    counts: ImportCounts,
    refusals: readonly ImportRefusal[],
  ): Promise<void> {
    const shown = refusals.slice(0, Math.max(0, MAX_REFUSALS - (counts.refused - refusals.length)));
    if (shown.length > 0) {
      await tx.affected(
        `INSERT INTO users.import_refusal (app_id, import_id, line, field, reason, further_faults)
         SELECT $1, $2, q.line, q.field, q.reason, nullif(q.further_faults, '[]')::jsonb
         FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) AS q (line, field, reason, further_faults)`,
        [
          appId,
          importId,
          numberArray(shown.map(({ line }) => line)),
          textArray(shown.map(({ field }) => field)),
          textArray(shown.map(({ reason }) => reason)),
          textArray(shown.map(({ furtherFaults }) => JSON.stringify(furtherFaults))),
        ],
      );
    }
  }

  /** Refused lines after a line, in the order of the file · primary key. */
  async listRefusals(appId: number, importId: number, after: number, limit: number): Promise<ImportRefusal[]> {
    return this.db.rows<ImportRefusal>(
      `SELECT r.line, r.field, r.reason, coalesce(r.further_faults, '[]') AS "furtherFaults" FROM users.import_refusal AS r
       WHERE r.app_id = $1 AND r.import_id = $2 AND r.line > $3 ORDER BY r.line LIMIT $4`,
      [appId, importId, after, limit],
    );
  }

  /** Refused lines by each of their faults, the most frequent first · primary key, up to 100,000 rows. */
  async sumRefusals(appId: number, importId: number, limit: number): Promise<RefusalSum[]> {
    return this.db.rows<RefusalSum>(
      `SELECT f.field, f.reason, count(*)::int AS lines, min(r.line) AS "firstLine"
       FROM users.import_refusal AS r
       CROSS JOIN LATERAL (SELECT r.field, r.reason UNION ALL
                           SELECT o.field, o.reason FROM jsonb_to_recordset(r.further_faults) AS o (field text, reason text)) AS f
       WHERE r.app_id = $1 AND r.import_id = $2
       GROUP BY f.field, f.reason ORDER BY count(*) DESC, min(r.line), f.field, f.reason LIMIT $3`,
      [appId, importId, limit],
    );
  }

  /**
   * Ends an import · 1 row · primary key.
   *
   * @param epoch  of the process that ends it; undefined: an operator
   * @returns whether it was unfinished
   */
  async finish(
    tx: Tx,
    { appId, importId }: Pick<StoredImport, 'appId' | 'importId'>,
    { state, fault, epoch }: { state: ImportState; fault?: string; epoch?: number },
  ): Promise<boolean> {
    const changed = await tx.affected(
      `UPDATE users.import AS i SET state = $3, fault = $4, finished_at = now(), keeps_file = i.keeps_file AND $3 = 'FINISHED'
       WHERE i.app_id = $1 AND i.import_id = $2 AND i.finished_at IS NULL AND ($5::integer IS NULL OR i.epoch = $5)`,
      [appId, importId, state, fault ?? null, epoch ?? null],
    );
    return changed > 0;
  }

  /** Ends the time in which checks may be run, of all applications · a scan of a small table. @returns their files */
  async forgetFiles(tx: Tx, before: Date): Promise<Pick<StoredImport, 'appId' | 'importId'>[]> {
    return tx.rows(
      `UPDATE users.import AS i SET keeps_file = false WHERE i.keeps_file AND i.finished_at < $1
       RETURNING i.app_id AS "appId", i.import_id AS "importId"`,
      [before],
    );
  }

  /** Deletes imports that ended, or were left, before a time, of all applications · a scan of a small table. */
  async deleteExpired(tx: Tx, before: Date): Promise<void> {
    await tx.affected(
      `WITH expired AS (
         DELETE FROM users.import AS i WHERE coalesce(i.finished_at, i.touched_at) < $1
         RETURNING i.app_id, i.import_id)
       DELETE FROM users.import_refusal AS r USING expired AS e
       WHERE r.app_id = e.app_id AND r.import_id = e.import_id`,
      [before],
    );
  }

  /** Refused lines of one import, up to 100,000 rows · primary key. */
  private async deleteRefusals(tx: Tx, { appId, importId }: Pick<StoredImport, 'appId' | 'importId'>): Promise<void> {
    await tx.affected('DELETE FROM users.import_refusal AS r WHERE r.app_id = $1 AND r.import_id = $2', [
      appId,
      importId,
    ]);
  }
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { ImportFileService, type UploadedFile } from './import-file.service.js';
import { ImportPieceRepository } from './import-piece.repository.js';
import { ImportRunnerService, type RunOptions } from './import-runner.service.js';
import { ImportRepository } from './import.repository.js';
import type { ImportFile, ImportRefusal, ImportRequest, StoredImport } from '../model/import.types.js';
import { readMapping } from '../mapping/read-mapping.js';

/** A scheduler writes a batch far more often than this. */
const STALE_SECONDS = 60;
/** How long the outcome of an import can be read. */
const RETENTION_MS = 30 * 24 * 3_600_000;
const UPLOAD_MS = 24 * 3_600_000;

/** Imports of users from files. */
@Injectable()
export class ImportService {
  private readonly closing = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly audit: AuditService,
    private readonly repository: ImportRepository,
    private readonly pieces: ImportPieceRepository,
    private readonly files: ImportFileService,
    private readonly runner: ImportRunnerService,
  ) {}

  /**
   * Imports a file in this process. An earlier run of the same file with the same mapping that did not end goes on where
   * it stopped.
   *
   * @throws AppError malformed for a mapping that is none; unavailable when the database is away
   */
  async importFile(
    appId: number,
    request: ImportRequest,
    file: ImportFile,
    origin: Origin,
    options: RunOptions = {},
  ): Promise<StoredImport> {
    readMapping(request.mapping);
    const fingerprint = toFingerprint(await digestOf(file), request);
    const open = await this.repository.findOpen(appId, fingerprint);
    const importId = open?.importId ?? (await this.files.nextId());
    const claimed = await this.db.tx(async (tx) => {
      if (!open) {
        await this.insert(tx, { ...request, appId, importId, stored: false, fingerprint, size: file.size }, origin);
      }
      return this.repository.claim(tx, appId, importId);
    });
    return claimed ? this.runner.run(claimed, file, options) : this.getImport(appId, importId);
  }

  /**
   * Hands a stored file to the schedulers.
   *
   * @throws AppError malformed for a mapping that is none, or an empty file; the file is deleted then
   */
  async startImport(uploaded: UploadedFile, request: ImportRequest, origin: Origin): Promise<StoredImport> {
    const { appId, importId, size, digest } = uploaded;
    try {
      if (size === 0) {
        throw malformed('The file is empty');
      }
      readMapping(request.mapping);
      const fingerprint = toFingerprint(digest, request);
      await this.db.tx((tx) =>
        this.insert(tx, { ...request, appId, importId, stored: true, fingerprint, size }, origin),
      );
    } catch (error) {
      await this.files.discard(uploaded);
      throw error;
    }
    return this.getImport(appId, importId);
  }

  /** Runs stored imports, one after the other, until none waits or `stopWork` is called. */
  async runDue(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const claimed = await this.db.tx(async (tx) => {
        const next = await this.repository.lockNext(tx, STALE_SECONDS);
        return next && this.repository.claim(tx, next.appId, next.importId);
      });
      if (!claimed) {
        return;
      }
      await this.runner.run(claimed, this.files.open(claimed), { signal: this.closing.signal });
    }
  }

  /** Ends `runDue` after its present batch, because the process stops. */
  stopWork(): void {
    this.closing.abort();
  }

  /** @throws AppError unknown_key when the application has no such import */
  async getImport(appId: number, importId: number): Promise<StoredImport> {
    const stored = await this.repository.find(appId, importId);
    if (!stored) {
      throw new AppError('unknown_key', `There is no import ${importId}`);
    }
    return stored;
  }

  /** Newest first. @param before  only those with a lower id */
  async listImports(appId: number, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<StoredImport[]> {
    return this.repository.list(appId, before, limit);
  }

  /** Refused lines in the order of the file. @param after  only later lines */
  async listRefusals(appId: number, importId: number, limit: number, after = 0): Promise<ImportRefusal[]> {
    await this.getImport(appId, importId);
    return this.repository.listRefusals(appId, importId, after, limit);
  }

  /**
   * Ends an import. What was committed stays.
   *
   * @throws AppError unknown_key, or wrong_state for one that has ended
   */
  async stopImport(appId: number, importId: number, origin: Origin): Promise<void> {
    await this.getImport(appId, importId);
    await this.db.tx(async (tx) => {
      if (!(await this.repository.finish(tx, { appId, importId }, { state: 'STOPPED' }))) {
        throw new AppError('wrong_state', `Import ${importId} has ended`);
      }
      await this.pieces.deleteFile(tx, { appId, importId });
      await this.audit.append(tx, appId, origin, [{ action: 'import.stop', subject: `import ${importId}` }]);
    });
  }

  /** Deletes outcomes past their retention, and files whose upload broke off. */
  async deleteExpired(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.db.tx(async (tx) => {
      await this.repository.deleteExpired(tx, new Date(now - RETENTION_MS));
      await this.pieces.deleteUnfinished(tx, new Date(now - UPLOAD_MS));
    });
  }

  private async insert(tx: Tx, row: Parameters<ImportRepository['insert']>[1], origin: Origin): Promise<void> {
    await this.repository.insert(tx, row);
    const action = row.dryRun ? 'import.rehearse' : 'import.start';
    const difference = { change: 'add', subject: 'file', to: `${row.format}, ${row.size} bytes` } as const;
    await this.audit.append(tx, row.appId, origin, [
      { action, subject: `import ${row.importId}`, differences: [difference] },
    ]);
  }
}

/** The same file, mapping and kind of run have the same fingerprint. */
function toFingerprint(digest: string, { format, mapping, dryRun }: ImportRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, format, mapping, dryRun]))
    .digest('hex');
}

async function digestOf(file: ImportFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.read(0)) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

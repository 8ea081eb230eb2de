import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import type { RecordFile } from '#platform/records';
import { ImportFileService, type UploadedFile } from './import-file.service.js';
import { ImportPieceRepository } from './import-piece.repository.js';
import { ImportQueue } from './import-queue.js';
import { ImportRunnerService, type RunOptions } from './import-runner.service.js';
import { ImportRepository } from './import.repository.js';
import type { ImportConsent, ImportRefusal, ImportRequest, RefusalSum, StoredImport } from '../model/import.types.js';
import { readMapping } from '../mapping/read-mapping.js';

/** Faults that a summary names. */
const MAX_FAULTS = 50;
const REFUSAL_PAGE = 5000;

/**
 * @property keepsFile  a dry run leaves its file for the run that may follow
 * @property consent    from where the consent of the rows comes
 */
interface StartOptions {
  fileName?: string;
  keepsFile?: boolean;
  consent?: ImportConsent | null;
}

/** Imports of users from files. */
@Injectable()
export class ImportService {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditService,
    private readonly repository: ImportRepository,
    private readonly pieces: ImportPieceRepository,
    private readonly files: ImportFileService,
    private readonly runner: ImportRunnerService,
    private readonly queue: ImportQueue,
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
    file: RecordFile,
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
      const claim = await this.queue.claim(tx, { appId, id: importId });
      return claim && this.repository.beginRun(tx, claim);
    });
    return claimed ? this.runner.run(claimed, file, options) : this.getImport(appId, importId);
  }

  /**
   * Hands a stored file to the schedulers.
   *
   * @throws AppError malformed for a mapping that is none, or an empty file; the file is deleted then
   */
  async startImport(
    uploaded: UploadedFile,
    request: ImportRequest,
    origin: Origin,
    { fileName, keepsFile = false, consent = null }: StartOptions = {},
  ): Promise<StoredImport> {
    const { appId, importId, size, digest } = uploaded;
    const { format, mapping, dryRun } = request;
    try {
      if (size === 0) {
        throw malformed('The file is empty');
      }
      readMapping(request.mapping);
      const fingerprint = toFingerprint(digest, request);
      const file = { stored: true, fingerprint, size, keepsFile, fileName: fileName ?? null, consent };
      await this.db.tx((tx) => this.insert(tx, { appId, importId, format, mapping, dryRun, ...file }, origin));
    } catch (error) {
      await this.files.discard(uploaded);
      throw error;
    }
    return this.getImport(appId, importId);
  }

  /**
   * Imports what was checked: the same file with the same mapping, under the same id.
   *
   * @throws AppError unknown_key; wrong_state for an import that is no check, has not ended, was run or lost its file
   */
  async runChecked(appId: number, importId: number, origin: Origin): Promise<StoredImport> {
    await this.getImport(appId, importId);
    return this.db.tx(async (tx) => {
      const started = await this.repository.restart(tx, { appId, importId });
      if (!started) {
        throw new AppError('wrong_state', `Import ${importId} is no check that can be run; check the file again`);
      }
      await this.appendStart(tx, started, origin);
      return started;
    });
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

  /** All refused lines in the order of the file, read while they are taken. */
  async *exportRefusals(appId: number, importId: number): AsyncGenerator<ImportRefusal> {
    for (let after = 0; ;) {
      const page = await this.listRefusals(appId, importId, REFUSAL_PAGE, after);
      yield* page;
      after = page.at(-1)?.line ?? 0;
      if (page.length < REFUSAL_PAGE) {
        return;
      }
    }
  }

  /** Refused lines by their fault, the most frequent first, at most 50. */
  async sumRefusals(appId: number, importId: number): Promise<RefusalSum[]> {
    await this.getImport(appId, importId);
    return this.repository.sumRefusals(appId, importId, MAX_FAULTS);
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

  private async insert(tx: Tx, row: Parameters<ImportRepository['insert']>[1], origin: Origin): Promise<void> {
    await this.repository.insert(tx, row);
    await this.appendStart(tx, row, origin);
  }

  private async appendStart(
    tx: Tx,
    { appId, importId, format, size, dryRun }: Pick<StoredImport, 'appId' | 'importId' | 'format' | 'size' | 'dryRun'>,
    origin: Origin,
  ): Promise<void> {
    const action = dryRun ? 'import.rehearse' : 'import.start';
    const difference = { change: 'add', subject: 'file', to: `${format}, ${size} bytes` } as const;
    await this.audit.append(tx, appId, origin, [{ action, subject: `import ${importId}`, differences: [difference] }]);
  }
}

/** Fingerprints a file, its mapping and the kind of run. */
function toFingerprint(digest: string, { format, mapping, dryRun }: ImportRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, format, mapping, dryRun]))
    .digest('hex');
}

async function digestOf(file: RecordFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.read(0)) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { toStorable } from '#platform/validation';
import { AttributeService } from '#libs/users/profiles';
import {
  BrokenFileError,
  readLayout,
  readRecords,
  type FileLayout,
  type FileRecord,
  type RecordFile,
} from '#platform/records';
import { ImportBatchService, SupersededError } from './import-batch.service.js';
import { ImportPieceRepository } from './import-piece.repository.js';
import { ImportQueue, toClaim } from './import-queue.js';
import { ImportRepository } from './import.repository.js';
import type { ImportState, StoredImport } from '../model/import.types.js';
import { LineMapper } from '../mapping/line-mapper.js';
import type { ImportMappingDto } from '../mapping/mapping.dto.js';
import { readMapping } from '../mapping/read-mapping.js';
import { SeenUsers } from './seen-users.js';

/** The number of users that `registerUsers` takes in one request. */
const BATCH_LINES = 1000;
/** Long lines make smaller batches, which are held in memory. */
const BATCH_BYTES = 4 * 1024 * 1024;

export interface RunOptions {
  /** Called after each batch. */
  onBatch?: (current: StoredImport) => void;
  /** Ends the run after a batch. The import stays unfinished, and goes on from there. */
  signal?: AbortSignal;
}

/** Runs imports: batch by batch, from where the last one ended. */
@Injectable()
export class ImportRunnerService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
    private readonly batches: ImportBatchService,
    private readonly repository: ImportRepository,
    private readonly pieces: ImportPieceRepository,
    private readonly queue: ImportQueue,
  ) {}

  /**
   * Runs a claimed import to its end. Batches have the same lines in every run, so an import that was interrupted ends as
   * one that was not.
   *
   * @returns the import as it stands then
   * @throws AppError unavailable when the database is away; another run goes on
   */
  async run(claimed: StoredImport, file: RecordFile, { onBatch, signal }: RunOptions = {}): Promise<StoredImport> {
    try {
      const last = await this.runBatches(claimed, file, { ...(onBatch && { onBatch }), ...(signal && { signal }) });
      if (!last) {
        await this.release(claimed);
      }
      return last ? await this.finish(last, 'FINISHED') : await this.reload(claimed);
    } catch (error) {
      if (error instanceof SupersededError) {
        return this.reload(claimed);
      }
      const fault = findFault(error);
      if (fault === undefined) {
        throw error;
      }
      return this.finish(claimed, 'FAILED', fault);
    }
  }

  /** Lets another process go on, for which this run is no attempt. */
  private async release(claimed: StoredImport): Promise<void> {
    await this.db.inTransaction(async () => {
      await this.repository.resetAttempts(claimed);
      await this.queue.release(toClaim(claimed));
    });
  }

  /** @returns undefined when the signal ended it */
  private async runBatches(
    claimed: StoredImport,
    file: RecordFile,
    { onBatch, signal }: RunOptions,
  ): Promise<StoredImport | undefined> {
    const mapping = readMapping(claimed.mapping);
    const layout = await readLayout(file, claimed.format, mapping.delimiter);
    await this.createMapper(claimed, mapping, layout);
    const begin = claimed.position === 0 ? layout.start : claimed;
    const seen = new SeenUsers();
    const began = performance.now();
    const activeMs = (): number => claimed.activeMs + performance.now() - began;
    let current = claimed;
    for await (const records of cutIntoBatches(readRecords(file, layout, begin), begin.position)) {
      const mapper = await this.createMapper(claimed, mapping, layout);
      current = claimed.dryRun
        ? await this.batches.preview(current, records, mapper, activeMs, seen)
        : await this.batches.write(current, records, mapper, activeMs);
      onBatch?.(current);
      if (signal?.aborted === true) {
        return undefined;
      }
    }
    return current;
  }

  /** Attributes may be defined while an import runs. */
  private async createMapper(
    { appId }: StoredImport,
    mapping: ImportMappingDto,
    { columns }: FileLayout,
  ): Promise<LineMapper> {
    return new LineMapper(mapping, await this.attributes.getDefinitions(appId), columns);
  }

  /** Ends an import that breaks off whenever a process takes it over. */
  async giveUp(claimed: StoredImport): Promise<void> {
    const { attempts, line } = claimed;
    const place = line === 0 ? '' : ` behind line ${line}`;
    const fault = `The import broke off ${attempts - 1} times${place}; the log of the scheduler says why`;
    await this.finish(claimed, 'FAILED', fault);
  }

  private async finish(current: StoredImport, state: ImportState, fault?: string): Promise<StoredImport> {
    await this.db.tx(async (tx) => {
      const end = { state, epoch: current.epoch, ...(fault !== undefined && { fault: toStorable(fault) }) };
      const isKept = current.keepsFile && state === 'FINISHED';
      if ((await this.repository.finish(tx, current, end)) && !isKept) {
        await this.pieces.deleteFile(tx, current);
      }
    });
    return this.reload(current);
  }

  private async reload({ appId, importId }: StoredImport): Promise<StoredImport> {
    const stored = await this.repository.find(appId, importId);
    if (!stored) {
      throw new Error(`Import ${importId} is gone`);
    }
    return stored;
  }
}

/** Finds the part of an error that is the file's own fault; undefined: nothing. */
function findFault(error: unknown): string | undefined {
  if (error instanceof BrokenFileError) {
    return error.message;
  }
  return error instanceof AppError && error.kind === 'invalid' ? error.message : undefined;
}

/**
 * Batches of records, those before a broken line included.
 *
 * @param position  where the first record begins
 */
async function* cutIntoBatches(records: AsyncIterable<FileRecord>, position: number): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = [];
  let start = position;
  let fault: BrokenFileError | undefined;
  try {
    for await (const record of records) {
      batch.push(record);
      if (batch.length >= BATCH_LINES || record.end - start > BATCH_BYTES) {
        yield batch;
        batch = [];
        start = record.end;
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) {
      throw error;
    }
    fault = error;
  }
  if (batch.length > 0) {
    yield batch;
  }
  if (fault) {
    throw fault;
  }
}

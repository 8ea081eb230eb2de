import { Injectable } from '@nestjs/common';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { ErasedNameRepository } from '#libs/users/registry';
import { ImportPieceRepository } from './import-piece.repository.js';
import { ImportRepository } from './import.repository.js';

/** Time for which the outcome of an import can be read. */
const RETENTION_MS = 30 * 24 * HOUR_MS;
/** Time for which a file without an import is kept: its upload broke off, or no run follows its check. */
const FILE_MS = 24 * HOUR_MS;

/** Lets outcomes and files of imports go. */
@Injectable()
export class ImportRetentionService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly repository: ImportRepository,
    private readonly pieces: ImportPieceRepository,
    private readonly erasedNames: ErasedNameRepository,
  ) {}

  /** Deletes outcomes past their retention, files without an import, and names of erased people that no file needs. */
  @Recurring('imports.expire', HOUR_MS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.db.tx(async (tx) => {
      await this.repository.deleteExpired(tx, new Date(now - RETENTION_MS));
      for (const file of await this.repository.forgetFiles(tx, new Date(now - FILE_MS))) {
        await this.pieces.deleteFile(tx, file);
      }
      await this.pieces.deleteUnfinished(tx, new Date(now - FILE_MS));
      await this.erasedNames.deleteUnneeded(tx);
    });
  }
}

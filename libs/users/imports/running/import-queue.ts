import { Injectable } from '@nestjs/common';
import { StopSignal, WorkQueue, type WorkClaim } from '#platform/background';
import { Database } from '#platform/db';
import type { StoredImport } from '../model/import.types.js';
import { IMPORT_WORK } from './import.repository.js';

/** Claims of imports, which schedulers and the command line share. */
@Injectable()
export class ImportQueue extends WorkQueue {
  constructor(db: Database, stopSignal: StopSignal) {
    super(db, stopSignal, IMPORT_WORK);
  }
}

export function toClaim({ appId, importId, epoch }: StoredImport): WorkClaim {
  return { appId, id: importId, epoch };
}

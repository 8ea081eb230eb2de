import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { ImportFileService } from './import-file.service.js';
import { ImportQueue } from './import-queue.js';
import { ImportRunnerService } from './import-runner.service.js';
import { ImportRepository } from './import.repository.js';

/** Pause between searches for uploaded files. */
const CHECK_MS = 2_000;
/** Attempts without progress. Errors of the file itself end it at once; what is left may be a fault of ours. */
const MAX_ATTEMPTS = 5;

/** Runs the files that were uploaded. */
@Injectable()
export class ImportWorkService {
  constructor(
    private readonly queue: ImportQueue,
    private readonly repository: ImportRepository,
    private readonly files: ImportFileService,
    private readonly runner: ImportRunnerService,
  ) {}

  /** Runs stored imports, one after the other, until none waits or the process stops. */
  @Recurring('imports.run', CHECK_MS)
  async runDue(): Promise<void> {
    await this.queue.runDue(
      (tx, claim) => this.repository.beginRun(tx, claim),
      (claimed, signal) =>
        claimed.attempts > MAX_ATTEMPTS
          ? this.runner.giveUp(claimed)
          : this.runner.run(claimed, this.files.open(claimed), { signal }),
    );
  }
}

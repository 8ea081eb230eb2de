import { AppError } from './app-error.js';
import type { EntryFault } from './entry-fault.types.js';

/** Faults that one refusal lists at most. */
const MAX_FAULTS = 100;

/**
 * Collects the faults of a batch, so that a client can mend all of them at once. The refusal stays that of the first.
 */
export class FaultList {
  private first: AppError | undefined;
  private readonly faults: EntryFault[] = [];

  /**
   * Runs a step for one entry and keeps its refusal.
   *
   * @throws AppError when the list is full; whatever else the step throws
   */
  check(entry: Omit<EntryFault, 'field'>, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      this.add({ ...entry, ...(error.field !== undefined && { field: error.field }) }, error);
    }
  }

  /** @throws AppError when the list is full */
  add(fault: EntryFault, refusal: AppError): void {
    this.first ??= refusal;
    this.faults.push(fault);
    if (this.faults.length === MAX_FAULTS) {
      this.throwFirst();
    }
  }

  /** Refuses the batch if an entry was at fault. @throws AppError with all faults if there are several */
  throwFirst(): void {
    if (this.first) {
      throw this.faults.length > 1 ? this.first.withFaults(this.faults) : this.first;
    }
  }
}

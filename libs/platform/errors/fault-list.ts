import { AppError } from './app-error.js';
import type { EntryFault } from './entry-fault.types.js';

/** Faults that one refusal lists at most. */
const MAX_FAULTS = 100;

/**
 * Collects the faults of a batch, so that a client can mend all of them at once. The refusal is that of the first. It names
 * the place of its entry, and lists every entry at fault with index, extId and field.
 */
export class FaultList {
  private first: AppError | undefined;
  private readonly faults: EntryFault[] = [];
  private readonly isBatch: boolean;

  /** @param options.isBatch  false: the request is one entry that stands in no list, so there is no place to name */
  constructor({ isBatch = true }: { isBatch?: boolean } = {}) {
    this.isBatch = isBatch;
  }

  /**
   * Runs a step for one entry and keeps its refusal.
   *
   * @returns what the step returned; undefined after a refusal
   * @throws AppError when the list is full; whatever else the step throws
   */
  check<T>(entry: Omit<EntryFault, 'field'>, step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.keep(entry, error);
      return undefined;
    }
  }

  /** Collects the fault of a step that waits. */
  async checkAsync<T>(entry: Omit<EntryFault, 'field'>, step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      this.keep(entry, error);
      return undefined;
    }
  }

  /** @throws AppError when the list is full */
  add(entry: Omit<EntryFault, 'field'>, refusal: AppError): void {
    this.first ??= this.isBatch ? refusal.atIndex(entry.index) : refusal;
    this.faults.push({ ...entry, ...(refusal.field !== undefined && { field: refusal.field }) });
    if (this.faults.length === MAX_FAULTS) {
      this.throwFirst();
    }
  }

  /** Refuses the batch if an entry was at fault. @throws AppError with all faults */
  throwFirst(): void {
    if (this.first) {
      throw this.isBatch ? this.first.withFaults(this.faults) : this.first;
    }
  }

  private keep(entry: Omit<EntryFault, 'field'>, error: unknown): void {
    if (!(error instanceof AppError)) {
      throw error;
    }
    this.add(entry, error);
  }
}

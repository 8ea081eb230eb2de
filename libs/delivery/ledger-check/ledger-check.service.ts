import { Injectable } from '@nestjs/common';
import { type DispatchTotals, LedgerCheckRepository, type StatusCounts } from './ledger-check.repository.js';

/** The totals of a dispatch and their contradictions. Without findings no recipient is lost and none has two results. */
export interface LedgerReport extends DispatchTotals {
  findings: string[];
}

/** Checks the invariant `planned = success + failed + skipped` against the stored rows. */
@Injectable()
export class LedgerCheckService {
  constructor(private readonly repository: LedgerCheckRepository) {}

  /** @returns one report per dispatch of the key; empty for a key without a dispatch */
  async checkLedger(appId: number, notificationKey: number): Promise<LedgerReport[]> {
    const totals = await this.repository.readTotals(appId, notificationKey);
    return totals.map((dispatchTotals) => ({ ...dispatchTotals, findings: findDiscrepancies(dispatchTotals) }));
  }
}

/** Describes contradictions in words. During a send fewer recipients than planned have a result. */
export function findDiscrepancies({
  state,
  planned,
  chunkCounts,
  resultCounts,
  duplicates,
  openChunks,
  retries,
}: DispatchTotals): string[] {
  const findings: string[] = [];
  const settled = countSettled(chunkCounts);
  const isOver = state === 'finished' || state === 'stopped';
  if (settled > planned || (isOver && settled < planned)) {
    findings.push(`${planned} were planned, ${settled} have a final state`);
  }
  if (resultCounts && !isEqual(chunkCounts, resultCounts)) {
    findings.push(`the counters say ${formatCounts(chunkCounts)}; the results say ${formatCounts(resultCounts)}`);
  }
  if (duplicates > 0) {
    findings.push(`${duplicates} recipients have more than one result`);
  }
  if (isOver && openChunks + retries > 0) {
    findings.push(`it is over, and ${openChunks} chunks and ${retries} retries are open`);
  }
  return findings;
}

function countSettled({ success, failed, skipped }: StatusCounts): number {
  return success + failed + skipped;
}

function isEqual(left: StatusCounts, right: StatusCounts): boolean {
  return left.success === right.success && left.failed === right.failed && left.skipped === right.skipped;
}

function formatCounts({ success, failed, skipped }: StatusCounts): string {
  return `${success} success, ${failed} failed, ${skipped} skipped`;
}

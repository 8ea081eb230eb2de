import { Injectable } from '@nestjs/common';
import { type DispatchTotals, LedgerCheckRepository, type StatusCounts } from './ledger-check.repository.js';

/** The books of a dispatch and what does not add up in them; no findings: nobody is lost, nobody is doubled. */
export interface LedgerReport extends DispatchTotals {
  findings: string[];
}

/** Checks the promise that `planned = success + failed + skipped`, from what is stored. */
@Injectable()
export class LedgerCheckService {
  constructor(private readonly repository: LedgerCheckRepository) {}

  /** @returns one audit per dispatch of the key; empty when the application has none under it */
  async checkLedger(appId: number, notificationKey: number): Promise<LedgerReport[]> {
    const totals = await this.repository.readTotals(appId, notificationKey);
    return totals.map((dispatchTotals) => ({ ...dispatchTotals, findings: findDiscrepancies(dispatchTotals) }));
  }
}

/** What does not add up, in words. While a dispatch is under way, fewer recipients than planned are settled. */
export function findDiscrepancies({
  state,
  planned,
  counted,
  recorded,
  twice,
  openChunks,
  retries,
}: DispatchTotals): string[] {
  const findings: string[] = [];
  const settled = countSettled(counted);
  const isOver = state === 'finished' || state === 'stopped';
  if (settled > planned || (isOver && settled < planned)) {
    findings.push(`${planned} were planned, ${settled} have a final state`);
  }
  if (recorded && !isEqual(counted, recorded)) {
    findings.push(`the counters say ${formatCounts(counted)}; the results say ${formatCounts(recorded)}`);
  }
  if (twice > 0) {
    findings.push(`${twice} recipients have more than one result`);
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

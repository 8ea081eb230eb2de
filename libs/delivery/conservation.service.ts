import { Injectable } from '@nestjs/common';
import { type Books, ConservationRepository, type Tally } from './conservation.repository.js';

/** The books of a dispatch and what does not add up in them; no findings: nobody is lost, nobody is doubled. */
export interface Audit extends Books {
  findings: string[];
}

/** Checks the promise that `planned = success + failed + skipped`, from what is stored. */
@Injectable()
export class ConservationService {
  constructor(private readonly repository: ConservationRepository) {}

  /** @returns one audit per dispatch of the key; empty when the application has none under it */
  async audit(appId: number, notificationKey: number): Promise<Audit[]> {
    const books = await this.repository.books(appId, notificationKey);
    return books.map((one) => ({ ...one, findings: findingsOf(one) }));
  }
}

/** What does not add up, in words. While a dispatch is under way, fewer recipients than planned are settled. */
export function findingsOf({ state, planned, counted, recorded, twice, openChunks, retries }: Books): string[] {
  const findings: string[] = [];
  const settled = sum(counted);
  const isOver = state === 'finished' || state === 'stopped';
  if (settled > planned || (isOver && settled < planned)) {
    findings.push(`${planned} were planned, ${settled} have a final state`);
  }
  if (recorded && !same(counted, recorded)) {
    findings.push(`the counters say ${words(counted)}; the results say ${words(recorded)}`);
  }
  if (twice > 0) {
    findings.push(`${twice} recipients have more than one result`);
  }
  if (isOver && openChunks + retries > 0) {
    findings.push(`it is over, and ${openChunks} chunks and ${retries} retries are open`);
  }
  return findings;
}

function sum({ success, failed, skipped }: Tally): number {
  return success + failed + skipped;
}

function same(a: Tally, b: Tally): boolean {
  return a.success === b.success && a.failed === b.failed && a.skipped === b.skipped;
}

function words({ success, failed, skipped }: Tally): string {
  return `${success} success, ${failed} failed, ${skipped} skipped`;
}

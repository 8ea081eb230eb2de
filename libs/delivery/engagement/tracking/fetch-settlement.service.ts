import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import { messageId } from '../../model/message-id.js';
import { ClickRepository, type FetchedMessage } from '../clicks/click.repository.js';
import { FETCHERS, RULES_VERSION, type Verdict } from '../machines/machine-rules.js';
import { CountedFetches } from './counted-fetches.js';

/** A fetch that was taken into a sum, to give it back when its transaction fails; undefined: none. */
export type SumMark = string | undefined;

/** Counts fetches, each message once for its people and once for machines, and adds it to the change feed. */
@Injectable()
export class FetchSettlementService {
  private readonly counted: CountedFetches;

  constructor(
    private readonly clicks: ClickRepository,
    private readonly outbox: OutboxRepository,
    clock: ClockService,
  ) {
    this.counted = new CountedFetches(() => clock.now().getTime());
  }

  /**
   * Counts a fetch with its person or in sums.
   *
   * @param fetch.at  absent: now
   * @param verdict   absent: it was not judged, and counts
   */
  async settle(
    tx: Tx,
    fetch: FetchedMessage & { at?: Date },
    recording: 'person' | 'sum',
    verdict?: Verdict,
  ): Promise<SumMark> {
    const isMachine = verdict?.by === 'machine';
    if (recording === 'sum') {
      const mark = this.counted.take(isMachine ? `machine ${fetch.kind}` : fetch.kind, messageId(fetch.message));
      try {
        await (mark && this.clicks.addToSum(tx, fetch, isMachine));
      } catch (error) {
        this.counted.giveBack(mark);
        throw error;
      }
      return mark;
    }
    const { kind, appId, message } = fetch;
    const fetcher = FETCHERS.indexOf(verdict?.by ?? 'unknown');
    if (await this.recordPerson(tx, fetch, verdict)) {
      const { dispatchId, recipientId } = message;
      await this.outbox.add(tx, { appId, kind, uids: [recipientId], keys: [fetcher], ref: dispatchId });
    }
    return undefined;
  }

  /** Forgets fetches that were not counted in the end. */
  giveBack(marks: readonly SumMark[]): void {
    for (const mark of marks) {
      this.counted.giveBack(mark);
    }
  }

  /** @returns true for the first of its kind: a machine's leaves the row of the person free */
  private async recordPerson(
    tx: Tx,
    fetch: FetchedMessage & { at?: Date },
    verdict: Verdict | undefined,
  ): Promise<boolean> {
    const { kind, appId, message, platform, at } = fetch;
    if (verdict?.by === 'machine') {
      return this.clicks.recordMachine(tx, fetch, { at: at ?? new Date(), rule: nameRule(verdict) });
    }
    const origin = {
      ...(at && { at }),
      ...(verdict && { fetcher: FETCHERS.indexOf(verdict.by), rule: nameRule(verdict) }),
    };
    return kind === 'clicked'
      ? this.clicks.recordClick(tx, appId, message, platform, origin)
      : this.clicks.recordOpen(tx, appId, message, platform, origin);
  }
}

/** The name of a rule with the version of the table that it is of. */
function nameRule({ rule }: Verdict): string {
  return `${rule} v${RULES_VERSION}`;
}

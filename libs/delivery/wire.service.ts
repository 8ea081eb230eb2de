import { Injectable } from '@nestjs/common';
import { type Account, type BatchReport, type Outcome, SenderRegistryService } from '#libs/channels';
import { ClockService } from '#platform/runtime';
import type { Lane, LeasedChunk } from './delivery.types.js';
import { DoubtService } from './doubt.service.js';
import type { FrozenMessage } from './frozen-messages.js';
import { judge, type Verdict } from './judge.js';
import { ReportPlaces } from './receipts/report-places.js';
import type { Item } from './sub-batch.js';

/** Hands messages to the sender of their channel, and says what its answers mean. */
@Injectable()
export class Wire {
  constructor(
    private readonly senders: SenderRegistryService,
    private readonly doubts: DoubtService,
    private readonly reportPlaces: ReportPlaces,
    private readonly clock: ClockService,
  ) {}

  /**
   * Their intent must be stated before. What nobody sent to many goes before what waits of campaigns.
   *
   * @returns outcomes in the order of the items
   */
  async deliver(account: Account, items: readonly Item[], lane: Lane): Promise<BatchReport> {
    if (items.length === 0) {
      return { outcomes: [] };
    }
    const since = this.clock.now();
    const outgoing = this.reportPlaces.mark(
      account,
      items.map((item) => item.outgoing),
    );
    const report = await this.senders.get(account.channel).send(account, outgoing, lane === 'single');
    return { ...report, outcomes: await this.doubts.clarify(account, outgoing, report.outcomes, since) };
  }

  judge(
    chunk: LeasedChunk,
    { dispatch }: FrozenMessage,
    items: readonly Item[],
    outcomes: readonly Outcome[],
  ): Verdict {
    return judge(items, outcomes, {
      channel: chunk.channel,
      doubt: this.senders.get(chunk.channel).unconfirmedPolicy,
      attempt: chunk.attempt,
      now: this.clock.now(),
      expiresAt: chunk.expiresAt,
      ttlSeconds: dispatch.message.ttlSeconds,
    });
  }
}

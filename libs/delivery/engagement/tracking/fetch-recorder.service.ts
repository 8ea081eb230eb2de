import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { FetchedMessage } from '../clicks/click.repository.js';
import { FetchRepository } from '../machines/fetch.repository.js';
import type { FetchSigns } from '../machines/fetch-signs.js';
import { FetchSettlementService, type SumMark } from './fetch-settlement.service.js';
import { RecordingRuleService } from './recording-rule.service.js';

/** Records fetches of pixels and links as far as the person allows it. */
@Injectable()
export class FetchRecorderService {
  constructor(
    private readonly db: Database,
    private readonly rule: RecordingRuleService,
    private readonly fetches: FetchRepository,
    private readonly settlement: FetchSettlementService,
  ) {}

  /**
   * Records a fetch, once per recipient; where machines count apart after its verdict. The consent is read in the
   * transaction, so that a withdrawal holds for every fetch that begins after its answer, also of old messages.
   *
   * @param link  null: the pixel; else the number of the link in its message
   */
  async record(fetch: FetchedMessage, link: number | null, signs: FetchSigns): Promise<void> {
    let mark: SumMark;
    try {
      await this.db.tx(async (tx) => {
        const { appId, message } = fetch;
        const recording = await this.rule.decide(tx, appId, message.recipientId);
        if (recording === 'nothing') {
          return;
        }
        if (await this.rule.countsApart(tx, appId)) {
          await this.fetches.add(tx, { appId, message, link, isSum: recording === 'sum', ...signs });
        } else {
          mark = await this.settlement.settle(tx, fetch, recording);
        }
      });
    } catch (error) {
      this.settlement.giveBack([mark]);
      throw error;
    }
  }
}

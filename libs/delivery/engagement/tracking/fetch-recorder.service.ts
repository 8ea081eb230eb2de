import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import { messageId } from '../../model/message-id.js';
import { ClickRepository, type FetchedMessage } from '../click.repository.js';
import { CountedFetches } from './counted-fetches.js';
import { RecordingRuleService } from './recording-rule.service.js';

/** Records fetches of pixels and links as far as the person allows it. */
@Injectable()
export class FetchRecorderService {
  private readonly counted: CountedFetches;

  constructor(
    private readonly db: Database,
    private readonly clicks: ClickRepository,
    private readonly rule: RecordingRuleService,
    private readonly outbox: OutboxRepository,
    clock: ClockService,
  ) {
    this.counted = new CountedFetches(() => clock.now().getTime());
  }

  /**
   * Records a fetch, once per recipient. The consent is read in the transaction, so that a withdrawal holds for every fetch
   * that begins after its answer, also of old messages.
   */
  async record(fetch: FetchedMessage): Promise<void> {
    let hash: string | undefined;
    try {
      await this.db.tx(async (tx) => {
        const recording = await this.rule.decide(tx, fetch.appId, fetch.message.recipientId);
        if (recording === 'person') {
          await this.recordPerson(tx, fetch);
        } else if (recording === 'sum') {
          hash = this.counted.take(fetch.kind, messageId(fetch.message));
          await (hash && this.clicks.addToSum(tx, fetch));
        }
      });
    } catch (error) {
      this.counted.giveBack(hash);
      throw error;
    }
  }

  /** The recipient of a link is a user. */
  private async recordPerson(tx: Tx, { kind, appId, message, platform }: FetchedMessage): Promise<void> {
    const isFirst =
      kind === 'clicked'
        ? await this.clicks.recordClick(tx, appId, message, platform)
        : await this.clicks.recordOpen(tx, appId, message, platform);
    if (isFirst) {
      const { dispatchId, recipientId } = message;
      await this.outbox.add(tx, { appId, kind, uids: [recipientId], keys: [], ref: dispatchId });
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outcome, type Outgoing, SenderRegistryService } from '#libs/channels';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { type LeasedChunk, type Settlement, STATUSES } from './delivery.types.js';
import type { FrozenMessage } from './frozen-messages.js';
import { CHANNEL_POLICIES } from './channel-policy.js';
import { finalResult } from './judge.js';
import { type Item, SubBatches } from './sub-batch.js';

type Fate = 'sent' | 'not sent' | 'unknown';

/** What becomes of the recipients that a dead worker was sending to, and how much of the chunk that decides. */
export interface Recovery {
  /** Recipients at the head of the chunk that are decided; 0 where all of them are sent to again. */
  region: number;
  settlement: Settlement;
}

/**
 * Decides what lies between an intent and its results after a crash: the message may or may not have left. Works from
 * the recipients that the intent lists, never from a new read. Push sends again under the same id; a channel that can
 * be asked is asked; what is left ends as IN_DOUBT, because a second copy is worse than none.
 */
@Injectable()
export class DoubtService {
  constructor(
    private readonly subBatches: SubBatches,
    private readonly senders: SenderRegistryService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async recover(chunk: LeasedChunk, message: FrozenMessage, account: Account | null): Promise<Recovery> {
    const doubted = new Set(chunk.intent?.ids ?? []);
    const doubts = [...doubted].map((recipientId) => ({ recipientId, cause: 'crash' }));
    this.logger.warn(
      { dispatchId: chunk.dispatchId, chunkId: chunk.chunkId, recipients: doubts.length },
      'a worker died while it was sending; its recipients are in doubt',
    );
    const none: Settlement = {
      results: [],
      retries: [],
      doubts,
      dead: [],
      inbox: [],
      advance: 0,
      nextIntent: null,
      last: false,
    };
    if (this.senders.get(chunk.channel).unconfirmedPolicy === 'repeat') {
      return { region: 0, settlement: none };
    }
    const region = 1 + chunk.remaining.findLastIndex((id) => doubted.has(id));
    const batch = await this.subBatches.prepare(chunk, message, chunk.remaining.slice(0, region));
    const settlement: Settlement = {
      ...none,
      results: batch.settled,
      advance: region,
      last: region === chunk.remaining.length,
    };
    const expiresAt =
      chunk.expiresAt ?? new Date(this.clock.now().getTime() + CHANNEL_POLICIES[chunk.channel].deadlineMs);
    for (const item of batch.items) {
      const fate = await this.fateOf(item, doubted, chunk.intent?.since, account);
      if (fate === 'not sent') {
        const dueAt = this.clock.now();
        settlement.retries.push({ recipientId: item.recipientId, attempt: chunk.attempt + 1, dueAt, expiresAt });
      } else {
        const sent = fate === 'sent';
        settlement.results.push(
          finalResult(item, sent ? STATUSES.success : STATUSES.failed, null, sent ? null : 'IN_DOUBT'),
        );
      }
    }
    return { region, settlement };
  }

  private async fateOf(
    item: Item,
    doubted: ReadonlySet<number>,
    since: Date | undefined,
    account: Account | null,
  ): Promise<Fate> {
    if (!doubted.has(item.recipientId)) {
      return 'not sent';
    }
    return account && since ? this.ask(account, item.outgoing, since) : 'unknown';
  }

  /**
   * Replaces unknown outcomes by what the provider says of them, where it can be asked.
   *
   * @param since  before the batch left
   */
  async clarify(
    account: Account,
    outgoing: readonly Outgoing[],
    outcomes: readonly Outcome[],
    since: Date,
  ): Promise<Outcome[]> {
    return Promise.all(
      outcomes.map(async (outcome, index): Promise<Outcome> => {
        const item = outgoing[index];
        const fate = outcome.kind === 'unknown' && item ? await this.ask(account, item, since) : 'unknown';
        if (fate === 'sent') {
          return { kind: 'sent' };
        }
        return fate === 'not sent' && outcome.kind === 'unknown' ? { ...outcome, kind: 'retry' } : outcome;
      }),
    );
  }

  private async ask(account: Account, item: Outgoing, since: Date): Promise<Fate> {
    const sender = this.senders.get(account.channel);
    if (!sender.hasAccepted) {
      return 'unknown';
    }
    try {
      return (await sender.hasAccepted(account, item, since)) ? 'sent' : 'not sent';
    } catch (error) {
      this.logger.warn({ err: error, channel: account.channel }, 'a provider could not be asked');
      return 'unknown';
    }
  }
}

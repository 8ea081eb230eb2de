import { Injectable } from '@nestjs/common';
import { type Account, type BatchReport, type Outcome, providerOf, SenderRegistryService } from '#libs/channels';
import { groupBy } from '#platform/collections';
import { ClockService } from '#platform/runtime';
import { inSpan } from '#platform/tracing';
import { DeliveryCountersService } from '../metrics/delivery-counters.service.js';
import { type Lane, LANES, type LeasedChunk } from '../model/delivery.types.js';
import { spendTime } from '../model/time-to-live.js';
import { UnconfirmedSendsService } from './unconfirmed-sends.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { type AttemptContext, classifyOutcomes, type Classification, retryPostponed } from './classify-outcomes.js';
import { CallbackUrlService } from '#libs/delivery/engagement';
import { isContactChannel } from '../model/channel-policy.js';
import type { OutgoingRecipient, PostponedRecipient } from '#libs/delivery/checks';

export interface LeaveOptions {
  lane: Lane;
  mayLeave: (index: number) => boolean;
  isProbe: boolean;
}

/** Sends batches through the sender of their channel, and classifies its outcomes. */
@Injectable()
export class ProviderClientService {
  constructor(
    private readonly senders: SenderRegistryService,
    private readonly unconfirmedSends: UnconfirmedSendsService,
    private readonly callbackUrls: CallbackUrlService,
    private readonly counters: DeliveryCountersService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Sends a batch whose ids in flight are stored. Transactional messages go before the waiting messages of campaigns.
   *
   * @param options.mayLeave  whether the lease of a message still holds, by its position; asked right before it leaves
   * @returns outcomes in the order of the recipients; a message whose time to live is over is withheld
   */
  async sendBatch(
    account: Account,
    recipients: readonly OutgoingRecipient[],
    options: LeaveOptions,
  ): Promise<BatchReport> {
    const now = this.clock.now();
    const places = recipients.flatMap((recipient, index) => (spendTime(recipient, now) ? [index] : []));
    if (places.length === recipients.length) {
      return this.sendLiving(account, recipients, options);
    }
    const living = places.flatMap((place) => recipients[place] ?? []);
    const mayLeave = (index: number): boolean => options.mayLeave(places[index] ?? -1);
    const report = await this.sendLiving(account, living, { ...options, mayLeave });
    const outcomes = recipients.map((): Outcome => ({ kind: 'withheld' }));
    places.forEach((place, index) => {
      outcomes[place] = report.outcomes[index] ?? { kind: 'withheld' };
    });
    return { ...report, outcomes };
  }

  private async sendLiving(
    account: Account,
    recipients: readonly OutgoingRecipient[],
    { lane, ...options }: LeaveOptions,
  ): Promise<BatchReport> {
    if (recipients.length === 0) {
      return { outcomes: [] };
    }
    const since = this.clock.now();
    const messages = recipients.map((recipient) => recipient.outgoing);
    const outgoing = this.callbackUrls.addCallbackUrls(account, messages);
    const isUrgent = lane === LANES.transactional;
    const attributes = {
      'messaging.system': account.provider,
      'messaging.batch.message_count': outgoing.length,
      'herald.application_id': account.appId,
    };
    const leftAt = performance.now();
    const report = await inSpan({ name: `send ${account.channel}`, kind: 'client', attributes }, async (add) => {
      const answers = await this.senders.get(account).send(account, outgoing, { isUrgent, ...options });
      add(() => countKinds(answers.outcomes));
      return answers;
    });
    this.counters.countAnswers(account.channel, report.outcomes, (performance.now() - leftAt) / 1000);
    return report.outcomes.some(({ kind }) => kind === 'unknown')
      ? { ...report, outcomes: await this.unconfirmedSends.resolveUnknown(account, outgoing, report.outcomes, since) }
      : report;
  }

  /**
   * @param account    null: no account took them; outcomes that are unknown then stay so
   * @param postponed  recipients of the batch that are tried later
   */
  classifyBatch(
    account: Account | null,
    chunk: LeasedChunk,
    { dispatch }: PreparedMessage,
    recipients: readonly OutgoingRecipient[],
    outcomes: readonly Outcome[],
    postponed: readonly PostponedRecipient[] = [],
  ): Classification {
    const now = this.clock.now();
    const attempt: AttemptContext = {
      channel: chunk.channel,
      doubt: account ? providerOf(account.provider).doubt(account.credentials) : 'give-up',
      attempt: chunk.attempt,
      now,
      expiresAt: chunk.expiresAt,
      ttlSeconds: dispatch.message.ttlSeconds,
      accountId: account && isContactChannel(chunk.channel) ? account.accountId : undefined,
      pinned: chunk.accounts,
    };
    const classification = classifyOutcomes(recipients, outcomes, attempt);
    classification.retries.push(...retryPostponed(postponed, chunk, dispatch, now));
    return classification;
  }
}

/** How many messages ended in which way, as attributes of a span. */
function countKinds(outcomes: readonly Outcome[]): Record<string, number> {
  const kinds = groupBy(outcomes, ({ kind }) => kind);
  return Object.fromEntries([...kinds].map(([kind, all]) => [`herald.outcomes.${kind}`, all.length]));
}

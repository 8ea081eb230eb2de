import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outgoing, SenderRegistryService } from '#libs/channels';
import { UserLookupService } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import { Semaphore } from '#platform/async';
import { type Logger, reportFault } from '#platform/runtime';
import { readMessageId } from '../model/message-id.js';
import { type PossibleSend, SameNumberRepository } from './same-number.repository.js';

export type SendStatus = 'sent' | 'not sent' | 'unknown';

/** The outcomes that are known for the batch of the messages in question. */
export interface KnownOutcomes {
  /** The provider's ids of messages that it has confirmed. */
  providerIds: readonly string[];
  /** Messages with a known outcome, by their own id. */
  messageIds: readonly string[];
}

/** Questions to a provider at the same time. */
const MAX_QUESTIONS = 10;
/**
 * The provider's clock may be behind the database's by this. Its messages are looked for from this much earlier on, and
 * sends that may explain them from twice as much.
 */
const CLOCK_MARGIN_MS = 60_000;

/** Messages at the provider. */
interface Found {
  sameText: number;
  otherText: number;
}

/** Other sends of this installation to the number of a message. */
interface Others {
  /** The number of messages that the provider may have. */
  possible: number;
  /** The number that it has accepted since the message may have left. */
  accepted: number;
}

/**
 * Asks a provider for messages of unknown outcome. It can distinguish messages by sender, number, text and time only.
 * So a message that it has may belong to another send of this installation to the same number. A message counts as sent
 * only if the provider has more of them than all others together can explain.
 *
 * After a crash the text is rendered again. An attribute that it names may have changed since. So a message with another
 * text may be the one in question too, unless other sends that were accepted explain it. Then it stays unknown.
 */
@Injectable()
export class ProviderQuestionService {
  constructor(
    private readonly senders: SenderRegistryService,
    private readonly users: UserLookupService,
    private readonly sameNumbers: SameNumberRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param since  before any of the messages left
   * @returns a status for each message: `unknown` where the provider cannot be asked, or has a message that may be
   * another's
   */
  async findStatuses(
    account: Account,
    messages: readonly Outgoing[],
    since: Date,
    known: KnownOutcomes = { providerIds: [], messageIds: [] },
  ): Promise<SendStatus[]> {
    const from = new Date(since.getTime() - CLOCK_MARGIN_MS);
    const semaphore = new Semaphore(MAX_QUESTIONS);
    const found = await Promise.all(
      messages.map((message) => semaphore.run(() => this.countFound(account, message, from, known))),
    );
    const candidates = messages.filter((_, index) => {
      const { sameText, otherText } = found[index] ?? { sameText: 0, otherText: 0 };
      return sameText + otherText > 0;
    });
    // After the answers of the provider: what it has was in flight before, and is in flight or recorded now.
    const others = await this.countOthers(account, candidates, since, known);
    return messages.map((message, index) => toStatus(found[index], others, message.messageId));
  }

  /** @returns undefined when the provider cannot be asked */
  private async countFound(
    account: Account,
    message: Outgoing,
    from: Date,
    { providerIds }: KnownOutcomes,
  ): Promise<Found | undefined> {
    const sender = this.senders.get(account);
    try {
      const accepted = await sender.findAccepted?.(account, message, from);
      const unknown = accepted?.filter(({ providerId }) => !providerIds.includes(providerId));
      const sameText = unknown?.filter(({ hasSameText }) => hasSameText).length ?? 0;
      return unknown && { sameText, otherText: unknown.length - sameText };
    } catch (error) {
      reportFault(this.logger, 'failed to ask a provider for a message', error, { channel: account.channel });
      return undefined;
    }
  }

  /** Other messages to the number of a message, by message id. Undefined when that cannot be read. */
  private async countOthers(
    { appId, channel, accountId }: Account,
    messages: readonly Outgoing[],
    since: Date,
    { messageIds }: KnownOutcomes,
  ): Promise<Map<string, Others> | undefined> {
    if (messages.length === 0) {
      return new Map();
    }
    const from = new Date(since.getTime() - 2 * CLOCK_MARGIN_MS);
    const addresses = [...new Set(messages.map(({ address }) => address))];
    try {
      const holders = await this.users.findUsersByAddresses(appId, 'msisdn', addresses);
      const sends = await this.sameNumbers.findPossibleSends(
        { appId, channel, accountId },
        holders.map(({ uid }) => uid),
        from,
      );
      const addressByUid = new Map(holders.map(({ uid, address }) => [uid, address]));
      const settled = new Set(messageIds.map(toKey));
      const sendsByAddress = new Map<string, Map<string, PossibleSend>>();
      for (const send of sends) {
        const address = addressByUid.get(send.uid) ?? '';
        const key = `${send.dispatchId}:${send.recipientId}`;
        if (!settled.has(key)) {
          sendsByAddress.set(address, (sendsByAddress.get(address) ?? new Map<string, PossibleSend>()).set(key, send));
        }
      }
      const looksFrom = since.getTime() - CLOCK_MARGIN_MS;
      return new Map(
        messages.map(({ messageId, address }) => {
          const own = toKey(messageId);
          const others = [...(sendsByAddress.get(address) ?? [])].flatMap(([key, send]) => (key === own ? [] : [send]));
          const accepted = others.filter(({ acceptedAt }) => acceptedAt !== null && acceptedAt.getTime() >= looksFrom);
          return [messageId, { possible: others.length, accepted: accepted.length }];
        }),
      );
    } catch (error) {
      reportFault(this.logger, 'failed to read which other messages a provider may have', error, { appId });
      return undefined;
    }
  }
}

/** @param others  undefined when they are not known */
function toStatus(found: Found | undefined, others: Map<string, Others> | undefined, messageId: string): SendStatus {
  if (!found) {
    return 'unknown';
  }
  const { sameText, otherText } = found;
  if (sameText + otherText === 0) {
    return 'not sent';
  }
  if (!others) {
    return 'unknown';
  }
  const { possible, accepted } = others.get(messageId) ?? { possible: 0, accepted: 0 };
  if (sameText > 0) {
    return sameText > possible ? 'sent' : 'unknown';
  }
  return otherText > accepted ? 'unknown' : 'not sent';
}

function toKey(messageId: string): string {
  const ref = readMessageId(messageId);
  return `${ref?.dispatchId}:${ref?.recipientId}`;
}

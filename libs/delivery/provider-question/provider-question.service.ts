import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outgoing, SenderRegistryService } from '#libs/channels';
import { UserLookupService } from '#libs/users';
import { LOGGER } from '#platform/app';
import { Semaphore } from '#platform/async';
import type { Logger } from '#platform/runtime';
import { readMessageId } from '../model/message-id.js';
import { SameNumberRepository } from './same-number.repository.js';

export type SendStatus = 'sent' | 'not sent' | 'unknown';

/** What is known of the batch of the messages in question. */
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

/**
 * Asks a provider for messages of unknown outcome. It can tell messages apart by sender, number, text and time only. So a
 * message that it has may belong to another send of this installation to the same number. A message counts as sent only
 * if the provider has more of them than all others together can explain.
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
   * @returns a status for each message: `unknown` where the provider cannot be asked, or has a message that may be another's
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
    const candidates = messages.filter((_, index) => (found[index] ?? 0) > 0);
    // After the answers of the provider: what it has was in flight before, and is in flight or recorded now.
    const others = await this.countOthers(account, candidates, since, known);
    return messages.map((message, index) => {
      const count = found[index];
      if (count === undefined || (count > 0 && !others)) {
        return 'unknown';
      }
      return count === 0 ? 'not sent' : count > (others?.get(message.messageId) ?? 0) ? 'sent' : 'unknown';
    });
  }

  /** @returns undefined when the provider cannot be asked */
  private async countFound(
    account: Account,
    message: Outgoing,
    from: Date,
    { providerIds }: KnownOutcomes,
  ): Promise<number | undefined> {
    const sender = this.senders.get(account.channel);
    try {
      const ids = await sender.findAccepted?.(account, message, from);
      return ids?.filter((id) => !providerIds.includes(id)).length;
    } catch (error) {
      this.logger.warn({ err: error, channel: account.channel }, 'failed to ask a provider for a message');
      return undefined;
    }
  }

  /** How many other messages to its number may be at the provider, by message id. Undefined when that cannot be read. */
  private async countOthers(
    { appId }: Account,
    messages: readonly Outgoing[],
    since: Date,
    { messageIds }: KnownOutcomes,
  ): Promise<Map<string, number> | undefined> {
    if (messages.length === 0) {
      return new Map();
    }
    const from = new Date(since.getTime() - 2 * CLOCK_MARGIN_MS);
    const addresses = [...new Set(messages.map(({ address }) => address))];
    try {
      const holders = await this.users.findUsersByAddresses(appId, 'msisdn', addresses);
      const sends = await this.sameNumbers.findPossibleSends(
        appId,
        holders.map(({ uid }) => uid),
        from,
      );
      const addressByUid = new Map(holders.map(({ uid, address }) => [uid, address]));
      const settled = new Set(messageIds.map(toKey));
      const keysByAddress = new Map<string, Set<string>>();
      for (const { dispatchId, recipientId, uid } of sends) {
        const address = addressByUid.get(uid) ?? '';
        const key = `${dispatchId}:${recipientId}`;
        if (!settled.has(key)) {
          keysByAddress.set(address, (keysByAddress.get(address) ?? new Set()).add(key));
        }
      }
      return new Map(
        messages.map(({ messageId, address }) => {
          const keys = new Set(keysByAddress.get(address));
          keys.delete(toKey(messageId));
          return [messageId, keys.size];
        }),
      );
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'failed to read which other messages a provider may have');
      return undefined;
    }
  }
}

function toKey(messageId: string): string {
  const ref = readMessageId(messageId);
  return `${ref?.dispatchId}:${ref?.recipientId}`;
}

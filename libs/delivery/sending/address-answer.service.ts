import { Injectable } from '@nestjs/common';
import { RECIPIENT_KINDS, contactOfKind, type ContactRecipientKind } from '#libs/channels/definitions';
import { CapCounterService, type Place } from '#libs/contact-policy';
import { type AcceptedToken, TokenRetirementService } from '#libs/users/devices';
import { type NewSuppression, type SuppressionReason, SuppressionService } from '#libs/users/consent';
import type { Tx } from '#platform/db';
import type { BatchCommit, DeadToken, LeasedChunk } from '../model/delivery.types.js';
import { DeadTokenService } from '../tokens/dead-token.service.js';

type RecipientAnswers = Pick<BatchCommit, 'deadTokens' | 'acceptedTokens' | 'unsent' | 'doubtful'>;

/**
 * Keeps what the answers of a provider say of recipients: later messages are kept from dead addresses, and those that nothing
 * took hold no place under frequency caps.
 */
@Injectable()
export class AddressAnswerService {
  constructor(
    private readonly deadTokens: DeadTokenService,
    private readonly suppressions: SuppressionService,
    private readonly tokens: TokenRetirementService,
    private readonly caps: CapCounterService,
  ) {}

  /** Takes places in the transaction that stores the ids in flight. @returns false: another send was faster */
  async takePlaces(tx: Tx, appId: number, places: readonly Place[]): Promise<boolean> {
    return places.length === 0 || (await this.caps.reserve(tx, appId, places)).size === 0;
  }

  /** Stores it in the transaction of the results. Usually there is nothing to store. */
  async record(
    tx: Tx,
    chunk: LeasedChunk,
    { deadTokens, acceptedTokens, unsent = [], doubtful = [] }: RecipientAnswers,
  ): Promise<void> {
    await this.tokens.acceptTokens(chunk.appId, acceptedTokens, tx);
    // Late, because other batches of the dispatch with dead tokens wait for this commit.
    if (deadTokens.length > 0) {
      await this.retireAddresses(tx, chunk, deadTokens);
    }
    // A merge locks users before their places.
    await this.caps.settle(tx, chunk.appId, unsent, doubtful);
  }

  /** Marks the tokens of chunks whose results are committed. A mark that fails is made at the next success. */
  async recordAccepted(appId: number, tokens: readonly AcceptedToken[]): Promise<void> {
    await this.tokens.acceptTokens(appId, tokens);
  }

  /** Retires the installations of dead tokens. A dead e-mail address or number is suppressed for all its users. */
  private async retireAddresses(tx: Tx, chunk: LeasedChunk, dead: readonly DeadToken[]): Promise<void> {
    const kind = RECIPIENT_KINDS[chunk.channel];
    if (kind === 'push') {
      await this.deadTokens.report(tx, chunk, dead);
    } else {
      await this.suppressions.add(
        tx,
        chunk.appId,
        dead.map((address) => toSuppression(kind, address)),
      );
    }
  }
}

/** Answers by which a person refused messages. All others say that the address is dead. */
const REFUSALS: Readonly<Partial<Record<string, SuppressionReason>>> = {
  OPTED_OUT: 'STOP',
  UNSUBSCRIBED: 'UNSUBSCRIBED',
};

function toSuppression(channel: ContactRecipientKind, { token, reason, raw }: DeadToken): NewSuppression {
  return {
    channel,
    address: token,
    reason: REFUSALS[reason] ?? contactOfKind(channel).deadReason,
    detail: raw,
  };
}

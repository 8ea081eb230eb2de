import { Injectable } from '@nestjs/common';
import { CONTACTS, type Contact } from '#libs/channels';
import { ConsentEventRepository } from '#libs/users/consent';
import { contactKey, readContactKey, readStoredAddress, retryOnConflict, type LookupKey } from '#libs/users/identities';
import { OptInRequestRepository, type OptIn, type OptInRequest } from '#libs/users/profiles';
import { SingleUserRepository } from '#libs/users/registry';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { OptInAcceptanceService, type AcceptedOptIn } from './opt-in-acceptance.service.js';
import type { ConfirmLink } from './opt-in.types.js';

/** A request that may be confirmed, with the address that the person has and was asked at. */
type Answer = OptInRequest & { address: string };

/** Confirms opt-ins by the link of their confirmation. */
@Injectable()
export class OptInConfirmService {
  constructor(
    private readonly db: Database,
    private readonly requests: OptInRequestRepository,
    private readonly acceptance: OptInAcceptanceService,
    private readonly users: SingleUserRepository,
    private readonly history: ConsentEventRepository,
    private readonly clock: ClockService,
  ) {}

  /** Finds the requests that a link would confirm now. Changes nothing. */
  async findOpen(link: ConfirmLink): Promise<OptInRequest[]> {
    const key = readContactKey(link.addressKey);
    return key ? this.db.tx((tx) => this.findAnswers(tx, link, key)) : [];
  }

  /** The opt-ins of a user that a link has confirmed. */
  async findConfirmed({ appId, messageId }: ConfirmLink, uid: number): Promise<OptIn[]> {
    return this.acceptance.findAccepted(appId, uid, messageId);
  }

  /**
   * Confirms what a link asks, in one transaction with the proof. A link confirms a request once, for the address that
   * it went to, and for a person who has not refused the channel since.
   *
   * @returns the confirmed opt-ins; none: the link had nothing to confirm any more
   */
  async confirm(link: ConfirmLink): Promise<OptInRequest[]> {
    const key = readContactKey(link.addressKey);
    return key
      ? retryOnConflict(() => this.db.inTransaction(() => this.db.tx((tx) => this.accept(tx, link, key))))
      : [];
  }

  private async accept(tx: Tx, link: ConfirmLink, key: LookupKey): Promise<OptInRequest[]> {
    const accepted: (OptInRequest & AcceptedOptIn)[] = [];
    for (const answer of await this.findAnswers(tx, link, key)) {
      if (await this.requests.take(tx, link.appId, answer)) {
        const textHash = answer.sends.find(({ dispatchId }) => dispatchId === link.dispatchId)?.textHash ?? '';
        accepted.push({ ...answer, textHash });
      }
    }
    const { messageId } = link;
    await this.acceptance.accept(tx, link.appId, accepted, {
      contact: contactOf(link),
      messageId,
      confirmedAt: this.clock.now(),
    });
    return accepted;
  }

  private async findAnswers(tx: Tx, link: ConfirmLink, key: LookupKey): Promise<Answer[]> {
    const now = this.clock.now();
    const answers: Answer[] = [];
    for (const request of await this.requests.findBySend(tx, link.appId, key.hash, link.dispatchId)) {
      const address = request.expiresAt > now ? await this.findAddress(tx, link, key, request) : null;
      if (address !== null) {
        answers.push({ ...request, address });
      }
    }
    return answers;
  }

  /** @returns null for a person who has another address now, or has refused the channel or topic since the question */
  private async findAddress(
    tx: Tx,
    link: ConfirmLink,
    key: LookupKey,
    { uid, askedAt, categoryId }: OptInRequest,
  ): Promise<string | null> {
    const contact = contactOf(link);
    const user = await this.users.lock(tx, link.appId, uid);
    const address = user ? readStoredAddress(user, contact.address) : null;
    if (address === null || !contactKey(address).hash.equals(key.hash)) {
      return null;
    }
    const refused = await this.history.findRefusedSince(tx, link.appId, contact, [uid], askedAt, 'all');
    const topics = await this.history.findRefusedTopics(tx, link.appId, [uid], askedAt);
    return refused.length > 0 || topics.includes(categoryId) ? null : address;
  }
}

function contactOf({ kind }: ConfirmLink): Contact {
  const contact = CONTACTS.find(({ lookupKind }) => lookupKind === kind);
  if (!contact) {
    throw new Error(`No channel has addresses of the kind ${kind}`);
  }
  return contact;
}

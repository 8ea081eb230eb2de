import { Injectable } from '@nestjs/common';
import { CONTACTS, listAddressesBeside, type Contact } from '#libs/channels/definitions';
import { ConsentEventRepository, type Refusal } from '#libs/users/consent';
import { contactKey, readContactKey, retryOnConflict, type LookupKey } from '#libs/users/identities';
import { OptInRequestRepository, type OptIn, type OptInRequest } from '#libs/users/profiles';
import { SingleUserRepository, UserAddressRepository } from '#libs/users/registry';
import { Database, type Statements, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import { OptInAcceptanceService, type AcceptedOptIn } from './opt-in-acceptance.service.js';
import type { ConfirmLink } from './opt-in.types.js';

/** A request that may be confirmed, with the address that the person has and was asked at. */
type Answer = OptInRequest & { address: string };

const NEVER = -Infinity;

/** Confirms opt-ins by the link of their confirmation. */
@Injectable()
export class OptInConfirmService {
  constructor(
    private readonly db: Database,
    private readonly requests: OptInRequestRepository,
    private readonly acceptance: OptInAcceptanceService,
    private readonly users: SingleUserRepository,
    private readonly addresses: UserAddressRepository,
    private readonly history: ConsentEventRepository,
    private readonly clock: ClockService,
  ) {}

  /** Finds the requests that a link would confirm now. Changes and locks nothing. */
  async findOpen(link: ConfirmLink): Promise<OptInRequest[]> {
    const key = readContactKey(link.addressKey);
    return key ? this.findAnswers(this.db, link, key) : [];
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
    await this.lockPeople(tx, link, key);
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

  /** Locks everyone whose requests the link may answer, always in the order of their rows. */
  private async lockPeople(tx: Tx, { appId, dispatchId }: ConfirmLink, key: LookupKey): Promise<void> {
    const requests = await this.requests.findBySend(tx, appId, key.hash, dispatchId);
    const uids = [...new Set(requests.map(({ uid }) => uid))];
    for (const uid of uids.toSorted((a, b) => bucketOfId(a) - bucketOfId(b) || a - b)) {
      await this.users.lock(tx, appId, uid);
    }
  }

  /**
   * Finds requests that the link answers: of people who have the address that it went to, and have refused neither the
   * channel nor the topic since the question.
   */
  private async findAnswers(on: Statements, link: ConfirmLink, key: LookupKey): Promise<Answer[]> {
    const { appId } = link;
    const now = this.clock.now();
    const found = await this.requests.findBySend(on, appId, key.hash, link.dispatchId);
    const requests = found.filter(({ expiresAt }) => expiresAt > now);
    if (requests.length === 0) {
      return [];
    }
    const contact = contactOf(link);
    const uids = [...new Set(requests.map(({ uid }) => uid))];
    const users = new Map((await this.addresses.find(on, appId, uids)).map((user) => [user.uid, user]));
    const since = new Date(Math.min(...requests.map(({ askedAt }) => askedAt.getTime())));
    const left = lastByKey(
      await this.history.findRefusedSince(on, appId, contact, uids, since, 'all'),
      ({ uid }) => uid,
    );
    const topics = lastByKey(
      await this.history.findRefusedTopics(on, appId, uids, since),
      ({ uid, categoryId }) => `${uid} ${categoryId}`,
    );
    return requests.flatMap((request): Answer[] => {
      const { uid, categoryId, askedAt } = request;
      const user = users.get(uid);
      const address = listAddressesBeside(contact.address)
        .map((kind) => user?.[kind])
        .find((each) => typeof each === 'string' && contactKey(each).hash.equals(key.hash));
      const isRefused =
        (left.get(uid) ?? NEVER) > askedAt.getTime() ||
        (topics.get(`${uid} ${categoryId}`) ?? NEVER) > askedAt.getTime();
      return typeof address === 'string' && !isRefused ? [{ ...request, address }] : [];
    });
  }
}

/** The last refusal of each key, in epoch ms. */
function lastByKey<R extends Refusal, K>(refusals: readonly R[], keyOf: (refusal: R) => K): Map<K, number> {
  const last = new Map<K, number>();
  for (const refusal of refusals) {
    const key = keyOf(refusal);
    last.set(key, Math.max(last.get(key) ?? NEVER, refusal.at.getTime()));
  }
  return last;
}

function contactOf({ kind }: ConfirmLink): Contact {
  const contact = CONTACTS.find(({ lookupKind }) => lookupKind === kind);
  if (!contact) {
    throw new Error(`No channel has addresses of the kind ${kind}`);
  }
  return contact;
}

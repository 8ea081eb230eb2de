import { Inject, Injectable } from '@nestjs/common';
import { declareConsentOrigin } from '#libs/users/consent';
import { ContactRepository, readEmailAddress, retryOnConflict } from '#libs/users/identities';
import { OptInRequestRepository } from '#libs/users/profiles';
import { AddressService } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { isOffered } from '../topics/topic-states.js';
import { TopicService } from '../topics/topic.service.js';
import type { Topic } from '../topics/topic.types.js';
import { SubscriptionRepository, type Subscription } from './subscription.repository.js';

/** Delay at most until a form is read. */
const TAKE_MS = 1_000;
const BATCH_SIZE = 100;
/** Users of one address whose topics wait together. More of them share a mailbox that no person has. */
const MAX_HOLDERS = 20;
const BY_FORM = { source: 'LINK', by: '/p/subscribe' } as const;

/** The application of a form that names none that is there. Its row is stored like any other, and dropped. */
const NO_APPLICATION = 0;

/** A form of a page. @property appId  null: no application has the name */
export type SubmittedForm = Omit<Subscription, 'appId'> & { appId: number | null };

/** Opt-ins by forms of pages: everybody can send them for any address, so each waits for a confirmation. */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly addresses: AddressService,
    private readonly contacts: ContactRepository,
    private readonly requests: OptInRequestRepository,
    private readonly topics: TopicService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores a form. Neither its answer nor its time tells if the address is known: nothing is looked up here.
   *
   * @throws AppError bad_address
   */
  async store(form: SubmittedForm): Promise<void> {
    const email = readEmailAddress(form.email, 'email');
    await this.subscriptions.insert({ ...form, appId: form.appId ?? NO_APPLICATION, email }, this.clock.now());
  }

  /** Turns stored forms into opt-ins that wait for a confirmation. Safe in several processes. @returns forms */
  @Recurring('subscriptions.take', TAKE_MS)
  async takeDue(): Promise<number> {
    let taken = 0;
    for (const id of await this.subscriptions.findIds(BATCH_SIZE)) {
      try {
        taken += await retryOnConflict(() => this.db.inTransaction(() => this.db.tx((tx) => this.take(tx, id))));
      } catch (error) {
        reportFault(this.logger, 'failed to read a form', error);
        if (error instanceof AppError && error.kind === 'invalid') {
          await this.subscriptions.delete(id);
        }
      }
    }
    return taken;
  }

  private async take(tx: Tx, id: number): Promise<number> {
    const form = await this.subscriptions.take(tx, id);
    const wanted = form ? await this.findWanted(form) : [];
    if (!form || wanted.length === 0) {
      return form ? 1 : 0;
    }
    const { appId, email, language } = form;
    await declareConsentOrigin(tx, BY_FORM);
    const before = await this.findHolders(tx, appId, email);
    if (before.length === 0) {
      await this.addresses.uploadUnconfirmed(appId, email);
    }
    const uids = before.length > 0 ? before : await this.findHolders(tx, appId, email);
    const isMade = before.length === 0 || (await this.requests.findAsked(tx, appId, uids, 'created')).length > 0;
    const choices = wanted.map(({ categoryId }) => ({ categoryId, channel: 'EMAIL' as const, wants: true }));
    await this.topics.write(
      tx,
      appId,
      uids.map((uid) => ({ uid, choices })),
      { isForm: true, ...(language !== null && { language }), ...(isMade && { madeUser: true }) },
    );
    return 1;
  }

  private async findWanted({ appId, topics }: Subscription): Promise<Topic[]> {
    const names = new Set(topics);
    const all = await this.topics.listTopics(appId);
    return all.filter((topic) => names.has(topic.name) && isPublic(topic) && isOffered(topic, 'EMAIL'));
  }

  private async findHolders(tx: Tx, appId: number, email: string): Promise<number[]> {
    const holders = await this.contacts.findByAddresses(appId, 'email', [email], tx);
    return [...new Set(holders.map(({ uid }) => uid))].toSorted((a, b) => a - b).slice(0, MAX_HOLDERS);
  }
}

/** Tests if strangers may know of a topic: it has a title for people, or asks them to confirm. */
function isPublic({ title, doubleOptIn }: Topic): boolean {
  return doubleOptIn || Object.keys(title).length > 0;
}

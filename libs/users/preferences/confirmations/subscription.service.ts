import { Inject, Injectable } from '@nestjs/common';
import { declareConsentOrigin } from '#libs/users/consent';
import { contactKey, ContactHolderService, readEmailAddress, retryOnConflict } from '#libs/users/identities';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database, type Statements, type Tx } from '#platform/db';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { CONFIRM_WITHIN_MS } from '../topics/opt-in-request.service.js';
import { TopicService } from '../topics/topic.service.js';
import { isOffered } from '../topics/topic-states.js';
import type { Topic } from '../topics/topic.types.js';
import { SubscriptionRepository, type Subscription, type SubscriptionId } from './subscription.repository.js';

/** Delay at most until a form is read. */
const TAKE_MS = 1_000;
const BATCH_SIZE = 100;
/** A form that cannot be read leaves the front of the others. */
const FAULT_PAUSE_MS = 60_000;
/** Users of one address whose topics wait together. More of them share a mailbox that no person has. */
const MAX_HOLDERS = 20;
/** The source of forms in proofs. */
export const BY_FORM = { source: 'LINK', by: '/p/subscribe' } as const;

/** The application of a form that names none that is there. Its row is stored like any other, and dropped. */
const NO_APPLICATION = 0;

/** A form of a page. @property appId  null: no application has the name */
export type SubmittedForm = Omit<Subscription, 'appId'> & { appId: number | null };

/** Opt-ins by forms of pages: they can name any address, so each waits for a confirmation. */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly holders: ContactHolderService,
    private readonly topics: TopicService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores a form. Neither its answer nor its time shows if the address is known: nothing is looked up here.
   *
   * @throws AppError bad_address
   */
  async store({ appId, email: written, ...form }: SubmittedForm): Promise<void> {
    const email = readEmailAddress(written, 'email');
    const askedAt = this.clock.now();
    await this.subscriptions.insert(
      { ...form, appId: appId ?? NO_APPLICATION, email },
      { hash: contactKey(email).hash, askedAt, expiresAt: new Date(askedAt.getTime() + CONFIRM_WITHIN_MS) },
    );
  }

  /**
   * Reads stored forms. The topics of a known address wait as those of its users; a stranger has none before the answer.
   * Safe in several processes at once.
   *
   * @returns forms
   */
  @Recurring('subscriptions.take', TAKE_MS)
  async takeDue(): Promise<number> {
    let read = 0;
    for (const form of await this.subscriptions.findUnread(this.clock.now(), BATCH_SIZE)) {
      try {
        read += await retryOnConflict(() => this.db.inTransaction(() => this.db.tx((tx) => this.take(tx, form))));
      } catch (error) {
        reportFault(this.logger, 'failed to read a form', error, { appId: form.appId });
        await this.subscriptions.postpone(form, new Date(this.clock.now().getTime() + FAULT_PAUSE_MS));
      }
    }
    return read;
  }

  /** The topics of a form that strangers may ask for by e-mail. */
  async findWanted({ appId, topics }: Pick<Subscription, 'appId' | 'topics'>): Promise<Topic[]> {
    const names = new Set(topics);
    const all = await this.topics.listTopics(appId);
    return all.filter((topic) => names.has(topic.name) && isPublic(topic) && isOffered(topic, 'EMAIL'));
  }

  /** Users who have the address of a form, the first ones. */
  async findHolders(on: Statements, { appId, email }: Pick<Subscription, 'appId' | 'email'>): Promise<number[]> {
    return this.holders.findFirst(on, appId, { kind: 'email', address: email, most: MAX_HOLDERS });
  }

  private async take(tx: Tx, id: SubscriptionId): Promise<number> {
    const form = await this.subscriptions.lockUnread(tx, id);
    if (!form) {
      return 0;
    }
    const wanted = await this.findWanted(form);
    const uids = await this.findHolders(tx, form);
    if (wanted.length > 0 && uids.length === 0) {
      await this.subscriptions.setRead(tx, id);
      return 1;
    }
    await this.subscriptions.delete(id, tx);
    if (wanted.length > 0) {
      const choices = wanted.map(({ categoryId }) => ({ categoryId, channel: 'EMAIL' as const, wants: true }));
      await declareConsentOrigin(tx, BY_FORM);
      await this.topics.write(
        tx,
        form.appId,
        uids.map((uid) => ({ uid, choices })),
        { isForm: true, ...(form.language !== null && { language: form.language }) },
      );
    }
    return 1;
  }
}

/** Tests if strangers may know of a topic: it has a title for people, or asks them to confirm. */
function isPublic({ title, doubleOptIn }: Topic): boolean {
  return doubleOptIn || Object.keys(title).length > 0;
}

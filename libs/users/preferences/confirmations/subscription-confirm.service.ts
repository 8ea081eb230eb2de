import { Injectable } from '@nestjs/common';
import { contactOfAddress, TOPIC_CHANNELS } from '#libs/channels/definitions';
import { ConsentEventRepository, declareConsentOrigin } from '#libs/users/consent';
import { contactKeyText, retryOnConflict } from '#libs/users/identities';
import { AddressService } from '#libs/users/registry';
import { Database, type Statements, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { OptInAcceptanceService } from './opt-in-acceptance.service.js';
import type { Topic } from '../topics/topic.types.js';
import { SubscriptionRepository, type StoredSubscription } from './subscription.repository.js';
import { BY_FORM, SubscriptionService } from './subscription.service.js';

const CONTACT = contactOfAddress('email');

/** The form of a stranger as the link of its confirmation names it. */
export interface SubscriptionLink {
  appId: number;
  subscriptionId: number;
  addressKey: string;
  messageId: string;
}

/** A form that may be confirmed, or was. @property topics  of it, without those that were refused since */
export interface AskedSubscription {
  isConfirmed: boolean;
  topics: Topic[];
  language: string | null;
}

interface Found {
  form: StoredSubscription;
  uids: number[];
  topics: Topic[];
}

/** Confirms forms of strangers: only then the address becomes a user. */
@Injectable()
export class SubscriptionConfirmService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly forms: SubscriptionService,
    private readonly addresses: AddressService,
    private readonly acceptance: OptInAcceptanceService,
    private readonly history: ConsentEventRepository,
    private readonly clock: ClockService,
  ) {}

  /** Finds what a link asks, or asked. Changes nothing. */
  async find(link: SubscriptionLink): Promise<AskedSubscription | null> {
    const subscription = await this.read(this.db, link);
    return subscription && toAsked(subscription, subscription.form.confirmedAt !== null);
  }

  /**
   * Confirms a form, once, in one transaction with the proof and, where no user has the address, with a new one. It
   * confirms nothing that a user of the address has refused since.
   *
   * @returns null: there is nothing to confirm
   */
  async confirm(link: SubscriptionLink): Promise<AskedSubscription | null> {
    return retryOnConflict(() => this.db.inTransaction(() => this.db.tx((tx) => this.accept(tx, link))));
  }

  private async accept(tx: Tx, link: SubscriptionLink): Promise<AskedSubscription | null> {
    const subscription = await this.read(tx, link);
    const confirmedAt = this.clock.now();
    if (!subscription || !(await this.subscriptions.setConfirmed(tx, subscription.form, confirmedAt))) {
      return subscription && toAsked(subscription, true);
    }
    const { appId, email, askedAt, textHash } = subscription.form;
    await declareConsentOrigin(tx, { source: 'LINK', by: link.messageId });
    if (subscription.uids.length === 0) {
      await this.addresses.uploadAddresses(appId, 'email', [email]);
    }
    const uids = subscription.uids.length > 0 ? subscription.uids : await this.forms.findHolders(tx, { appId, email });
    const optIns = uids.flatMap((uid) =>
      subscription.topics.map(({ categoryId }) => ({
        uid,
        categoryId,
        channel: TOPIC_CHANNELS.EMAIL,
        askedAt,
        address: email,
        textHash: textHash ?? '',
        ...BY_FORM,
      })),
    );
    await this.acceptance.accept(tx, appId, optIns, { contact: CONTACT, messageId: link.messageId, confirmedAt });
    return toAsked(subscription, true);
  }

  /** @returns null for a form that is gone or too old, or whose topics are refused now */
  private async read(on: Statements, { appId, subscriptionId, addressKey }: SubscriptionLink): Promise<Found | null> {
    const form = await this.subscriptions.find(on, appId, subscriptionId);
    if (!form || form.expiresAt <= this.clock.now() || contactKeyText(form.email) !== addressKey) {
      return null;
    }
    const uids = await this.forms.findHolders(on, form);
    const since = form.confirmedAt ?? form.askedAt;
    const hasLeft = (await this.history.findRefusedSince(on, appId, CONTACT, uids, since, 'all')).length > 0;
    const refused = new Set(
      (await this.history.findRefusedTopics(on, appId, uids, since)).map(({ categoryId }) => categoryId),
    );
    const topics = (await this.forms.findWanted(form)).filter(({ categoryId }) => !hasLeft && !refused.has(categoryId));
    return topics.length === 0 ? null : { form, uids, topics };
  }
}

function toAsked({ topics, form: { language } }: Found, isConfirmed: boolean): AskedSubscription {
  return { isConfirmed, topics, language };
}

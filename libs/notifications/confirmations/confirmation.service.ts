import { Injectable } from '@nestjs/common';
import { toPageApplication, type PageApplication } from '#libs/delivery/engagement';
import { ApplicationService } from '#libs/tenancy';
import {
  OptInConfirmService,
  SubscriptionConfirmService,
  TopicService,
  type AskedSubscription,
  type Topic,
} from '#libs/users/preferences';
import { RecipientService } from '#libs/users/registry';
import { ConfirmationLinkService, type ReadLink } from './confirmation-link.service.js';

/**
 * The content of the page of a link.
 *
 * @property state     `open`: it asks; `confirmed`: the link has been answered; `used`: nothing is left to confirm
 * @property language  tag of the person's language; null: unknown
 */
export interface ConfirmationPage {
  state: 'open' | 'confirmed' | 'used';
  application: PageApplication;
  topics: Topic[];
  language: string | null;
}

type UserLink = Extract<ReadLink, { kind: 'user' }>;
type Shown = Omit<ConfirmationPage, 'application'>;
const USED: Shown = { state: 'used', topics: [], language: null };

/** Handles requests to the links of confirmations. The link is their only credential; an invalid one gives null. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly links: ConfirmationLinkService,
    private readonly optIns: OptInConfirmService,
    private readonly forms: SubscriptionConfirmService,
    private readonly topics: TopicService,
    private readonly applications: ApplicationService,
    private readonly recipients: RecipientService,
  ) {}

  /** Finds what a link asks. Changes nothing, because scanners of links open the page too. */
  async find(text: string): Promise<ConfirmationPage | null> {
    const read = await this.links.read(text);
    if (read?.kind === 'form') {
      return this.toPage(read.link.appId, toShown(await this.forms.find(read.link)));
    }
    return read && this.show(read, 'open', await this.optIns.findOpen(read.link));
  }

  /** Confirms what a link asks, once. A repeat changes nothing. */
  async confirm(text: string): Promise<ConfirmationPage | null> {
    const read = await this.links.read(text);
    if (read?.kind === 'form') {
      return this.toPage(read.link.appId, toShown(await this.forms.confirm(read.link)));
    }
    return read && this.show(read, 'confirmed', await this.optIns.confirm(read.link));
  }

  /** @param optIns  what is open, or was confirmed now; none: what the link confirmed before counts */
  private async show(
    { link, uid }: UserLink,
    state: 'open' | 'confirmed',
    optIns: readonly { categoryId: number; language: string | null }[],
  ): Promise<ConfirmationPage> {
    const { appId } = link;
    const aliases = await this.recipients.findAliases(appId, [uid]);
    const present = aliases.find((alias) => alias.uid === uid)?.toUid ?? uid;
    const before = optIns.length > 0 ? [] : await this.findConfirmed(link, present);
    const ids = new Set([...optIns.map(({ categoryId }) => categoryId), ...before]);
    const [user] = await this.recipients.findRecipientsByUser(appId, [present], { withProfile: false });
    return this.toPage(appId, {
      state: optIns.length > 0 ? state : before.length > 0 ? 'confirmed' : 'used',
      topics: (await this.topics.listTopics(appId)).filter(({ categoryId }) => ids.has(categoryId)),
      language: optIns.find(({ language }) => language !== null)?.language ?? user?.language ?? null,
    });
  }

  /** Topics that a link has confirmed, and that are still on. */
  private async findConfirmed(link: UserLink['link'], uid: number): Promise<number[]> {
    const confirmed = new Set((await this.optIns.findConfirmed(link, uid)).map(({ categoryId }) => categoryId));
    const states = confirmed.size > 0 ? await this.topics.readStates(link.appId, uid) : [];
    return states.flatMap(({ topic: { categoryId }, state }) =>
      confirmed.has(categoryId) && state === 'on' ? [categoryId] : [],
    );
  }

  private async toPage(appId: number, shown: Shown): Promise<ConfirmationPage> {
    return { ...shown, application: toPageApplication(await this.applications.getApplication(appId)) };
  }
}

function toShown(subscription: AskedSubscription | null): Shown {
  return subscription
    ? {
        state: subscription.isConfirmed ? 'confirmed' : 'open',
        topics: subscription.topics,
        language: subscription.language,
      }
    : USED;
}

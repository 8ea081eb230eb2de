import { Injectable } from '@nestjs/common';
import { toPageApplication, type PageApplication } from '#libs/delivery';
import { ApplicationService } from '#libs/tenancy';
import { OptInConfirmService, TopicService, type ConfirmLink, type Topic } from '#libs/users/preferences';
import { RecipientService } from '#libs/users/registry';
import { ConfirmationLinkService } from './confirmation-link.service.js';

/**
 * What the page of a link shows.
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

/** Handles requests to the links of confirmations. The link is their only credential; an invalid one gives null. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly links: ConfirmationLinkService,
    private readonly optIns: OptInConfirmService,
    private readonly topics: TopicService,
    private readonly applications: ApplicationService,
    private readonly recipients: RecipientService,
  ) {}

  /** Finds what a link asks. Changes nothing, because scanners of links open the page too. */
  async find(text: string): Promise<ConfirmationPage | null> {
    const link = await this.links.read(text);
    if (!link) {
      return null;
    }
    const open = await this.optIns.findOpen(link);
    if (open.length > 0) {
      return this.toPage(link, 'open', open, open.find(({ language }) => language !== null)?.language);
    }
    const confirmed = await this.findConfirmed(link);
    return this.toPage(link, confirmed.length > 0 ? 'confirmed' : 'used', confirmed);
  }

  /** Confirms what a link asks, once. A repeat changes nothing. */
  async confirm(text: string): Promise<ConfirmationPage | null> {
    const link = await this.links.read(text);
    if (!link) {
      return null;
    }
    const language = (await this.optIns.findOpen(link)).find((request) => request.language !== null)?.language;
    const accepted = await this.optIns.confirm(link);
    const confirmed = accepted.length > 0 ? accepted : await this.findConfirmed(link);
    return this.toPage(link, confirmed.length > 0 ? 'confirmed' : 'used', confirmed, language);
  }

  private async findConfirmed(link: ConfirmLink & { uid: number }): Promise<{ categoryId: number }[]> {
    const aliases = await this.recipients.findAliases(link.appId, [link.uid]);
    const present = aliases.find(({ uid }) => uid === link.uid)?.toUid ?? link.uid;
    return this.optIns.findConfirmed(link, [present]);
  }

  private async toPage(
    { appId, uid }: ConfirmLink & { uid: number },
    state: ConfirmationPage['state'],
    optIns: readonly { categoryId: number }[],
    language?: string | null,
  ): Promise<ConfirmationPage> {
    const ids = new Set(optIns.map(({ categoryId }) => categoryId));
    const [user] = await this.recipients.findRecipientsByUser(appId, [uid], { withProfile: false });
    return {
      state,
      application: toPageApplication(await this.applications.getApplication(appId)),
      topics: (await this.topics.listTopics(appId)).filter(({ categoryId }) => ids.has(categoryId)),
      language: language ?? user?.language ?? null,
    };
  }
}

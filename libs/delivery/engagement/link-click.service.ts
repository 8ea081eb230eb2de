import { Injectable } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { fillLinkTemplate, hasPlaceholder, findLinkTemplates } from '#libs/content/template';
import { channelByCode, FALLBACK_PLATFORM } from '../model/channel-policy.js';
import { type MessageRef } from '../model/message-id.js';
import { ClickRepository } from './clicks/click.repository.js';
import { LinkTokenService, type LinkRef } from './link-token.service.js';
import { LinkedMessageService } from './linked-message.service.js';
import type { FetchSigns } from './machines/fetch-signs.js';
import { FetchRecorderService } from './tracking/fetch-recorder.service.js';

/** The target of a clicked link. */
export interface FollowedLink {
  url: string;
  message: LinkRef;
}

/** Handles requests to the links of messages. A token is their only credential; an invalid one gives null. */
@Injectable()
export class LinkClickService {
  constructor(
    private readonly tokens: LinkTokenService,
    private readonly clicks: ClickRepository,
    private readonly messages: LinkedMessageService,
    private readonly recorder: FetchRecorderService,
  ) {}

  /** Reads the destination that a link of an e-mail carries. It needs no database, so that links work without one. */
  readDestination(token: string, url: string): FollowedLink | null {
    const message = this.tokens.readToken('click', token, url);
    return message && { url, message };
  }

  /**
   * Finds the destination of a text message's link in the stored message. A placeholder in it is filled with the parameter of
   * the user, of the send, or with the current attribute. Phones take a suffix or a word that follows the link for a part of it: that is left out.
   */
  async findShortDestination(link: string): Promise<FollowedLink | null> {
    const [token = ''] = /^[0-9A-Za-z]*/.exec(link) ?? [];
    const message = this.tokens.readToken('short', token);
    const owner = message && (await this.messages.findMessage(message.dispatchId));
    const template = owner ? findLinkTemplates(owner.message)[message.index] : undefined;
    if (!message || !owner || template === undefined) {
      return null;
    }
    const user = hasPlaceholder(template)
      ? await this.messages.findRecipient(owner.appId, message.recipientId)
      : undefined;
    const own = user && (await this.messages.findParams(owner, message.dispatchId, user.uid));
    const url = fillLinkTemplate(template, owner.message, user?.profile ?? {}, own);
    return url === null ? null : { url, message };
  }

  /** Records a click, once per recipient and as far as the person allows. A deleted message counts nothing. */
  async recordClick({ message }: FollowedLink, signs: FetchSigns): Promise<void> {
    const owner = await this.clicks.findLinkedMessage(message.dispatchId);
    if (owner) {
      const platform = FALLBACK_PLATFORM[channelByCode(message.channel)];
      await this.recorder.record({ kind: 'clicked', appId: owner.appId, message, platform }, message.index, signs);
    }
  }

  /** Reads the message of a tracking pixel. */
  readPixel(token: string): MessageRef | null {
    return this.tokens.readToken('open', token);
  }

  /** Records the opening of an e-mail, as `recordClick` does. */
  async recordOpen(message: MessageRef, signs: FetchSigns): Promise<void> {
    const owner = await this.clicks.findLinkedMessage(message.dispatchId);
    if (owner) {
      const platform = PLATFORMS.EMAIL.number;
      await this.recorder.record({ kind: 'opened', appId: owner.appId, message, platform }, null, signs);
    }
  }
}

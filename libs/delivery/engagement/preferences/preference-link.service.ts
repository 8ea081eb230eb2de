import { Injectable } from '@nestjs/common';
import { BY_LINK, type ConsentOrigin } from '#libs/users/consent';
import { PersonPreferencesService } from '#libs/users/preferences';
import { UserLookupService } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import { channelByCode } from '../../model/channel-policy.js';
import { messageId } from '../../model/message-id.js';
import { LinkTokenService } from '../link-token.service.js';
import { markAddress } from '../rendering/preferences-link.js';
import { LinkedMessageService } from '../linked-message.service.js';

/** How long a link works that belongs to no message. */
const LINK_MS = 24 * 60 * 60 * 1000;

/** The present user of a link. @property origin  of what changes by it */
export interface LinkedPerson {
  appId: number;
  uid: number;
  origin: ConsentOrigin;
}

/**
 * Links to the preferences of one person. Those of messages work as long as Herald knows the message, and
 * the person has the address that it went to; those that a server or
 * an app asked for end after a day, because they may stand in the address bar of a page.
 */
@Injectable()
export class PreferenceLinkService {
  constructor(
    private readonly tokens: LinkTokenService,
    private readonly messages: LinkedMessageService,
    private readonly users: UserLookupService,
    private readonly people: PersonPreferencesService,
    private readonly clock: ClockService,
  ) {}

  /** Creates the path of a link for a user, and its end. */
  createLink(appId: number, uid: number): { path: string; until: Date } {
    const until = new Date(this.clock.now().getTime() + LINK_MS);
    const seconds = Math.floor(until.getTime() / 1000);
    const ref = { dispatchId: seconds, channel: 0, recipientId: uid };
    return { path: `/p/${this.tokens.createToken('preferencesUntil', ref, appId)}`, until };
  }

  /** Finds the person of a link; null: it is invalid or has ended, or its message went to an address of another person. */
  async findPerson(token: string): Promise<LinkedPerson | null> {
    const timed = this.findTimed(token);
    return timed
      ? { ...timed, uid: await this.users.findPresentUid(timed.appId, timed.uid) }
      : this.findOfMessage(token);
  }

  private async findOfMessage(token: string): Promise<LinkedPerson | null> {
    const message = this.tokens.readToken('preferences', token);
    const owner = message && (await this.messages.findOwner(message.dispatchId));
    if (!message || !owner) {
      return null;
    }
    const { appId } = owner;
    const uid = await this.users.findPresentUid(appId, message.recipientId);
    const address = await this.people.findAddress(appId, uid, channelByCode(message.channel));
    // The next owner of a mailbox or number must not see what that person chooses.
    return address !== null && markAddress(address) === message.index
      ? { appId, uid, origin: { ...BY_LINK, by: messageId(message) } }
      : null;
  }

  private findTimed(token: string): LinkedPerson | null {
    const read = this.tokens.readToken('preferencesUntil', token);
    return read && read.dispatchId * 1000 > this.clock.now().getTime()
      ? { appId: read.index, uid: read.recipientId, origin: BY_LINK }
      : null;
  }
}

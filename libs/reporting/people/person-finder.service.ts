import { isAddressKind } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { InboxService } from '#libs/inbox';
import { fromInstallationId, withTrimmed } from '#libs/users/identities';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import { UserOverviewService, type UserOverview } from '../user-overview.service.js';
import type { FoundPerson, PersonWay } from './person-reader.types.js';

/** Users with one address that are shown. */
const MAX_FOUND = 20;

/** Finds people by a whole value of theirs, and describes them by name and devices. */
@Injectable()
export class PersonFinderService {
  constructor(
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly inbox: InboxService,
    private readonly overviews: UserOverviewService,
  ) {}

  /**
   * Finds users by a whole value; at most 20 of those who share an address.
   *
   * @param isPrivateShown  whether names that are private are shown
   */
  async find(appId: number, way: PersonWay, value: string, isPrivateShown: boolean): Promise<FoundPerson[]> {
    if (value.includes('\0')) {
      return [];
    }
    const uids = [...new Set(await this.findUids(appId, way, value))].slice(0, MAX_FOUND);
    return this.describe(appId, uids, isPrivateShown);
  }

  /** Describes some users, in their order. @param isPrivateShown  as of `find` */
  async describe(appId: number, uids: readonly number[], isPrivateShown: boolean): Promise<FoundPerson[]> {
    const extIds = await this.users.findExtIds(appId, uids);
    return Promise.all(
      uids.map(async (uid) => {
        const extId = extIds.get(uid);
        if (extId === undefined) {
          return { uid, extId: null, names: null, devices: null };
        }
        const { profile, devices } = await this.overviews.getUser(appId, extId, bare(isPrivateShown));
        return { uid, extId, names: namesOf(profile), devices: devices.length };
      }),
    );
  }

  private async findUids(appId: number, way: PersonWay, value: string): Promise<number[]> {
    if (way === 'extId') {
      return [...(await this.users.findUidsByExtIds(appId, withTrimmed([value]))).values()];
    }
    if (isAddressKind(way)) {
      return (await this.users.findUsersByTypedAddress(appId, way, value)).map(({ uid }) => uid);
    }
    const text = trimInvisible(value);
    if (way === 'messageId') {
      return this.findReceiver(appId, text);
    }
    const instId =
      way === 'token' ? (await this.users.findInstIdsByTokens(appId, [text])).get(text) : fromInstallationId(text);
    const owners =
      instId === undefined
        ? []
        : await this.recipients.findRecipientsByInstallation(appId, [instId], { withProfile: false });
    return owners.map(({ uid }) => uid);
  }

  /** Finds the user whose inbox has a message. */
  private async findReceiver(appId: number, messageId: string): Promise<number[]> {
    if (!/^[1-9]\d{0,14}$/.test(messageId)) {
      return [];
    }
    const message = await this.inbox.getMessage(appId, Number(messageId)).catch((error: unknown) => {
      if (error instanceof AppError && error.refusal === 'unknown_key') {
        return undefined;
      }
      throw error;
    });
    const extId = message?.extID;
    return extId === undefined ? [] : [...(await this.users.findUidsByExtIds(appId, [extId])).values()];
  }
}

/** A user without its segments and results. */
function bare(isPrivateShown: boolean) {
  return { private: isPrivateShown, segments: false, results: 0 };
}

/** Names as applications usually call them; null where the profile has none. */
export function namesOf(profile: UserOverview['profile']): string | null {
  const names = [profile['name'], profile['surname']].filter((name) => typeof name === 'string' && name !== '');
  return names.length > 0 ? names.join(' ') : null;
}

import { Injectable } from '@nestjs/common';
import { ProfilePageRepository } from '#libs/users/preferences';
import { AttributeService, type AttributeDefinitions } from '#libs/users/profiles';
import { hashPart } from '../words/search-parts.js';
import { isMeant, readQuestion, type SearchQuestion } from '../words/search-question.js';
import { listWords, namesOfWords, searchedAttributes } from '../words/search-fields.js';
import type { FoundUser, FoundUsers } from './user-search.types.js';
import { UserSearchRepository } from './user-search.repository.js';

/** Users that one search shows. */
const MAX_FOUND = 50;
/** Candidates that are read: few, and then more where their words lack what was typed. */
const CANDIDATES = [MAX_FOUND + 1, 512, 4096];

/** Finds users by parts of their names, ids, addresses and marked attributes. */
@Injectable()
export class UserSearchService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly repository: UserSearchRepository,
    private readonly profiles: ProfilePageRepository,
  ) {}

  /**
   * Finds at most 50 users. The entries may be a second old; each hit is compared with what the user has now.
   *
   * @param isPrivateShown  searches private values too. Without it they are not looked at
   */
  async find(appId: number, text: string, isPrivateShown: boolean): Promise<FoundUsers> {
    const searched = searchedAttributes(await this.attributes.getDefinitions(appId));
    const found = new Map<number, FoundUser>();
    for (const question of readQuestion(text)) {
      for (const user of await this.findMeant(appId, question, searched, isPrivateShown)) {
        found.set(user.uid, user);
      }
    }
    const users = [...found.values()];
    return { users: users.slice(0, MAX_FOUND), hasMore: users.length > MAX_FOUND };
  }

  /** The newest named users. */
  async findNewest(appId: number, isPrivateShown: boolean): Promise<(FoundUser & { createdAt: Date })[]> {
    const searched = searchedAttributes(await this.attributes.getDefinitions(appId));
    const newest = await this.repository.findNewest(appId, MAX_FOUND);
    const users = await this.read(
      appId,
      newest.map(({ uid }) => uid),
      searched,
      isPrivateShown,
    );
    const byUid = new Map(users.map((user) => [user.uid, user]));
    return newest.flatMap(({ uid, createdAt }) => {
      const user = byUid.get(uid);
      return user ? [{ ...user, createdAt }] : [];
    });
  }

  /** Some users as they are found; those that are gone or have no extId are absent. */
  async describe(appId: number, uids: readonly number[], isPrivateShown: boolean): Promise<FoundUser[]> {
    return this.read(appId, uids, searchedAttributes(await this.attributes.getDefinitions(appId)), isPrivateShown);
  }

  /** @returns one more than are shown, where there are more */
  private async findMeant(
    appId: number,
    question: SearchQuestion,
    searched: AttributeDefinitions,
    isPrivateShown: boolean,
  ): Promise<FoundUser[]> {
    const kinds = isPrivateShown ? [false, true] : [false];
    const parts = question.parts.map((part) => hashPart(appId, part, kinds));
    let meant: FoundUser[] = [];
    for (const limit of CANDIDATES) {
      const uids = await this.repository.findCandidates(appId, parts, kinds.length, limit);
      meant = await this.read(appId, uids, searched, isPrivateShown, question);
      if (uids.length < limit || meant.length > MAX_FOUND) {
        break;
      }
    }
    return meant;
  }

  /** Reads users as they are now. @param question  absent: all of them are meant */
  private async read(
    appId: number,
    uids: readonly number[],
    searched: AttributeDefinitions,
    isPrivateShown: boolean,
    question?: SearchQuestion,
  ): Promise<FoundUser[]> {
    const attrIds = [...searched.values()].map(({ attrId }) => attrId);
    const users = uids.length > 0 ? await this.profiles.findUsers(appId, uids, attrIds) : [];
    return users.flatMap((user) => {
      const { uid, extId } = user;
      const words = listWords(user, searched).filter(({ isPrivate }) => isPrivateShown || !isPrivate);
      if (extId === null || (question && !isMeant(question, words))) {
        return [];
      }
      const { terms = [] } = question ?? {};
      const by = words.filter(({ text }) => terms.some((term) => text.includes(term))).map(({ code }) => code);
      const open = words.filter(({ isPrivate }) => !isPrivate);
      return [
        {
          uid,
          extId,
          names: namesOfWords(words),
          by: [...new Set(by)],
          isPrivate: question !== undefined && !isMeant(question, open),
        },
      ];
    });
  }
}

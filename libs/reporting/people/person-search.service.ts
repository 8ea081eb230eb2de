import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { CountService, type Target } from '#libs/audience';
import { withTrimmed } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { foldText, UserSearchService, type FoundUser, type FoundUsers } from '#libs/users/search';
import { Database } from '#platform/db';
import { PersonFinderService } from './person-finder.service.js';

/** Exact values that a search tries where nothing has a part of it. */
const OTHER_WAYS = ['installationId', 'messageId', 'token'] as const;
/** Users of one whole value that are shown. */
const MAX_EXACT = 20;
/** Tags that begin with what was typed, of which one may be it. */
const MAX_TAGS = 5;
/** Users of a tag that are shown. */
const MAX_TAGGED = 50;

/**
 * People that a member searched, those with exactly what was typed first.
 *
 * @property items    at most 50 and those with the exact value
 * @property hasMore  others are meant too
 */
export interface SearchedPeople {
  items: readonly SearchedPerson[];
  hasMore: boolean;
}

/** @property createdAt  of the newest people; null of a search */
export interface SearchedPerson extends Omit<FoundUser, 'isPrivate'> {
  createdAt: Date | null;
}

/** @property isPrivateShown  whether private values are searched and shown */
export interface Searcher {
  isPrivateShown: boolean;
  origin: Origin;
}

/** Finds people by what a member types: whole values at once, parts of them as the change feed is applied. */
@Injectable()
export class PersonSearchService {
  constructor(
    private readonly search: UserSearchService,
    private readonly users: UserLookupService,
    private readonly people: PersonFinderService,
    private readonly counts: CountService,
    private readonly audit: AuditService,
    private readonly db: Database,
  ) {}

  /** The newest named users. */
  async listNewest(appId: number, { isPrivateShown }: Pick<Searcher, 'isPrivateShown'>): Promise<SearchedPeople> {
    return { items: (await this.search.findNewest(appId, isPrivateShown)).map(toPerson), hasMore: false };
  }

  /** Finds people. Hits by private values have an entry in the audit log, which names the users and not what was typed. */
  async find(appId: number, text: string, searcher: Searcher): Promise<SearchedPeople> {
    const { isPrivateShown, origin } = searcher;
    const [exact, parts, tagged] = await Promise.all([
      this.findExact(appId, text, isPrivateShown),
      this.search.find(appId, text, isPrivateShown),
      this.findTagged(appId, text, searcher),
    ]);
    const found = uniqueUsers([...exact, ...parts.users, ...tagged.users]);
    const hasMore = parts.hasMore || tagged.hasMore;
    if (found.length === 0) {
      return { items: (await this.findOtherwise(appId, text, isPrivateShown)).map(toPerson), hasMore };
    }
    const hidden = found.filter(({ isPrivate }) => isPrivate).map(({ uid }) => uid);
    if (hidden.length > 0) {
      const subject = `users ${hidden.toSorted((a, b) => a - b).join(' ')}`;
      await this.db.tx((tx) => this.audit.append(tx, appId, origin, [{ action: 'user.search', subject }]));
    }
    return { items: found.map(toPerson), hasMore };
  }

  /** Users with the whole value, as it is stored now: in these look-ups a value is with its commit. */
  private async findExact(appId: number, text: string, isPrivateShown: boolean): Promise<FoundUser[]> {
    const ways = new Map<number, { by: string; isPrivate: boolean }>();
    for (const uid of (await this.users.findUidsByExtIds(appId, withTrimmed([text]))).values()) {
      ways.set(uid, { by: 'extId', isPrivate: false });
    }
    for (const kind of isPrivateShown ? ADDRESS_KINDS : []) {
      for (const { uid } of (await this.users.findUsersByTypedAddress(appId, kind, text)).slice(0, MAX_EXACT)) {
        ways.set(uid, ways.get(uid) ?? { by: kind, isPrivate: true });
      }
    }
    const described = await this.search.describe(appId, [...ways.keys()], isPrivateShown);
    return described.flatMap((user) => {
      const way = ways.get(user.uid);
      return way ? [{ ...user, by: [way.by], isPrivate: way.isPrivate }] : [];
    });
  }

  /** Users with the tag of this name; of many some, each as likely as every other. */
  private async findTagged(appId: number, text: string, { isPrivateShown, origin }: Searcher): Promise<FoundUsers> {
    const names = text.trim() === '' ? [] : await this.users.findTagNames(appId, text.trim(), MAX_TAGS);
    const name = names.find((each) => foldText(each) === foldText(text));
    if (name === undefined) {
      return { users: [], hasMore: false };
    }
    const viewer = { by: origin.by, seesPrivate: isPrivateShown };
    const target: Target = { type: 'tag', mode: 'any', names: [name] };
    const { counts: uids } = await this.counts.draw(appId, target, MAX_TAGGED + 1, viewer);
    const users = await this.search.describe(appId, uids.slice(0, MAX_TAGGED), isPrivateShown);
    return { users: users.map((user) => ({ ...user, by: ['tag'] })), hasMore: uids.length > MAX_TAGGED };
  }

  private async findOtherwise(appId: number, text: string, isPrivateShown: boolean): Promise<FoundUser[]> {
    for (const way of OTHER_WAYS) {
      const uids = (await this.people.find(appId, way, text, false)).map(({ uid }) => uid);
      const users = await this.search.describe(appId, uids, isPrivateShown);
      if (users.length > 0) {
        return users.map((user) => ({ ...user, by: [way] }));
      }
    }
    return [];
  }
}

/** Each user once, as it was found first. */
function uniqueUsers(users: readonly FoundUser[]): FoundUser[] {
  const seen = new Set<number>();
  return users.filter(({ uid }) => !seen.has(uid) && seen.add(uid));
}

function toPerson({
  uid,
  extId,
  names,
  by,
  createdAt = null,
}: FoundUser & { createdAt?: Date | null }): SearchedPerson {
  return { uid, extId, names, by, createdAt };
}

import { ADDRESS_KINDS } from '#libs/channels';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { withTrimmed } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { UserSearchService, type FoundUser } from '#libs/users/search';
import { Database } from '#platform/db';
import { PersonReaderService } from './person-reader.service.js';

/** Exact values that a search tries where nothing has a part of it. */
const OTHER_WAYS = ['installationId', 'messageId', 'token'] as const;
/** Users of one whole value that are shown. */
const MAX_EXACT = 20;

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
    private readonly people: PersonReaderService,
    private readonly audit: AuditService,
    private readonly db: Database,
  ) {}

  /** The newest named users. */
  async listNewest(appId: number, { isPrivateShown }: Pick<Searcher, 'isPrivateShown'>): Promise<SearchedPeople> {
    return { items: (await this.search.findNewest(appId, isPrivateShown)).map(toPerson), hasMore: false };
  }

  /** Finds people. Hits by private values have an entry in the audit log, which names the users and not what was typed. */
  async find(appId: number, text: string, { isPrivateShown, origin }: Searcher): Promise<SearchedPeople> {
    const [exact, { users, hasMore }] = await Promise.all([
      this.findExact(appId, text, isPrivateShown),
      this.search.find(appId, text, isPrivateShown),
    ]);
    const named = new Set(exact.map(({ uid }) => uid));
    const found = [...exact, ...users.filter(({ uid }) => !named.has(uid))];
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

function toPerson({ isPrivate: _, ...user }: FoundUser & { createdAt?: Date }): SearchedPerson {
  return { createdAt: null, ...user };
}

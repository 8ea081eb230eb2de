import { Injectable } from '@nestjs/common';
import { bucketOf, BUCKETS } from '#platform/ids';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import {
  ContactRepository,
  type UserAddress,
  ADDRESS_READERS,
  isNumberKind,
  AliasRepository,
  type ResultPlace,
  UidBlockRepository,
  type ContactKind,
} from '#libs/users/identities';
import {
  AttributeService,
  type AttributeDefinitions,
  type AttributeDefinition,
  UserRepository,
  TagRepository,
} from '#libs/users/profiles';
import { tokenKey, TokenRepository } from '#libs/users/devices';

/** Translates names to ids for other modules. Names without an id are absent from the answers, which keep no order. */
@Injectable()
export class UserLookupService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly tokens: TokenRepository,
    private readonly tags: TagRepository,
    private readonly users: UserRepository,
    private readonly uidBlocks: UidBlockRepository,
    private readonly contacts: ContactRepository,
    private readonly aliases: AliasRepository,
  ) {}

  /** Attributes by code, at most a second old. Every defined code of `codes` is present. */
  async getAttributesByCode(appId: number, codes: Iterable<string> = []): Promise<AttributeDefinitions> {
    return this.attributes.getDefinitionsFor(appId, codes);
  }

  /** Attributes by code as an open transaction sees them, its own changes included. */
  async findAttributes(tx: Tx, appId: number): Promise<AttributeDefinitions> {
    return this.attributes.findDefinitions(tx, appId);
  }

  /** Makes this process see all committed attributes. Its own may be a second old. */
  async refreshAttributes(appId: number): Promise<void> {
    await this.attributes.refreshDefinitions(appId);
  }

  /** All attributes of an application, built-in ones first, read from the database. */
  async findLatestAttributes(appId: number): Promise<AttributeDefinition[]> {
    return [...(await this.attributes.findLatestDefinitions(appId)).values()];
  }

  /** Tests if a statement that began at `since` may have used outdated attributes. To be asked after the statement. */
  async areOutdated(
    appId: number,
    attributes: readonly Pick<AttributeDefinition, 'attrId' | 'removing'>[],
    since: Date,
  ): Promise<boolean> {
    return this.attributes.areOutdated(appId, attributes, since);
  }

  /** Tag ids by name. */
  async findTagIds(appId: number, names: readonly string[]): Promise<Map<string, number>> {
    return this.tags.findIds(appId, names);
  }

  /** Names of tags that begin so, in any case, in their order. */
  async findTagNames(appId: number, begins: string, limit: number): Promise<string[]> {
    return this.tags.findNames(appId, begins, limit);
  }

  /** Finds where a user went that was merged into another one; undefined for one that was not. */
  async findMerge(appId: number, uid: number): Promise<{ toUid: number; mergedAt: Date } | undefined> {
    return this.aliases.findMerge(appId, uid);
  }

  /** Present users of those that were merged, by former uid; others are absent. */
  async findSurvivors(appId: number, uids: readonly number[]): Promise<Map<number, number>> {
    return new Map((await this.aliases.findRelated(appId, uids)).map(({ uid, toUid }) => [uid, toUid]));
  }

  /** Uids by extId. */
  async findUidsByExtIds(appId: number, extIds: readonly string[]): Promise<Map<string, number>> {
    const existing = await this.users.findByExtIds(
      appId,
      extIds.map((extId) => bucketOf(appId, extId)),
      extIds,
    );
    return new Map(existing.map((user) => [user.extId, user.uid]));
  }

  /** ExtIds by uid, of at most 1,000 users; those without one are absent. */
  async findExtIds(appId: number, uids: readonly number[]): Promise<Map<number, string>> {
    const named = await this.users.findExtIds(appId, uids);
    return new Map(named.map(({ uid, extId }) => [uid, extId]));
  }

  /**
   * Users with an address that a person typed: a number may lack its calling code, and anything may be around it. Of a
   * text that is no address none.
   */
  async findUsersByTypedAddress(appId: number, kind: ContactKind, text: string): Promise<UserAddress[]> {
    const country = isNumberKind(kind) ? await this.attributes.getCountry(appId) : undefined;
    let address;
    try {
      address = ADDRESS_READERS[kind](text, kind, country);
    } catch (error) {
      if (error instanceof AppError) {
        // Earlier releases stored some that are none today.
        address = trimInvisible(text);
      } else {
        throw error;
      }
    }
    return this.contacts.findByAddresses(appId, kind, [address]);
  }

  /** Users that have one of some addresses, in any spelling. Several users may share an address. */
  async findUsersByAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<UserAddress[]> {
    return this.contacts.findByAddresses(appId, kind, addresses);
  }

  /** Ids of the installations that have a token, or had it last, by the token as given. */
  async findInstIdsByTokens(appId: number, tokens: readonly string[]): Promise<Map<string, number>> {
    const keys = new Map(tokens.map((token) => [token, tokenKey(token)]));
    const owners = await this.tokens.findOwners(appId, [...keys.values()]);
    const instIds = new Map(owners.map((owner) => [owner.hash, owner.instId]));
    return new Map(
      [...keys].flatMap(([token, key]): [string, number][] => {
        const instId = instIds.get(key.hash.toString('hex'));
        return instId === undefined ? [] : [[token, instId]];
      }),
    );
  }

  /** Finds the uid after a merge: that of the user itself where it was never merged. */
  async findPresentUid(appId: number, uid: number): Promise<number> {
    const related = await this.aliases.findRelated(appId, [uid]);
    return related.find((alias) => alias.uid === uid)?.toUid ?? uid;
  }

  /** Finds where results of some users may lie. */
  async findResultPlaces(appId: number, uids: readonly number[], tx?: Tx): Promise<ResultPlace[]> {
    return this.aliases.findResultPlaces(appId, uids, tx);
  }

  /** Upper bound of an application's number of users: uids handed out, gaps included. */
  async countAllocatedUids(appId: number): Promise<number> {
    return this.uidBlocks.countAllocated(appId, 'user');
  }

  /** Applications with at least so many uids handed out, in order. */
  async findLargeApps(leastUsers: number): Promise<number[]> {
    return this.uidBlocks.findApps('user', leastUsers);
  }

  /** Exclusive upper bound of an application's uids. */
  async findUidUpperBound(appId: number): Promise<number> {
    return (await this.uidBlocks.findUpperBound(appId, 'user')) * BUCKETS;
  }
}

import { Injectable } from '@nestjs/common';
import { bucketOf, BUCKETS } from '#platform/ids';
import type { Tx } from '#platform/db';
import { AddressLookupRepository, type UserAddress } from './addresses/address-lookup.repository.js';
import { AliasRepository, type Alias } from './ids/alias.repository.js';
import { AttributeService, type AttributeDefinitions } from './attributes/attribute.service.js';
import type { AttributeDefinition } from './attributes/attribute.types.js';
import { DeletedUserRepository, type DeletedUser } from './erasure/deleted-user.repository.js';
import { tokenKey } from './devices/device-token.js';
import { buildProfile } from './attributes/build-profile.js';
import { RecipientRepository } from './recipient.repository.js';
import { RemovalService } from './attributes/removal.service.js';
import type { ContactKind } from './lookup-key.js';
import { STANDARD_ATTRIBUTE_IDS } from './attributes/standard-attributes.js';
import { SubjectRepository, type Subject } from './ids/subject.repository.js';
import { TagRepository } from './tags/tag.repository.js';
import { TokenRepository } from './devices/token.repository.js';
import { UidBlockRepository } from './ids/uid-block.repository.js';
import { UserRepository } from './user.repository.js';
import type { ContactRecipient, PushRecipient, ReadOptions } from './users.types.js';

/** What other rooms ask of this one. Numbers that do not exist are absent from the answers, which keep no order. */
@Injectable()
export class UserLookupService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly recipients: RecipientRepository,
    private readonly removals: RemovalService,
    private readonly tokens: TokenRepository,
    private readonly tags: TagRepository,
    private readonly users: UserRepository,
    private readonly uidBlocks: UidBlockRepository,
    private readonly addresses: AddressLookupRepository,
    private readonly aliases: AliasRepository,
    private readonly deletedUsers: DeletedUserRepository,
    private readonly subjectRepository: SubjectRepository,
  ) {}

  /** Installations as they are now, for a push. */
  async findRecipientsByInstallation(
    appId: number,
    instIds: readonly number[],
    options: ReadOptions,
  ): Promise<PushRecipient[]> {
    const definitions = await this.attributes.getDefinitions(appId);
    const rows = await this.recipients.findPush(appId, instIds, { ...options, languageId: getLanguageId(definitions) });
    const survivedRemovals = await this.findSurvivors(appId, definitions, rows, options);
    return rows.map(({ attrs, email, msisdn, ...recipient }) =>
      attrs
        ? {
            ...recipient,
            profile: buildProfile({ attrs, email, msisdn }, definitions, survivedRemovals.get(recipient.uid)),
          }
        : recipient,
    );
  }

  /** Users as they are now, for an e-mail or SMS. */
  async findRecipientsByUser(
    appId: number,
    uids: readonly number[],
    options: ReadOptions,
  ): Promise<ContactRecipient[]> {
    const definitions = await this.attributes.getDefinitions(appId);
    const rows = await this.recipients.findContacts(appId, uids, {
      ...options,
      languageId: getLanguageId(definitions),
    });
    const survivedRemovals = await this.findSurvivors(appId, definitions, rows, options);
    return rows.map(({ attrs, ...recipient }) =>
      attrs
        ? {
            ...recipient,
            profile: buildProfile({ ...recipient, attrs }, definitions, survivedRemovals.get(recipient.uid)),
          }
        : recipient,
    );
  }

  /** Attributes by code; at most a second old, and certain to have every code of `codes` that is defined. */
  async getAttributesByCode(appId: number, codes: Iterable<string> = []): Promise<AttributeDefinitions> {
    return this.attributes.getDefinitionsFor(appId, codes);
  }

  /** Attributes by code as an open transaction sees them, its own changes included. */
  async findAttributes(tx: Tx, appId: number): Promise<AttributeDefinitions> {
    return this.attributes.findDefinitions(tx, appId);
  }

  /** All attributes that users can have, built-in ones first, as they are this instant. */
  async findLatestAttributes(appId: number): Promise<AttributeDefinition[]> {
    return [...(await this.attributes.findLatestDefinitions(appId)).values()];
  }

  /** Numbers of the tags that exist, by name. */
  async findTagIds(appId: number, names: readonly string[]): Promise<Map<string, number>> {
    return this.tags.findIds(appId, names);
  }

  /** Numbers of the users that exist, by extId. */
  async findUidsByExtIds(appId: number, extIds: readonly string[]): Promise<Map<string, number>> {
    const existing = await this.users.findByExtIds(
      appId,
      extIds.map((extId) => bucketOf(appId, extId)),
      extIds,
    );
    return new Map(existing.map((user) => [user.extId, user.uid]));
  }

  /** Users that have one of some addresses, whatever its case; several may share one. */
  async findUsersByAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<UserAddress[]> {
    return this.addresses.findByAddresses(appId, kind, addresses);
  }

  /** Numbers of the installations that have a token or had it last, by token as given. */
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

  /** Users with all by which they are known elsewhere, those that exist. */
  async findSubjects(tx: Tx, appId: number, extIds: readonly string[]): Promise<Subject[]> {
    return this.subjectRepository.findByExtIds(tx, appId, extIds);
  }

  /** Numbers of users who had one of some extIds and were deleted. Nothing is kept of them afterwards. */
  async takeDeletedUsers(tx: Tx, appId: number, extIds: readonly string[]): Promise<DeletedUser[]> {
    const vbs = extIds.map((extId) => bucketOf(appId, extId));
    return this.deletedUsers.takeByExtIds(tx, appId, vbs, extIds);
  }

  /** Buckets in which results of some users may lie, each with its user. */
  async findResultBuckets(appId: number, uids: readonly number[], tx?: Tx): Promise<{ uid: number; vb: number }[]> {
    return this.aliases.findResultBuckets(appId, uids, tx);
  }

  /**
   * Who nameless users of the past turned out to be, together with all others who turned out to be the same. Those of
   * whom nothing is known are absent.
   */
  async findAliases(appId: number, uids: readonly number[]): Promise<Alias[]> {
    return this.aliases.findRelated(appId, uids);
  }

  /** At most how many users an application has: numbers handed out, gaps included. */
  async countAllocatedUids(appId: number): Promise<number> {
    return this.uidBlocks.countAllocated(appId, 'user');
  }

  /** No user of an application has this uid or a higher one. */
  async findUidUpperBound(appId: number): Promise<number> {
    return (await this.uidBlocks.findUpperBound(appId, 'user')) * BUCKETS;
  }

  private findSurvivors(
    appId: number,
    definitions: AttributeDefinitions,
    rows: readonly { uid: number }[],
    { withProfile }: ReadOptions,
  ): ReturnType<RemovalService['findSurvivors']> {
    return this.removals.findSurvivors(appId, definitions, withProfile ? rows.map(({ uid }) => uid) : []);
  }
}

function getLanguageId(definitions: AttributeDefinitions): number {
  return definitions.get('language')?.attrId ?? STANDARD_ATTRIBUTE_IDS.language;
}

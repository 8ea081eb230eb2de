import { Injectable } from '@nestjs/common';
import { bucketOf, BUCKETS } from '#platform/ids';
import type { Tx } from '#platform/db';
import { AddressLookupRepository, type AddressOfUser } from './addresses/address-lookup.repository.js';
import { AliasRepository, type Alias } from './numbers/alias.repository.js';
import { AttributeService, type Definitions } from './attributes/attribute.service.js';
import type { AttributeDefinition } from './attributes/attribute.types.js';
import { DepartedRepository, type Departed } from './erasure/departed.repository.js';
import { tokenKey } from './devices/device-token.js';
import { profileOf } from './attributes/profiles.js';
import { RecipientRepository } from './recipient.repository.js';
import { RemovalService } from './attributes/removal.service.js';
import type { ContactKind } from './lookup-key.js';
import { STANDARD } from './attributes/standard-attributes.js';
import { SubjectRepository, type Subject } from './numbers/subject.repository.js';
import { TagRepository } from './tags/tag.repository.js';
import { TokenRepository } from './devices/token.repository.js';
import { UidBlockRepository } from './numbers/uid-block.repository.js';
import { UserRepository } from './user.repository.js';
import type { ContactRecipient, PushRecipient, ReadOptions } from './users.types.js';

/** What other rooms ask of this one. Numbers that do not exist are absent from the answers, which keep no order. */
@Injectable()
export class UsersService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly recipients: RecipientRepository,
    private readonly removals: RemovalService,
    private readonly tokens: TokenRepository,
    private readonly tags: TagRepository,
    private readonly users: UserRepository,
    private readonly blocks: UidBlockRepository,
    private readonly addresses: AddressLookupRepository,
    private readonly aliasRows: AliasRepository,
    private readonly departed: DepartedRepository,
    private readonly subjectRows: SubjectRepository,
  ) {}

  /** Installations as they are now, for a push. */
  async recipientsByInstallation(
    appId: number,
    instIds: readonly number[],
    options: ReadOptions,
  ): Promise<PushRecipient[]> {
    const definitions = await this.attributes.definitions(appId);
    const rows = await this.recipients.findPush(appId, instIds, { ...options, languageId: languageId(definitions) });
    const survived = await this.survivors(appId, definitions, rows, options);
    return rows.map(({ attrs, email, msisdn, ...recipient }) =>
      attrs
        ? { ...recipient, profile: profileOf({ attrs, email, msisdn }, definitions, survived.get(recipient.uid)) }
        : recipient,
    );
  }

  /** Users as they are now, for an e-mail or SMS. */
  async recipientsByUser(appId: number, uids: readonly number[], options: ReadOptions): Promise<ContactRecipient[]> {
    const definitions = await this.attributes.definitions(appId);
    const rows = await this.recipients.findContacts(appId, uids, { ...options, languageId: languageId(definitions) });
    const survived = await this.survivors(appId, definitions, rows, options);
    return rows.map(({ attrs, ...recipient }) =>
      attrs
        ? { ...recipient, profile: profileOf({ ...recipient, attrs }, definitions, survived.get(recipient.uid)) }
        : recipient,
    );
  }

  /** Attributes by code; at most a second old, and certain to have every code of `codes` that is defined. */
  async attributesByCode(appId: number, codes: Iterable<string> = []): Promise<Definitions> {
    return this.attributes.definitionsOf(appId, codes);
  }

  /** Attributes by code as an open transaction sees them, its own changes included. */
  async attributesWithin(tx: Tx, appId: number): Promise<Definitions> {
    return this.attributes.definitionsWithin(tx, appId);
  }

  /** All attributes that users can have, built-in ones first, as they are this instant. */
  async latestAttributes(appId: number): Promise<AttributeDefinition[]> {
    return [...(await this.attributes.latestDefinitions(appId)).values()];
  }

  /** Numbers of the tags that exist, by name. */
  async tagIds(appId: number, names: readonly string[]): Promise<Map<string, number>> {
    return this.tags.findIds(appId, names);
  }

  /** Numbers of the users that exist, by extId. */
  async uidsByExtIds(appId: number, extIds: readonly string[]): Promise<Map<string, number>> {
    const found = await this.users.findByExtIds(
      appId,
      extIds.map((extId) => bucketOf(appId, extId)),
      extIds,
    );
    return new Map(found.map((user) => [user.extId, user.uid]));
  }

  /** Users that have one of some addresses, whatever its case; several may share one. */
  async usersByAddresses(appId: number, kind: ContactKind, addresses: readonly string[]): Promise<AddressOfUser[]> {
    return this.addresses.findByAddresses(appId, kind, addresses);
  }

  /** Numbers of the installations that have a token or had it last, by token as given. */
  async instIdsByTokens(appId: number, tokens: readonly string[]): Promise<Map<string, number>> {
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
  async subjects(tx: Tx, appId: number, extIds: readonly string[]): Promise<Subject[]> {
    return this.subjectRows.find(tx, appId, extIds);
  }

  /** Numbers of users who had one of some extIds and were deleted. Nothing is kept of them afterwards. */
  async takeDeparted(tx: Tx, appId: number, extIds: readonly string[]): Promise<Departed[]> {
    const vbs = extIds.map((extId) => bucketOf(appId, extId));
    return this.departed.take(tx, appId, vbs, extIds);
  }

  /** Buckets in which results of some users may lie, each with its user. */
  async bucketsOf(appId: number, uids: readonly number[], tx?: Tx): Promise<{ uid: number; vb: number }[]> {
    return this.aliasRows.bucketsOf(appId, uids, tx);
  }

  /**
   * Who nameless users of the past turned out to be, together with all others who turned out to be the same. Those of
   * whom nothing is known are absent.
   */
  async aliases(appId: number, uids: readonly number[]): Promise<Alias[]> {
    return this.aliasRows.findRelated(appId, uids);
  }

  /** At most how many users an application has: numbers handed out, gaps included. */
  async highestCount(appId: number): Promise<number> {
    return this.blocks.countTaken(appId, 'user');
  }

  /** No user of an application has this uid or a higher one. */
  async highestUid(appId: number): Promise<number> {
    return (await this.blocks.findHighest(appId, 'user')) * BUCKETS;
  }

  private survivors(
    appId: number,
    definitions: Definitions,
    rows: readonly { uid: number }[],
    { withProfile }: ReadOptions,
  ): ReturnType<RemovalService['survivors']> {
    return this.removals.survivors(appId, definitions, withProfile ? rows.map(({ uid }) => uid) : []);
  }
}

function languageId(definitions: Definitions): number {
  return definitions.get('language')?.attrId ?? STANDARD.language;
}

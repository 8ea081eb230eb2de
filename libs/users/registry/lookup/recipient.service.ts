import { Injectable } from '@nestjs/common';
import type { ValueKind } from '#libs/content';
import {
  AttributeService,
  type AttributeDefinitions,
  buildProfile,
  RemovalService,
  STANDARD_ATTRIBUTE_IDS,
  toValueKinds,
} from '#libs/users/profiles';
import { AliasRepository, type Alias } from '#libs/users/identities';
import type { ContactRecipient, PushRecipient, ReadOptions } from './recipient.types.js';
import { RecipientRepository } from './recipient.repository.js';

const NO_SURVIVORS: ReadonlyMap<number, ReadonlySet<number>> = new Map();

/** Reads recipients at the moment of sending. Missing ids are absent from the answers, which keep no order. */
@Injectable()
export class RecipientService {
  private readonly kinds = new WeakMap<AttributeDefinitions, ReadonlyMap<string, ValueKind>>();

  constructor(
    private readonly attributes: AttributeService,
    private readonly recipients: RecipientRepository,
    private readonly removals: RemovalService,
    private readonly aliases: AliasRepository,
  ) {}

  /** Finds the meaning of the numbers among the attributes of an application, by code. */
  async findValueKinds(appId: number): Promise<ReadonlyMap<string, ValueKind>> {
    const definitions = await this.attributes.getDefinitions(appId);
    const kinds = this.kinds.get(definitions) ?? toValueKinds(definitions);
    this.kinds.set(definitions, kinds);
    return kinds;
  }

  /** Installations as they are now, for a push. */
  async findRecipientsByInstallation(
    appId: number,
    instIds: readonly number[],
    options: ReadOptions,
  ): Promise<PushRecipient[]> {
    const definitions = await this.attributes.getDefinitions(appId);
    const rows = await this.recipients.findPush(appId, instIds, { ...options, languageId: getLanguageId(definitions) });
    if (!options.withProfile) {
      return rows;
    }
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

  /**
   * Aliases of some anonymous users that were merged into another user, with all other aliases of the same user. Users
   * that were never merged are absent.
   */
  async findAliases(appId: number, uids: readonly number[]): Promise<Alias[]> {
    return this.aliases.findRelated(appId, uids);
  }

  /** Users that were merged into some present ones. */
  async findMergedUsers(appId: number, toUids: readonly number[]): Promise<Alias[]> {
    return this.aliases.findMergedUsers(appId, toUids);
  }

  /**
   * Finds the installations that belong to another user now than when an audience was frozen. A merge changes no user.
   *
   * @param frozenOwners  users of those installations that had left their first user when they were frozen
   * @returns the user for which each such installation was frozen, under its present uid
   */
  async findFormerOwners(
    appId: number,
    devices: readonly Pick<PushRecipient, 'instId' | 'uid' | 'firstUid'>[],
    frozenOwners: ReadonlyMap<number, number>,
  ): Promise<Map<number, number>> {
    const changed = devices.flatMap(({ instId, uid, firstUid }) => {
      const frozenUid = frozenOwners.get(instId) ?? firstUid ?? uid;
      return frozenUid === uid ? [] : [{ instId, uid, frozenUid }];
    });
    if (changed.length === 0) {
      return new Map();
    }
    const frozenUids = [...new Set(changed.map(({ frozenUid }) => frozenUid))];
    const successors = new Map((await this.findAliases(appId, frozenUids)).map(({ uid, toUid }) => [uid, toUid]));
    return new Map(
      changed.flatMap(({ instId, uid, frozenUid }): [number, number][] => {
        const ownerUid = successors.get(frozenUid) ?? frozenUid;
        return ownerUid === uid ? [] : [[instId, ownerUid]];
      }),
    );
  }

  private async findSurvivors(
    appId: number,
    definitions: AttributeDefinitions,
    rows: readonly { uid: number }[],
    { withProfile }: ReadOptions,
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const uids = rows.map(({ uid }) => uid);
    return withProfile ? this.removals.findSurvivors(appId, definitions, uids) : NO_SURVIVORS;
  }
}

function getLanguageId(definitions: AttributeDefinitions): number {
  return definitions.get('language')?.attrId ?? STANDARD_ATTRIBUTE_IDS.language;
}

import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS, CONTACTS, TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { AppError } from '#platform/errors';
import {
  AttributeService,
  buildProfile,
  withoutPrivate,
  RemovalService,
  type DataType,
  type Profile,
} from '#libs/users/profiles';
import { TopicService } from '../topics/topic.service.js';
import type { PersonTopic } from '../topics/topic.types.js';
import { AliasRepository, toInstallationId, contactKeys, type Addresses } from '#libs/users/identities';
import { ConsentHistoryService, type ConfirmedOptIn, type ConsentEvent } from './consent-history.service.js';
import { UserExportRepository, type ExportedDeviceRow, type ExportedUserRow } from './user-export.repository.js';
import type {
  ExportedPerson,
  ExportedUser,
  PresentedSuppression,
  TopicConsents,
  PresentedDevice,
} from './user-export.types.js';

/** Reads what this module has of one person. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly repository: UserExportRepository,
    private readonly attributes: AttributeService,
    private readonly removals: RemovalService,
    private readonly aliases: AliasRepository,
    private readonly topics: TopicService,
    private readonly consentHistory: ConsentHistoryService,
  ) {}

  /** Finds a person by extId; undefined when neither a user nor a deleted one had it. */
  async findPerson(appId: number, extId: string): Promise<ExportedPerson | undefined> {
    if (extId.includes('\0')) {
      return undefined;
    }
    const user = await this.repository.findUser(appId, extId);
    const deleted = await this.repository.findDeleted(appId, extId);
    const present = user ? await this.aliases.findResultPlaces(appId, [user.uid]) : [];
    const uids = [...(user ? [user.uid] : []), ...deleted.map(({ uid }) => uid)];
    const former = deleted.flatMap(({ places }) => places);
    return uids.length === 0 ? undefined : { user, uids, resultPlaces: [...present, ...former] };
  }

  /**
   * Reads the data of a present user in this module.
   *
   * @param isPrivateShown  whether it has private values: of the profile, and places of devices
   * @throws AppError unknown_subject
   */
  async readUser(
    appId: number,
    extId: string,
    isPrivateShown: boolean,
  ): Promise<ExportedUser & { uid: number; user: NonNullable<ExportedUser['user']> }> {
    const person = await this.findPerson(appId, extId);
    const exported = person?.user && (await this.exportUser(appId, person));
    if (!exported?.user) {
      throw new AppError('unknown_subject', `No user has the extId '${extId.slice(0, 100)}'`);
    }
    const { user } = exported;
    const found = { ...exported, user, uid: person?.user?.uid ?? Number.NaN };
    if (isPrivateShown) {
      return found;
    }
    const profile = withoutPrivate(found.profile, await this.attributes.getDefinitions(appId));
    const devices = found.devices.map((device) => ({ ...device, location: null }));
    return { ...found, profile, devices, user: { ...user, ...NO_ADDRESSES } };
  }

  /**
   * Describes definitions of the values of a profile.
   *
   * @returns `hidden`: codes of private and sealed values, which need the right to private values;
   *          `types`: by code
   */
  async describe(
    appId: number,
    profile: Profile,
  ): Promise<{ hidden: ReadonlySet<string>; types: ReadonlyMap<string, DataType> }> {
    const definitions = await this.attributes.getDefinitions(appId);
    const open = withoutPrivate(profile, definitions);
    const codes = Object.keys(profile);
    return {
      hidden: new Set(codes.filter((code) => !(code in open))),
      types: new Map(
        codes.flatMap((code) => {
          const type = definitions.get(code)?.dataType;
          return type === undefined ? [] : [[code, type] as const];
        }),
      ),
    };
  }

  /** The part of an export that this module has. Of a deleted user nothing is left here. */
  async exportUser(appId: number, { user }: ExportedPerson): Promise<ExportedUser> {
    if (!user) {
      return {
        user: null,
        profile: {},
        tags: [],
        consents: null,
        devices: [],
        formerDevices: [],
        merges: [],
        suppressions: [],
      };
    }
    const { uid, createdAt, updatedAt, tags } = user;
    const devices = await this.repository.findDevices(appId, uid);
    const former = await this.repository.findFormerDevices(appId, uid);
    const merges = await this.repository.findMerges(appId, uid);
    return {
      user: { ...pickAddresses(user), createdAt, updatedAt },
      profile: await this.readProfile(appId, user),
      tags,
      consents: { ...user.consents, ...toConsents(await this.topics.readStates(appId, uid)) },
      devices: devices.map(presentDevice),
      formerDevices: former.map(toInstallationId),
      merges: merges.map(({ mergedAt }) => ({ mergedAt })),
      suppressions: await this.readSuppressions(appId, user),
    };
  }

  /** Changes of consent, newest first. Of a deleted user none is left. */
  async readConsentHistory(appId: number, { user }: ExportedPerson): Promise<ConsentEvent[]> {
    return user ? this.consentHistory.listAll(appId, user.uid) : [];
  }

  /** Proofs of confirmed opt-ins, newest first. Of a deleted user none is left. */
  async readConfirmations(appId: number, { user }: ExportedPerson): Promise<ConfirmedOptIn[]> {
    return user ? this.consentHistory.listProofs(appId, user.uid) : [];
  }

  private async readProfile(appId: number, user: ExportedUserRow): Promise<Profile> {
    const definitions = await this.attributes.getDefinitions(appId);
    const survivedRemovals = await this.removals.findSurvivors(appId, definitions, [user.uid]);
    return buildProfile(user, definitions, survivedRemovals.get(user.uid));
  }

  private async readSuppressions(appId: number, user: ExportedUserRow): Promise<PresentedSuppression[]> {
    const addresses = ADDRESS_KINDS.flatMap((kind) => user[kind] ?? []);
    const rows = await this.repository.findSuppressions(appId, addresses.flatMap(contactKeys));
    return rows.flatMap(({ channel, ...row }) => {
      const contact = CONTACTS.find(({ lookupKind }) => lookupKind === channel);
      return contact ? [{ channel: contact.kind, ...row }] : [];
    });
  }
}

function toConsents(states: readonly PersonTopic[]): TopicConsents {
  const differing = states.filter(
    ({ topic, channels }) =>
      topic.channels.length < TOPIC_CHANNEL_NAMES.length || new Set(Object.values(channels)).size > 1,
  );
  return {
    categories: Object.fromEntries(states.map(({ topic, state }) => [topic.name, state === 'on'])),
    topics: Object.fromEntries(differing.map(({ topic, channels }) => [topic.name, channels])),
  };
}

function pickAddresses(user: Addresses): Addresses {
  return Object.fromEntries(ADDRESS_KINDS.map((kind) => [kind, user[kind]])) as Addresses;
}

const NO_ADDRESSES = Object.fromEntries(ADDRESS_KINDS.map((kind) => [kind, null])) as Addresses;

function presentDevice({ instId, platform, ...device }: ExportedDeviceRow): PresentedDevice {
  return {
    installationId: toInstallationId(instId),
    platform: platformByNumber(platform) ?? String(platform),
    ...device,
  };
}

import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError, missing } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict, putAddresses, MAX_TAG_LENGTH, readName } from '#libs/users/identities';
import {
  AttributeService,
  type AttributeDefinitions,
  type AttributeDefinition,
  type AttributeValue,
  TagService,
} from '#libs/users/profiles';
import { InstallationRepository, type AuthenticatedInstallation } from '#libs/users/devices';
import {
  SingleUserWriterService,
  type UserUpdate,
  SingleUserRepository,
  ProfileReader,
  UserChanges,
} from '#libs/users/registry';
import { lockOwner } from './lock-owner.js';

/** Tags that a device adds to its user, and removes. */
export interface DeviceTags {
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

/** Attributes and tags that a device may change of its own user, anonymous or named. */
@Injectable()
export class DeviceProfileService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
    private readonly installations: InstallationRepository,
    private readonly writer: SingleUserWriterService,
    private readonly outbox: OutboxRepository,
    private readonly tags: TagService,
    private readonly users: SingleUserRepository,
  ) {}

  /**
   * Sets attributes of the device's user; the others stay. Private attributes of the application are for servers alone.
   * An undefined code is an error even where servers define attributes on first use, because the key of a device is no
   * secret.
   *
   * @throws AppError malformed (an undefined code, a wrong type), bad_address, key_not_allowed for a private attribute
   */
  async setAttributes(
    appId: number,
    device: AuthenticatedInstallation,
    profile: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const codes = Object.keys(profile);
    if (codes.length === 0) {
      throw missing('profile');
    }
    await retryOnConflict(async (attempt) => {
      const definitions = await this.attributes.getDefinitionsFor(appId, codes, attempt);
      const update = readProfile(appId, profile, definitions);
      await this.db.tx(async (tx) => {
        await this.writer.write(tx, appId, await lockOwner(this.installations, tx, appId, device), update, false);
      });
    });
  }

  /**
   * Adds tags to the user, then removes some. New names are created as for servers, but only while the application has
   * few: the key of a device is no secret, and must not allow to fill the list of names.
   *
   * @throws AppError missing_field when nothing is named, malformed for a name that cannot be stored or created
   */
  async setTags(
    appId: number,
    device: AuthenticatedInstallation,
    { add = [], remove = [] }: DeviceTags,
  ): Promise<void> {
    const [addedTags, removedTags] = [readTags(add, 'add'), readTags(remove, 'remove')];
    if (addedTags.size + removedTags.size === 0) {
      throw missing('add');
    }
    const addedIds = await this.tags.ensureIdsFromDevice(appId, addedTags);
    const removedIds = [...(await this.tags.findIds(appId, removedTags)).values()];
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        const uid = await lockOwner(this.installations, tx, appId, device);
        await this.writer.write(tx, appId, uid, { attrs: new Map(), tags: [...addedIds.values()] }, false);
        const changed = removedIds.length > 0 && (await this.users.removeTags(tx, appId, uid, removedIds));
        await this.outbox.add(tx, {
          appId,
          kind: 'tag',
          uids: changed ? [uid] : [],
          keys: removedIds.toSorted((a, b) => a - b),
        });
      }),
    );
  }
}

function readProfile(
  appId: number,
  profile: Readonly<Record<string, unknown>>,
  definitions: AttributeDefinitions,
): UserUpdate {
  const change = new UserChanges(appId).getOrCreate('self');
  new ProfileReader(definitions, false).read(profile, change);
  const attrs = [...change.attrs].map(([code, value]) => {
    const definition = definitions.get(code);
    if (!definition || isServerOnly(definition)) {
      throw new AppError('key_not_allowed', `Profile attribute '${code.slice(0, 100)}' is set by servers alone`);
    }
    return [definition.attrId, value] as const;
  });
  const values = new Map<number, AttributeValue>(attrs);
  putAddresses(change, values);
  return { attrs: values, tags: [], email: change.email, msisdn: change.msisdn };
}

/** Tests if only servers may set an attribute: one of the application's own with private information. */
function isServerOnly({ privateInfo, locked }: AttributeDefinition): boolean {
  return privateInfo && !locked;
}

function readTags(names: readonly string[], field: string): Set<string> {
  return new Set(names.map((name) => readName(name, field, MAX_TAG_LENGTH)));
}

import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed, missing } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts } from '../attempts.js';
import { AttributeService, type Definitions } from '../attributes/attribute.service.js';
import type { AttributeDefinition } from '../attributes/attribute.types.js';
import { CategoryRepository } from '../consent/category.repository.js';
import { InstallationRepository } from '../devices/installation.repository.js';
import { OneUserWriter, type Gift } from '../writing/one-user-writer.service.js';
import { OneUserRepository } from '../writing/one-user.repository.js';
import { ProfileReader } from './profile-reader.js';
import { TagService } from '../tags/tag.service.js';
import { MAX_TAG, storableName } from '../texts.js';
import { UserChanges } from '../user-changes.js';
import type { ProvenInstallation } from '../users.types.js';

/** What a device wants for its user; what is absent stays as it is. */
export interface OwnPreferences {
  /** Of this installation alone. */
  pushPermitted?: boolean | undefined;
  emailPermitted?: boolean | undefined;
  smsPermitted?: boolean | undefined;
  /** Whether the user gets a category, by name. */
  categories?: Readonly<Record<string, unknown>> | undefined;
}

/** Tags that a device gives its user, and takes. */
export interface OwnTags {
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

const NOTHING: Gift = { attrs: new Map(), tags: [] };

/** What a device may change of its own user, who may have no name yet. */
@Injectable()
export class OwnProfileService {
  constructor(
    private readonly db: Database,
    private readonly attributes: AttributeService,
    private readonly categories: CategoryRepository,
    private readonly installations: InstallationRepository,
    private readonly writer: OneUserWriter,
    private readonly outbox: OutboxRepository,
    private readonly tags: TagService,
    private readonly people: OneUserRepository,
  ) {}

  /**
   * Sets attributes of the user whose device asks; those not named stay. Built-in ones and an application's own, but none
   * of those that it marked as private: servers alone know these. A code that is not defined stays undefined also where
   * servers may define on first use, because the key of a device is no secret.
   *
   * @param device  an installation that has proven to be itself
   * @throws AppError malformed (an undefined code, a wrong type), bad_address, key_not_allowed for a private attribute
   */
  async setAttributes(
    appId: number,
    device: ProvenInstallation,
    profile: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const codes = Object.keys(profile);
    if (codes.length === 0) {
      throw missing('profile');
    }
    await inAttempts(async (attempt) => {
      const definitions = await this.attributes.definitionsOf(appId, codes, attempt);
      const gift = readProfile(appId, profile, definitions);
      await this.db.tx(async (tx) => {
        await this.writer.write(tx, appId, await this.ownerOf(tx, appId, device), gift, false);
      });
    });
  }

  /**
   * Gives the user tags, then takes some. New names are made as for servers, but only while the application has few: the
   * key of a device is no secret, and whoever holds it must not fill the list of names.
   *
   * @throws AppError missing_field when nothing is named, malformed for a name that cannot be stored or made
   */
  async setTags(appId: number, device: ProvenInstallation, { add = [], remove = [] }: OwnTags): Promise<void> {
    const [given, taken] = [readTags(add, 'add'), readTags(remove, 'remove')];
    if (given.size + taken.size === 0) {
      throw missing('add');
    }
    const ids = await this.tags.idsForDevice(appId, given);
    const lost = [...(await this.tags.find(appId, taken)).values()];
    await inAttempts(() =>
      this.db.tx(async (tx) => {
        const uid = await this.ownerOf(tx, appId, device);
        await this.writer.write(tx, appId, uid, { ...NOTHING, tags: [...ids.values()] }, false);
        const changed = lost.length > 0 && (await this.people.removeTags(tx, appId, uid, lost));
        await this.outbox.add(tx, {
          appId,
          kind: 'tag',
          uids: changed ? [uid] : [],
          keys: lost.toSorted((a, b) => a - b),
        });
      }),
    );
  }

  /**
   * Opts the user in or out of e-mail, SMS and categories, and the installation in or out of push.
   *
   * @throws AppError malformed for a category that is not defined, or a preference that is not true or false
   */
  async setPreferences(appId: number, device: ProvenInstallation, wanted: OwnPreferences): Promise<void> {
    const choices = Object.entries(wanted.categories ?? {});
    const ids = choices.length > 0 ? await this.categoryIds(appId) : new Map<string, number>();
    const read = choices.map(([name, enable]) => readChoice(ids, name, enable));
    await inAttempts(() =>
      this.db.tx(async (tx) => {
        const uid = await this.ownerOf(tx, appId, device);
        if (wanted.pushPermitted !== undefined) {
          const changed = await this.installations.setPushPermitted(
            tx,
            appId,
            uid,
            wanted.pushPermitted,
            device.instId,
          );
          await this.outbox.add(tx, { appId, kind: 'installation', uids: changed > 0 ? [uid] : [], keys: [] });
        }
        const consent = { emailOptIn: wanted.emailPermitted, smsOptIn: wanted.smsPermitted };
        await this.writer.write(tx, appId, uid, { ...NOTHING, ...consent }, false);
        const of = (enable: boolean) =>
          read.flatMap((choice) => (choice.enable === enable ? [{ uid, categoryId: choice.categoryId }] : []));
        const changed = [
          ...(await this.categories.insertOptOuts(tx, appId, of(false))),
          ...(await this.categories.deleteOptOuts(tx, appId, of(true))),
        ];
        const keys = changed.map(({ categoryId }) => categoryId).toSorted((a, b) => a - b);
        await this.outbox.add(tx, { appId, kind: 'category', uids: keys.length > 0 ? [uid] : [], keys });
      }),
    );
  }

  /**
   * Whose the installation is, until the commit: it may have gone to another user since it proved itself.
   *
   * @throws AppError key_not_allowed when it was erased since
   */
  private async ownerOf(tx: Tx, appId: number, { instId }: ProvenInstallation): Promise<number> {
    const known = await this.installations.lock(tx, appId, instId);
    if (!known) {
      throw new AppError('key_not_allowed', 'The installation was erased');
    }
    return known.uid;
  }

  private async categoryIds(appId: number): Promise<Map<string, number>> {
    return new Map((await this.categories.findActive(appId)).map(({ name, categoryId }) => [name, categoryId]));
  }
}

function readProfile(appId: number, profile: Readonly<Record<string, unknown>>, definitions: Definitions): Gift {
  const change = new UserChanges(appId).of('self');
  new ProfileReader(definitions, false).read(profile, change);
  const attrs = [...change.attrs].map(([code, value]) => {
    const definition = definitions.get(code);
    if (!definition || isKept(definition)) {
      throw new AppError('key_not_allowed', `Profile attribute '${code.slice(0, 100)}' is set by servers alone`);
    }
    return [definition.attrId, value] as const;
  });
  return { attrs: new Map(attrs), tags: [], email: change.email, msisdn: change.msisdn };
}

/** An attribute of the application's own that holds private information. */
function isKept({ privateInfo, locked }: AttributeDefinition): boolean {
  return privateInfo && !locked;
}

function readTags(names: readonly string[], field: string): Set<string> {
  return new Set(names.map((name) => storableName(name, field, MAX_TAG)));
}

function readChoice(
  ids: ReadonlyMap<string, number>,
  name: string,
  enable: unknown,
): { categoryId: number; enable: boolean } {
  const categoryId = ids.get(name);
  if (categoryId === undefined) {
    throw malformed(`Category '${name.slice(0, 100)}' is not defined`);
  }
  if (typeof enable !== 'boolean') {
    throw malformed(`Field 'categories.${name.slice(0, 100)}' should be true or false`);
  }
  return { categoryId, enable };
}

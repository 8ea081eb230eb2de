import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { retryOnConflict, type ContactKind, uniqueExtIds } from '#libs/users/identities';
import type { CategoryChoice } from '#libs/users/profiles';
import { CategoryRepository, type Category } from './category.repository.js';
import type { Topic } from '../topics/topic.types.js';
import { DeviceService } from '#libs/users/devices';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { sortUnique, UserEditorService, UserEnsurerService } from '#libs/users/registry';

/** One entry of `setCategoryPreferences`. */
export interface CategoryPreference {
  extId: string;
  category: string;
  enable: boolean;
}

/** Opt-ins of users: e-mail, SMS, tracking, categories of messages. */
@Injectable()
export class PreferenceService {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly editor: UserEditorService,
    private readonly ensurer: UserEnsurerService,
    private readonly devices: DeviceService,
    private readonly outbox: OutboxRepository,
    private readonly db: Database,
  ) {}

  /** Opts users in or out of e-mail or SMS. Unknown extIds are ignored. */
  async setOptIn(
    appId: number,
    kind: ContactKind,
    permitted: boolean,
    extIds: readonly string[],
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    const unique = uniqueExtIds(extIds);
    await retryOnConflict(() => this.editor.setOptIn(appId, kind, permitted, unique, origin));
  }

  /** Opts users by extId and addresses in or out, all or nothing. The addresses are as they are stored. */
  async setOptIns(
    appId: number,
    kind: ContactKind,
    permitted: boolean,
    { extIds, addresses }: { extIds: readonly string[] | undefined; addresses: readonly string[] },
    origin: ConsentOrigin,
  ): Promise<void> {
    const unique = extIds === undefined ? [] : uniqueExtIds(extIds);
    await retryOnConflict(() =>
      this.db.inTransaction(async () => {
        if (unique.length > 0) {
          await this.editor.setOptIn(appId, kind, permitted, unique, origin);
        }
        if (addresses.length > 0) {
          await this.editor.setAddressOptIn(appId, kind, permitted, addresses, origin);
        }
      }),
    );
  }

  /** Stores the consent of users to tracking. Unknown extIds are ignored. */
  async setTracking(
    appId: number,
    permitted: boolean,
    extIds: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const unique = uniqueExtIds(extIds);
    await retryOnConflict(() => this.editor.setTracking(appId, permitted, unique, origin));
  }

  /**
   * Opts users in or out of categories. The later of two entries counts. Entries of undefined categories are ignored;
   * missing users are created.
   *
   * @throws AppError missing_field, malformed
   */
  async setCategoryPreferences(
    appId: number,
    entries: readonly CategoryPreference[],
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    const ids = new Map((await this.categories.findActive(appId)).map(({ name, categoryId }) => [name, categoryId]));
    const choicesByUser = new Map<string, Map<number, boolean>>();
    for (const { extId, category, enable } of entries) {
      const categoryId = ids.get(category);
      if (categoryId !== undefined) {
        choicesByUser.set(extId, (choicesByUser.get(extId) ?? new Map<number, boolean>()).set(categoryId, enable));
      }
    }
    if (choicesByUser.size === 0) {
      return;
    }
    await this.ensurer.withUsers(appId, [...choicesByUser.keys()], async (tx, uids) => {
      await declareConsentOrigin(tx, origin);
      const choices = (enable: boolean): CategoryChoice[] =>
        [...choicesByUser].flatMap(([extId, userChoices]) =>
          [...userChoices].flatMap(([categoryId, wants]) => {
            const uid = uids.get(extId);
            return wants === enable && uid !== undefined ? [{ uid, categoryId }] : [];
          }),
        );
      const changed = [
        ...(await this.categories.insertOptOuts(tx, appId, choices(false))),
        ...(await this.categories.deleteOptOuts(tx, appId, choices(true))),
      ];
      await this.outbox.add(tx, {
        appId,
        kind: 'category',
        uids: sortUnique(changed.map(({ uid }) => uid)),
        keys: sortUnique(changed.map(({ categoryId }) => categoryId)),
      });
    });
  }

  /** Tests if a user gets each category, by name. @throws AppError unknown_subject */
  async getCategoryPreferences(appId: number, extId: string): Promise<Record<string, boolean>> {
    const [uid, categories] = await Promise.all([this.devices.getUid(appId, extId), this.categories.findActive(appId)]);
    const optedOutIds = new Set(await this.categories.findOptOuts(appId, uid));
    return Object.fromEntries(categories.map(({ categoryId, name }) => [name, !optedOutIds.has(categoryId)]));
  }

  /** Categories that messages can have. */
  async getCategories(appId: number): Promise<Category[]> {
    return this.categories.findActive(appId);
  }

  /** Users that opted out of at least one of some categories. */
  async findOptedOutUids(appId: number, uids: readonly number[], categoryIds: readonly number[]): Promise<Set<number>> {
    return new Set(await this.categories.findOptedOut(appId, uids, categoryIds));
  }

  /**
   * Resolves the categories of a message to ids.
   *
   * @param namesOrIds  a text is a name, or else an id in digits
   * @param field       what a request calls them
   * @throws AppError malformed for an undefined category
   */
  async resolveCategoryIds(appId: number, namesOrIds: readonly (string | number)[], field?: string): Promise<number[]> {
    return sortUnique((await this.resolveTopics(appId, namesOrIds, field)).map(({ categoryId }) => categoryId));
  }

  /** Finds the categories of a message, as `resolveCategoryIds` does, with what persons read of them. */
  async resolveTopics(appId: number, namesOrIds: readonly (string | number)[], field?: string): Promise<Topic[]> {
    const active = await this.categories.findTopics(appId);
    return namesOrIds.map((nameOrId) => {
      const category =
        active.find(({ name }) => name === nameOrId) ??
        active.find(({ categoryId }) => String(categoryId) === String(nameOrId));
      if (!category) {
        throw new AppError('malformed', `Category '${String(nameOrId).slice(0, 100)}' is not defined`, {
          ...(field !== undefined && { field }),
        });
      }
      return category;
    });
  }
}

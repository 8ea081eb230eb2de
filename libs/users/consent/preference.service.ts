import { Injectable } from '@nestjs/common';
import { malformed } from '#platform/errors';
import { OutboxRepository } from '#platform/outbox';
import { inAttempts } from '../attempts.js';
import { CategoryRepository, type Category, type Choice } from './category.repository.js';
import { DeviceService } from '../devices/device.service.js';
import type { ContactKind } from '../lookup-key.js';
import { uniqueExtIds } from '../user-changes.js';
import { UserEditor } from '../writing/user-editor.service.js';
import { UserEnsurer } from '../writing/user-ensurer.service.js';
import type { SetPreference } from '../users.types.js';

/** What users want to get: e-mail, SMS, categories of messages. */
@Injectable()
export class PreferenceService {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly editor: UserEditor,
    private readonly ensurer: UserEnsurer,
    private readonly devices: DeviceService,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Opts users in or out of e-mail or SMS. Who does not exist is left out. */
  async permit(appId: number, kind: ContactKind, permitted: boolean, extIds: readonly string[]): Promise<void> {
    const unique = uniqueExtIds(extIds);
    await inAttempts(() => this.editor.permit(appId, kind, permitted, unique));
  }

  /**
   * Opts users in or out of categories; of two entries for the same the later one counts. An entry of a category that is
   * not defined is left out; a user that does not exist is created.
   *
   * @throws AppError missing_field, malformed
   */
  async setCategoryPreferences(appId: number, entries: readonly SetPreference[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    const ids = new Map((await this.categories.findActive(appId)).map(({ name, categoryId }) => [name, categoryId]));
    const wanted = new Map<string, Map<number, boolean>>();
    for (const { extId, category, enable } of entries) {
      const categoryId = ids.get(category);
      if (categoryId !== undefined) {
        wanted.set(extId, (wanted.get(extId) ?? new Map<number, boolean>()).set(categoryId, enable));
      }
    }
    if (wanted.size === 0) {
      return;
    }
    await this.ensurer.withUsers(appId, [...wanted.keys()], async (tx, uids) => {
      const choices = (enable: boolean): Choice[] =>
        [...wanted].flatMap(([extId, of]) =>
          [...of].flatMap(([categoryId, wants]) => {
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
        uids: sorted(changed.map(({ uid }) => uid)),
        keys: sorted(changed.map(({ categoryId }) => categoryId)),
      });
    });
  }

  /**
   * Whether a user gets each category, by name.
   *
   * @throws AppError unknown_subject
   */
  async getCategoryPreferences(appId: number, extId: string): Promise<Record<string, boolean>> {
    const [uid, categories] = await Promise.all([this.devices.uidOf(appId, extId), this.categories.findActive(appId)]);
    const out = new Set(await this.categories.findOptOuts(appId, uid));
    return Object.fromEntries(categories.map(({ categoryId, name }) => [name, !out.has(categoryId)]));
  }

  /** Categories that messages can have. */
  async getCategories(appId: number): Promise<Category[]> {
    return this.categories.findActive(appId);
  }

  /** Those of some users who opted out of any of some categories: they get no message of it. */
  async optedOut(appId: number, uids: readonly number[], categoryIds: readonly number[]): Promise<Set<number>> {
    return new Set(await this.categories.findOptedOut(appId, uids, categoryIds));
  }

  /**
   * Numbers of categories, for a message that names them. Who has a row for one of them in `users.category_optout`
   * (vb, app_id, uid, category_id) is not to get it.
   *
   * @param namesOrIds  a text is a name or else, in digits, an id
   * @throws AppError malformed for one that is not defined
   */
  async categoryIds(appId: number, namesOrIds: readonly (string | number)[]): Promise<number[]> {
    const active = await this.categories.findActive(appId);
    const found = namesOrIds.map((wanted) => {
      const category =
        active.find(({ name }) => name === wanted) ??
        active.find(({ categoryId }) => String(categoryId) === String(wanted));
      if (!category) {
        throw malformed(`Category '${String(wanted).slice(0, 100)}' is not defined`);
      }
      return category.categoryId;
    });
    return sorted(found);
  }
}

function sorted(ids: Iterable<number>): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

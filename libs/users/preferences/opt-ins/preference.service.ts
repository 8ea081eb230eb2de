import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { retryOnConflict, type ContactKind, uniqueExtIds } from '#libs/users/identities';
import type { TopicState } from '#libs/users/profiles';
import { type ChosenFrequency, numberOfFrequency, requireOffered, type TopicChannel } from '#libs/channels/definitions';
import { ApplicationService } from '#libs/tenancy';
import { CategoryRepository, type Category } from '../topics/category.repository.js';
import { isOffered } from '../topics/topic-states.js';
import { TopicService } from '../topics/topic.service.js';
import type { Topic, TopicChoice } from '../topics/topic.types.js';
import { DeviceService } from '#libs/users/devices';
import { BY_HERALD, declareConsentOrigin, type ConsentOrigin } from '#libs/users/consent';
import { sortUnique, ConsentEditorService, UserEnsurerService } from '#libs/users/registry';

/** One entry of `setCategoryPreferences`. @property channel  absent: all of the category */
export interface CategoryPreference {
  extId: string;
  category: string;
  channel?: TopicChannel | undefined;
  enable: boolean;
}

/**
 * The categories of a user by name.
 *
 * @property preferences  true where the state is `on`
 */
export interface CategoryPreferences {
  preferences: Record<string, boolean>;
  states: Record<string, TopicState>;
}

/** Opt-ins of users: e-mail and its frequency, SMS, tracking, categories of messages. */
@Injectable()
export class PreferenceService {
  constructor(
    private readonly categories: CategoryRepository,
    private readonly consents: ConsentEditorService,
    private readonly ensurer: UserEnsurerService,
    private readonly devices: DeviceService,
    private readonly topics: TopicService,
    private readonly applications: ApplicationService,
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
    await retryOnConflict(() => this.consents.setOptIn(appId, kind, permitted, unique, origin));
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
          await this.consents.setOptIn(appId, kind, permitted, unique, origin);
        }
        if (addresses.length > 0) {
          await this.consents.setAddressOptIn(appId, kind, permitted, addresses, origin);
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
    await retryOnConflict(() => this.consents.setWord(appId, ['tracking', permitted], unique, origin));
  }

  /**
   * Stores how often marketing by e-mail may come to users. Unknown extIds are ignored.
   *
   * @throws AppError malformed for a choice that the application does not offer
   */
  async setEmailFrequency(
    appId: number,
    chosen: ChosenFrequency,
    extIds: readonly string[],
    origin: ConsentOrigin,
  ): Promise<void> {
    const unique = uniqueExtIds(extIds);
    const { settings } = await this.applications.getApplication(appId);
    requireOffered(settings.emailFrequency, chosen, 'emailFrequency');
    const word: ['email_frequency', number] = ['email_frequency', numberOfFrequency(chosen)];
    await retryOnConflict(() => this.consents.setWord(appId, word, unique, origin));
  }

  /**
   * Opts users in or out of categories. The later of two entries counts, and one without a channel overrides those of
   * channels before it. Entries of undefined categories, and of channels that a category is not offered on, are ignored;
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
    const topics = new Map((await this.topics.listTopics(appId)).map((topic) => [topic.name, topic]));
    const choicesByUser = new Map<string, TopicChoice[]>();
    for (const { extId, category, channel = null, enable } of entries) {
      const topic = topics.get(category);
      if (topic && isOffered(topic, channel)) {
        const choice = { categoryId: topic.categoryId, channel, wants: enable };
        choicesByUser.set(extId, [...(choicesByUser.get(extId) ?? []), choice]);
      }
    }
    if (choicesByUser.size === 0) {
      return;
    }
    await this.ensurer.withUsers(appId, [...choicesByUser.keys()], async (tx, uids) => {
      await declareConsentOrigin(tx, origin);
      const people = [...choicesByUser].flatMap(([extId, choices]) => {
        const uid = uids.get(extId);
        return uid === undefined ? [] : [{ uid, choices }];
      });
      await this.topics.write(tx, appId, people);
    });
  }

  /**
   * The state of each category for a user.
   *
   * @param channel  only the categories that are offered on it; absent: all of each category
   * @throws AppError unknown_subject
   */
  async getCategoryPreferences(appId: number, extId: string, channel?: TopicChannel): Promise<CategoryPreferences> {
    const states = await this.topics.readStates(appId, await this.devices.getUid(appId, extId));
    const entries = states.flatMap(({ topic, state, channels }): [string, TopicState][] => {
      const found = channel === undefined ? state : channels[channel];
      return found === undefined ? [] : [[topic.name, found]];
    });
    return {
      preferences: Object.fromEntries(entries.map(([name, state]) => [name, state === 'on'])),
      states: Object.fromEntries(entries),
    };
  }

  /** Categories that messages can have. */
  async getCategories(appId: number): Promise<Category[]> {
    return this.categories.findActive(appId);
  }

  /** Users that have one of some refusals, by ids below 0. */
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

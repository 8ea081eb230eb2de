import { Injectable } from '@nestjs/common';
import { isKnownLanguage, type Message } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { NotificationDefinitionService } from '../definitions/notification-definition.service.js';
import type { DefinitionWriter } from '../model/notifications.types.js';
import { listUnits, nameOfLanguage, withSources, withTranslations } from './translation-units.js';
import { TranslationRepository } from './translation.repository.js';
import {
  TRANSLATION_STATES,
  type TranslatedSources,
  type TranslationFile,
  type TranslationState,
  type TranslationUnit,
} from './translation.types.js';

/** Progress of a language of a definition, in texts. */
export type LanguageProgress = { language: string } & Record<TranslationState, number>;

/** A definition with the progress of its languages. */
export interface TranslatedDefinition {
  notificationKey: number;
  name: string | null;
  title: string | null;
  languages: LanguageProgress[];
}

/** Texts of definitions as work of translators. */
@Injectable()
export class TranslationService {
  constructor(
    private readonly db: Database,
    private readonly definitions: NotificationDefinitionService,
    private readonly sources: TranslationRepository,
    private readonly applications: ApplicationService,
  ) {}

  /** @throws AppError unknown_key */
  async listProgress(appId: number, key: number): Promise<LanguageProgress[]> {
    const { message } = await this.definitions.getStored(appId, 'definition', key);
    const sources = await this.sources.find(this.db, appId, key);
    return countStates(message, sources);
  }

  /** Progress of every open definition, the newest first. */
  async listDefinitions(appId: number): Promise<TranslatedDefinition[]> {
    const rows = await this.sources.list(this.db, appId);
    return rows.map(({ notificationKey, name, message, translated }) => ({
      notificationKey,
      name,
      title: message.title ?? null,
      languages: countStates(message, translated),
    }));
  }

  /** @throws AppError unknown_key; malformed for an unknown language */
  async read(appId: number, key: number, language: string): Promise<TranslationFile> {
    requireLanguage(language);
    const { message } = await this.definitions.getStored(appId, 'definition', key);
    const name = nameOfLanguage(message, language);
    const { settings } = await this.applications.getApplication(appId);
    return {
      key,
      source: settings.defaultLanguage ?? 'en',
      target: name,
      units: listUnits(message, name, await this.sources.find(this.db, appId, key)),
    };
  }

  /**
   * Stores translations in a definition. One of an older source is kept, and counts as changed.
   *
   * @throws AppError as `NotificationDefinitionService.rewrite`; malformed for an unknown language or text
   */
  async write(
    caller: DefinitionWriter,
    key: number,
    language: string,
    units: readonly TranslationUnit[],
  ): Promise<void> {
    requireLanguage(language);
    const { appId } = caller;
    let name = language;
    await this.definitions.rewrite(
      caller,
      key,
      (message) => {
        name = nameOfLanguage(message, language);
        return withTranslations(message, name, units);
      },
      async (tx) => {
        const before = await this.sources.find(tx, appId, key);
        await this.sources.store(tx, appId, key, withSources(before, name, units));
      },
    );
  }
}

function countStates(message: Message, sources: TranslatedSources): LanguageProgress[] {
  return Object.keys(message.languages ?? {}).map((language) => {
    const states = listUnits(message, language, sources).map(({ state }) => state);
    const counts = TRANSLATION_STATES.map((name) => [name, states.filter((state) => state === name).length]);
    return { language, ...(Object.fromEntries(counts) as Record<TranslationState, number>) };
  });
}

function requireLanguage(language: string): void {
  if (!isKnownLanguage(language)) {
    throw new AppError('malformed', `Field 'language': there is no language '${language.slice(0, 80)}'`, {
      field: 'language',
    });
  }
}

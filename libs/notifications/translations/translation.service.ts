import { Injectable } from '@nestjs/common';
import { isKnownLanguage, type Message } from '#libs/content';
import { Stretch } from '#platform/async';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { NotificationDefinitionService } from '../definitions/notification-definition.service.js';
import type { DefinitionWriter } from '../model/notifications.types.js';
import { readFitting } from './fitting-units.js';
import { listMessageTexts, withMessageTexts } from './message-texts.js';
import { countStates, nameOfLanguage, toUnits, withSources } from './translation-units.js';
import { TranslationWordingService } from './translation-wording.service.js';
import { TranslationRepository } from './translation.repository.js';
import type { LanguageProgress, TranslatedSources, TranslationFile, TranslationUnit } from './translation.types.js';

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
    private readonly wording: TranslationWordingService,
  ) {}

  /** @throws AppError unknown_key */
  async listProgress(appId: number, key: number): Promise<LanguageProgress[]> {
    const { message } = await this.definitions.getStored(appId, 'definition', key);
    const sources = await this.sources.find(this.db, appId, key);
    return listStates(message, sources);
  }

  /** Progress of every open definition, the newest first. */
  async listDefinitions(appId: number): Promise<TranslatedDefinition[]> {
    const definitions: TranslatedDefinition[] = [];
    const stretch = new Stretch();
    for await (const { notificationKey, name, message, translated } of this.sources.read(this.db, appId)) {
      const languages = listStates(message, translated);
      definitions.push({ notificationKey, name, title: message.title ?? null, languages });
      if (stretch.isOver) {
        await stretch.giveWay();
      }
    }
    return definitions;
  }

  /** @throws AppError unknown_key; malformed for an unknown language */
  async read(appId: number, key: number, language: string): Promise<TranslationFile> {
    requireLanguage(language);
    const { message } = await this.definitions.getStored(appId, 'definition', key);
    const name = nameOfLanguage(Object.keys(message.languages ?? {}), language);
    const sources = await this.sources.find(this.db, appId, key);
    return {
      key: String(key),
      source: await this.wording.getMainLanguage(appId),
      target: name,
      units: toUnits(listMessageTexts(message, name), sources[name]),
    };
  }

  /**
   * Stores translations in a definition.
   *
   * @param field  of the request that has them
   * @throws AppError as `NotificationDefinitionService.rewrite` and `readFitting`; malformed for an unknown language
   */
  async write(
    caller: DefinitionWriter,
    key: number,
    language: string,
    units: readonly TranslationUnit[],
    field: string,
  ): Promise<void> {
    requireLanguage(language);
    const { appId } = caller;
    let name = language;
    let fitting: readonly TranslationUnit[] = [];
    await this.definitions.rewrite(
      caller,
      key,
      (message) => {
        name = nameOfLanguage(Object.keys(message.languages ?? {}), language);
        const texts = readFitting(listMessageTexts(message, name), units, () => message, field);
        fitting = units.filter(({ id }) => texts.has(id));
        return withMessageTexts(message, name, texts);
      },
      async (tx) => {
        const before = await this.sources.find(tx, appId, key);
        await this.sources.store(tx, appId, key, withSources(before, name, fitting));
      },
    );
  }
}

function listStates(message: Message, sources: TranslatedSources): LanguageProgress[] {
  return Object.keys(message.languages ?? {}).map((language) =>
    countStates(language, toUnits(listMessageTexts(message, language), sources[language])),
  );
}

/** @throws AppError malformed */
export function requireLanguage(language: string): void {
  if (!isKnownLanguage(language)) {
    throw new AppError('malformed', `Field 'language': there is no language '${language.slice(0, 80)}'`, {
      field: 'language',
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { TemplateLanguage } from '#libs/templates';
import { readFitting, type Wording } from './fitting-units.js';
import { listMessageTexts, withMessageTexts, type TranslatedMessage } from './message-texts.js';
import { countStates, nameOfLanguage, toUnits, withSources } from './translation-units.js';
import { TranslationWordingService } from './translation-wording.service.js';
import { requireLanguage } from './translation.service.js';
import type {
  LanguageProgress,
  SourceText,
  TranslatedSources,
  TranslationFile,
  TranslationUnit,
} from './translation.types.js';

/** A content as a file has it. @property prefix  of the ids of its texts */
export interface PlacedContent<C extends TranslatedContent = TranslatedContent> {
  prefix: string;
  content: C;
}

type TranslatedContent = TranslatedMessage & { templates?: TemplateLanguage };

/** Contents of one owner, with the sources of their translations. */
interface TranslatedContents<C extends TranslatedContent = TranslatedContent> {
  appId: number;
  contents: readonly PlacedContent<C>[];
  sources: TranslatedSources;
}

/** Texts of contents that another module stores, as work of translators. */
@Injectable()
export class ContentTranslationService {
  constructor(private readonly wording: TranslationWordingService) {}

  listProgress({ contents, sources }: Omit<TranslatedContents, 'appId'>): LanguageProgress[] {
    return languagesOf(contents).map((language) =>
      countStates(language, toUnits(listTexts(contents, language), sources[language])),
    );
  }

  /** @param key  of the file @throws AppError malformed for an unknown language */
  async read(
    { appId, contents, sources }: TranslatedContents,
    key: string,
    language: string,
  ): Promise<TranslationFile> {
    requireLanguage(language);
    const target = nameOfLanguage(languagesOf(contents), language);
    return {
      key,
      source: await this.wording.getMainLanguage(appId),
      target,
      units: toUnits(listTexts(contents, target), sources[target]),
    };
  }

  /**
   * Puts translations into contents.
   *
   * @param field  of the request that has them
   * @returns the contents in their order, and the sources; undefined: there is none
   * @throws AppError as `readFitting`; malformed for an unknown language
   */
  async translate<C extends TranslatedContent>(
    { appId, contents, sources }: TranslatedContents<C>,
    language: string,
    units: readonly TranslationUnit[],
    field: string,
  ): Promise<{ contents: C[]; sources: TranslatedSources } | undefined> {
    requireLanguage(language);
    const target = nameOfLanguage(languagesOf(contents), language);
    const texts = readFitting(listTexts(contents, target), units, await this.findWordings(appId, contents), field);
    const fitting = units.filter(({ id }) => texts.has(id));
    return fitting.length === 0
      ? undefined
      : {
          contents: contents.map(({ prefix, content }) => withMessageTexts(content, target, texts, prefix)),
          sources: withSources(sources, target, fitting),
        };
  }

  /** How the text of each content is read. */
  private async findWordings(appId: number, contents: readonly PlacedContent[]): Promise<(id: string) => Wording> {
    const wordings = new Map<string, Wording>();
    for (const templates of new Set(contents.map(({ content }) => content.templates))) {
      wordings.set(templates ?? '', await this.wording.find(appId, templates));
    }
    return (id) => {
      const place = contents.find(({ prefix }) => id.startsWith(prefix));
      return wordings.get(place?.content.templates ?? '') ?? {};
    };
  }
}

function languagesOf(contents: readonly PlacedContent[]): string[] {
  return [...new Set(contents.flatMap(({ content }) => Object.keys(content.languages ?? {})))];
}

function listTexts(contents: readonly PlacedContent[], language: string): SourceText[] {
  return contents.flatMap(({ prefix, content }) => listMessageTexts(content, language, prefix));
}

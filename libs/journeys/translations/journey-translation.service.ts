import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { MailContentService } from '#libs/notifications/compose';
import {
  ContentTranslationService,
  type LanguageProgress,
  type TranslationFile,
  type TranslationUnit,
} from '#libs/notifications/translations';
import { SectionEditService, type Application, type SetupEditor } from '#libs/tenancy';
import { isJsonObject } from '#platform/collections';
import { AppError } from '#platform/errors';
import { JourneyTranslationRepository, type JourneySources } from './journey-translation.repository.js';
import { listContents, withContents, type StepContent } from './step-contents.js';

const SECTION = 'journeys';

/** A journey whose steps have texts, with the progress of its languages. */
export interface TranslatedJourney {
  name: string;
  languages: LanguageProgress[];
}

/** The author of a change. */
export interface TranslationEditor {
  origin: Origin;
  editor: SetupEditor;
}

type FileJourney = Readonly<Record<string, unknown>> & { name: string };

/** A journey with its contents, in the file of its application. */
interface FoundJourney {
  journey: FileJourney;
  journeys: readonly FileJourney[];
  base: string;
  texts: { appId: number; contents: StepContent[]; sources: JourneySources };
}

/** Texts that steps of journeys have themselves, as work of translators. Definitions that steps name have their own. */
@Injectable()
export class JourneyTranslationService {
  constructor(
    private readonly edits: SectionEditService,
    private readonly repository: JourneyTranslationRepository,
    private readonly contents: ContentTranslationService,
    private readonly mails: MailContentService,
  ) {}

  /** Journeys with such texts, by their names. */
  async list(app: Application): Promise<TranslatedJourney[]> {
    const { journeys } = await this.readFile(app);
    const sources = await this.repository.list(app.id);
    return journeys.flatMap((journey) => {
      const contents = listContents(journey);
      const languages = this.contents.listProgress({ contents, sources: sources.get(journey.name) ?? {} });
      return contents.length === 0 ? [] : [{ name: journey.name, languages }];
    });
  }

  /** @throws AppError unknown_key */
  async get(app: Application, name: string): Promise<TranslatedJourney> {
    const { texts } = await this.find(app, name);
    return { name, languages: this.contents.listProgress(texts) };
  }

  /** @throws AppError unknown_key; malformed for an unknown language */
  async read(app: Application, name: string, language: string): Promise<TranslationFile> {
    const { texts } = await this.find(app, name);
    return this.contents.read(texts, 'journey', language);
  }

  /**
   * Stores translations as an edit of the journey: a new version, which is checked and approved as any other.
   *
   * @param field  of the request that has them
   * @throws AppError unknown_key; as `ContentTranslationService.translate` and `SectionEditService.saveSection`
   */
  async write(
    app: Application,
    by: TranslationEditor,
    name: string,
    language: string,
    units: readonly TranslationUnit[],
    field: string,
  ): Promise<void> {
    const { journey, journeys, base, texts } = await this.find(app, name);
    const translated = await this.contents.translate(texts, language, units, field);
    if (translated) {
      const { sources } = translated;
      const contents = await this.withHtml(app.id, texts.contents, translated.contents);
      const changed = journeys.map((entry) => (entry === journey ? withContents(journey, contents) : entry));
      await this.edits.saveSection(app, SECTION, { text: JSON.stringify({ [SECTION]: changed }), base, ...by });
      await this.repository.store(app.id, name, sources);
    }
  }

  /** Makes the HTML of mails of blocks, in the languages whose blocks are new. */
  private async withHtml(
    appId: number,
    before: readonly StepContent[],
    contents: readonly StepContent['content'][],
  ): Promise<object[]> {
    const written: object[] = [];
    for (const [index, content] of contents.entries()) {
      const parts: Record<string, object> = {};
      for (const { language, part } of listNewParts(before[index]?.content, content)) {
        const text = await this.mails.writeHtml(appId, part, `mail.languages.${language}`, language);
        parts[language] = { ...fieldsOf(fieldsOf(fieldsOf(content)['languages'])[language]), text };
      }
      const languages = { ...fieldsOf(fieldsOf(content)['languages']), ...parts };
      written.push(Object.keys(parts).length > 0 ? { ...content, languages } : content);
    }
    return written;
  }

  private async find(app: Application, name: string): Promise<FoundJourney> {
    const { journeys, base } = await this.readFile(app);
    const journey = journeys.find((entry) => entry.name === name);
    if (!journey) {
      throw new AppError('unknown_key', `There is no journey '${name.slice(0, 80)}'`, { field: 'name' });
    }
    const sources = (await this.repository.list(app.id)).get(name) ?? {};
    return { journey, journeys, base, texts: { appId: app.id, contents: listContents(journey), sources } };
  }

  private async readFile(app: Application): Promise<{ journeys: FileJourney[]; base: string }> {
    const { value, base } = await this.edits.readSection(app, SECTION);
    return { journeys: Array.isArray(value) ? (value as FileJourney[]) : [], base };
  }
}

/** Blocks of languages that a content has got, as its mail has them. */
function listNewParts(before: object | undefined, content: object): { language: string; part: unknown }[] {
  const [old, now] = [before ?? {}, content].map((each) => fieldsOf(fieldsOf(fieldsOf(each)['mail'])['languages']));
  return Object.entries(now ?? {}).flatMap(([language, part]) =>
    isDeepStrictEqual(part, old?.[language]) ? [] : [{ language, part }],
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { mapInStretches } from '#platform/async';
import { AppError } from '#platform/errors';
import { DraftService, MAX_DRAFTS } from '#libs/notifications/drafts';
import { languagesOf, listDraftTexts, withDraftTexts } from './draft-texts.js';
import { DraftTranslationRepository, type TranslatedDraftRow } from './draft-translation.repository.js';
import { readFitting } from './fitting-units.js';
import { countStates, nameOfLanguage, toUnits, withSources } from './translation-units.js';
import { TranslationWordingService } from './translation-wording.service.js';
import { requireLanguage } from './translation.service.js';
import type { LanguageProgress, ReadUnit, TranslationFile, TranslationUnit } from './translation.types.js';

/** A draft with the progress of its languages. */
export interface TranslatedDraft {
  draftId: number;
  name: string;
  languages: LanguageProgress[];
}

/** Texts of campaigns that are written, once or as a series, as work of translators. */
@Injectable()
export class DraftTranslationService {
  constructor(
    private readonly drafts: DraftService,
    private readonly repository: DraftTranslationRepository,
    private readonly wording: TranslationWordingService,
  ) {}

  /** Open drafts, the one that was changed last first. */
  async list(appId: number): Promise<TranslatedDraft[]> {
    return mapInStretches(await this.repository.list(appId, MAX_DRAFTS), toTranslated);
  }

  /** @throws AppError unknown_key */
  async get(appId: number, draftId: number): Promise<TranslatedDraft> {
    return toTranslated(await this.find(appId, draftId));
  }

  /** @throws AppError unknown_key; malformed for an unknown language */
  async read(appId: number, draftId: number, language: string): Promise<TranslationFile> {
    requireLanguage(language);
    const draft = await this.find(appId, draftId);
    const target = nameOfLanguage(languagesOf(draft.body), language);
    const source = await this.wording.getMainLanguage(appId);
    return { key: `draft-${draftId}`, source, target, units: listUnits(draft, target) };
  }

  /**
   * Stores translations in a draft. Members who have it open see that it was changed.
   *
   * @param field  of the request that has them
   * @throws AppError as `read`, `readFitting` and `DraftService.save`
   */
  async write(
    writer: Origin & { appId: number },
    draftId: number,
    language: string,
    units: readonly TranslationUnit[],
    field: string,
  ): Promise<void> {
    requireLanguage(language);
    const { appId } = writer;
    const draft = await this.find(appId, draftId);
    const { name, version, body, translated } = draft;
    const target = nameOfLanguage(languagesOf(body), language);
    // Contents that are written in the panel are templates.
    const wording = await this.wording.find(appId, 'liquid');
    const texts = readFitting(listDraftTexts(body, target), units, () => wording, field);
    const fitting = units.filter(({ id }) => texts.has(id));
    if (fitting.length > 0) {
      // A key has a kind, too.
      const author = { ...writer, kind: 'campaign' as const };
      const content = { name, body: withDraftTexts(body, target, texts) };
      await this.drafts.save(author, { draftId, version }, content, (tx) =>
        this.repository.store(tx, appId, draftId, withSources(translated, target, fitting)),
      );
    }
  }

  private async find(appId: number, draftId: number): Promise<TranslatedDraftRow> {
    const draft = await this.repository.find(appId, draftId);
    if (!draft) {
      throw new AppError('unknown_key', `There is no draft ${draftId}`, { field: 'draftId' });
    }
    return draft;
  }
}

function toTranslated(draft: TranslatedDraftRow): TranslatedDraft {
  const { draftId, name, body } = draft;
  return {
    draftId,
    name,
    languages: languagesOf(body).map((language) => countStates(language, listUnits(draft, language))),
  };
}

function listUnits({ body, translated }: TranslatedDraftRow, language: string): ReadUnit[] {
  return toUnits(listDraftTexts(body, language), translated[language], true);
}

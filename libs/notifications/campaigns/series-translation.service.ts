import { Injectable } from '@nestjs/common';
import { checkSizes, type Message } from '#libs/content';
import { refuseBrokenPlaceholders } from '#libs/content/template';
import { type LockedSeries, SeriesRepository } from '#libs/delivery/recurring';
import {
  ContentTranslationService,
  type LanguageProgress,
  type PlacedContent,
  type TranslatedSources,
  type TranslationFile,
  TranslationRepository,
  type TranslationUnit,
} from '#libs/notifications/translations';
import { mapInStretches } from '#platform/async';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { TemplateTextsService } from '../blocks/template-texts.service.js';
import type { DefinitionWriter } from '../model/notifications.types.js';
import { SeriesChangeService } from './series-change.service.js';

const MAX_LISTED = 500;

/** A recurring campaign with the progress of its languages. */
export interface TranslatedSeries {
  notificationKey: number;
  title: string | null;
  languages: LanguageProgress[];
}

/** Texts of recurring campaigns that go on, as work of translators: runs to come have them. */
@Injectable()
export class SeriesTranslationService {
  constructor(
    private readonly db: Database,
    private readonly series: SeriesRepository,
    private readonly changes: SeriesChangeService,
    private readonly contents: ContentTranslationService,
    private readonly sources: TranslationRepository,
    private readonly templateTexts: TemplateTextsService,
  ) {}

  /** The newest first. */
  async list(appId: number): Promise<TranslatedSeries[]> {
    const open = await this.series.listOpen(appId, MAX_LISTED);
    const keys = open.map(({ notificationKey }) => notificationKey);
    const sources = await this.sources.findAll(this.db, appId, keys);
    return mapInStretches(open, (series) => this.toTranslated(series, sources.get(series.notificationKey) ?? {}));
  }

  /** @throws AppError unknown_key */
  async get(appId: number, key: number): Promise<TranslatedSeries> {
    const series = requireOpen(await this.series.find(appId, key), key);
    return this.toTranslated(series, await this.sources.find(this.db, appId, key));
  }

  /** @throws AppError unknown_key; malformed for an unknown language */
  async read(appId: number, key: number, language: string): Promise<TranslationFile> {
    const series = requireOpen(await this.series.find(appId, key), key);
    const texts = toTexts(series, await this.sources.find(this.db, appId, key));
    return this.contents.read(texts, `series-${key}`, language);
  }

  /**
   * Stores translations for the runs to come. Where the campaign needed an approval, or would need one now, its next run asks
   * for it, which is for all of them.
   *
   * @param field  of the request that has them
   * @returns waits  whether it waits for an approval now
   * @throws AppError unknown_key; wrong_state for one that waits for an approval; as `ContentTranslationService.translate`
   *   and `TemplateTextsService.refuseDeciding`
   */
  async write(
    actor: DefinitionWriter,
    key: number,
    language: string,
    units: readonly TranslationUnit[],
    field: string,
  ): Promise<{ waits: boolean }> {
    const { appId } = actor;
    const seen = requireOpen(await this.series.find(appId, key), key);
    // Counted before the transaction, which is short.
    const need = await this.changes.findNeed(seen);
    return this.db.tx(async (tx) => {
      const series = requireOpen(await this.changes.lock(tx, appId, key), key);
      const texts = toTexts(series, await this.sources.find(tx, appId, key));
      const translated = await this.contents.translate(texts, language, units, field);
      if (!translated) {
        return { waits: false };
      }
      for (const message of translated.contents) {
        refuseBrokenPlaceholders(message, (name) => name);
        await this.templateTexts.refuseDeciding(appId, message, actor);
        await checkSizes(message);
      }
      const { options, ...changed } = withMessages(series.request, translated.contents);
      const request = { ...changed, options: { ...options, ...(need && { approval: need }) } };
      await this.sources.store(tx, appId, key, translated.sources);
      return this.changes.setTranslated(tx, actor, series, { request, language });
    });
  }

  private toTranslated(series: LockedSeries, sources: TranslatedSources): TranslatedSeries {
    const { notificationKey, request } = series;
    const languages = this.contents.listProgress(toTexts(series, sources));
    return { notificationKey, title: request.message.title ?? null, languages };
  }
}

function toTexts({ appId, request }: LockedSeries, sources: TranslatedSources) {
  const messages = request.contents?.map(({ message }) => message) ?? [request.message];
  const contents = messages.map((content, index): PlacedContent<Message> => ({ prefix: `${index}.`, content }));
  return { appId, contents, sources };
}

/** Several contents have texts of their own; the message of all is the first one. */
function withMessages(request: LockedSeries['request'], messages: readonly Message[]): LockedSeries['request'] {
  const [first = request.message] = messages;
  if (!request.contents) {
    return { ...request, message: first };
  }
  const contents = request.contents.map((content, index) => ({
    ...content,
    message: messages[index] ?? content.message,
  }));
  const { languages } = first;
  return { ...request, contents, message: { ...request.message, ...(languages && { languages }) } };
}

/** @throws AppError unknown_key */
function requireOpen<S>(series: S | undefined, key: number): S {
  if (series === undefined) {
    throw new AppError('unknown_key', `There is no recurring campaign with the key ${key} that goes on`, {
      field: 'notificationKey',
    });
  }
  return series;
}

import { readXliff, writeXliff, type TranslationFile, type TranslationUnit } from '#libs/notifications/translations';
import { malformed } from '#platform/errors';
import type { TranslateDto, TranslationsDto } from './translations.dto.js';

/** Texts of a language, as JSON and as a file for translators. */
export function toTranslatedTexts(file: TranslationFile): Pick<TranslationsDto, 'units' | 'xliff'> {
  const units = file.units.map(({ target, ...unit }) => ({ ...unit, translation: target }));
  return { units, xliff: writeXliff(file) };
}

/** Reads translations of either form. @returns field  of the request that has them @throws AppError malformed */
export function readTranslations({ language, units, xliff }: Pick<TranslateDto, 'language' | 'units' | 'xliff'>): {
  language: string;
  units: TranslationUnit[];
  field: 'units' | 'xliff';
} {
  if ((units === undefined) === (xliff === undefined)) {
    throw malformed("The body should have either 'units' or 'xliff'");
  }
  const file = xliff === undefined ? undefined : readXliff(xliff, 'xliff');
  const tag = language ?? file?.target;
  if (tag === undefined || tag === '') {
    throw malformed("Field 'language' is required");
  }
  const listed = units?.map(({ translation, ...unit }) => ({ ...unit, target: translation }));
  return { language: tag, units: listed ?? file?.units ?? [], field: file ? 'xliff' : 'units' };
}

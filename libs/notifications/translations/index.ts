export { ContentTranslationService, type PlacedContent } from './content-translation.service.js';
export { DraftTranslationService } from './draft-translation.service.js';
export { TranslationRepository } from './translation.repository.js';
export { type TranslatedDefinition, TranslationService } from './translation.service.js';
export {
  type LanguageProgress,
  MAX_UNITS,
  TRANSLATION_STATES,
  type TranslatedSources,
  type TranslationFile,
  type TranslationUnit,
} from './translation.types.js';
export { readXliff, writeXliff } from './xliff/xliff.js';

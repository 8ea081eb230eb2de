export { type LanguageProgress, type TranslatedDefinition, TranslationService } from './translation.service.js';
export {
  TRANSLATED_FIELDS,
  type TranslatedField,
  TRANSLATION_STATES,
  type TranslationFile,
  type TranslationUnit,
} from './translation.types.js';
export { readXliff, writeXliff } from './xliff.js';

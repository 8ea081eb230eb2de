export { ImportsModule } from './imports.module.js';
export { nameColumn } from './mapping/name-column.js';
export {
  IMPORT_STATES,
  MAX_CONSENT_WORDS,
  type ImportCounts,
  type ImportRefusal,
  type ImportRequest,
  type ImportState,
  type StoredImport,
} from './model/import.types.js';
export { measureProgress } from './model/progress.js';
export { ImportFileService, MAX_FILE_BYTES, type UploadedFile } from './running/import-file.service.js';
export { ImportHeaderService, type ImportHeader } from './running/import-header.service.js';
export { SEALED_IMPORTS } from './running/import-piece.repository.js';
export { ImportRetentionService } from './running/import-retention.service.js';
export { ImportViewService } from './running/import-view.service.js';
export { ImportWorkService } from './running/import-work.service.js';
export { ImportService } from './running/import.service.js';
export { TaggingRunnerService } from './taggings/tagging-runner.service.js';
export { TaggingService } from './taggings/tagging.service.js';
export {
  TAGGING_DIRECTIONS,
  TAGGING_STATES,
  type Tagging,
  type TaggingDirection,
  type TaggingState,
} from './taggings/tagging.types.js';

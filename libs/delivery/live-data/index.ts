export { addLiveData, skipUnfetched } from './add-live-data.js';
export { LiveDataService } from './live-data.service.js';
export { SEALED_LIVE_HEADERS } from './live-headers.service.js';
export { LivePreviewService } from './live-preview.service.js';
export { LiveReportService } from './live-report.service.js';
export { findLiveScopes, findPersonalSource } from './live-scopes.sql.js';
export type { LiveData } from './live-source.types.js';
export type { StoredLiveData } from './live-value.repository.js';
export { LiveValueService, withLiveData, withoutLiveData } from './live-value.service.js';

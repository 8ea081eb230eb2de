export { KeyTotalRepository } from './key-total.repository.js';
export { pastCounts } from './past-counts.sql.js';
export { PastStatisticsRepository, type PastSummary } from './past-statistics.repository.js';
export { hasSharedKey, RESULT_KINDS, resultCounts, SEND_HEADER, skippedByReason } from './send-figures.sql.js';
export { isUnusedKey, pastFigures, pastSends } from './past-sends.sql.js';

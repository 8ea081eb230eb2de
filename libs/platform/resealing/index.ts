export { type BatchStep, ResealingService, type SealedValues } from './resealing.service.js';
export type { SealedColumn } from './sealed-column.js';

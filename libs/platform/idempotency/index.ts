export { IdempotencyRepository } from './idempotency.repository.js';
export { IdempotencyService } from './idempotency.service.js';
export type { KeyedAnswer, KeyedRequest } from './idempotency.types.js';

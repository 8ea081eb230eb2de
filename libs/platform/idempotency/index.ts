export { IdempotencyRepository } from './idempotency.repository.js';
export { IdempotencyService, SEALED_ANSWERS } from './idempotency.service.js';
export type { KeyedAnswer, KeyedRequest } from './idempotency.types.js';

export { IdempotencyRepository } from './idempotency.repository.js';
export { IdempotencyService, type KeyedRequest, type KeyedAnswer } from './idempotency.service.js';

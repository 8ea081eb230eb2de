export { KeyedSemaphore, type Permit } from './keyed-semaphore.js';
export { MicroBatcher } from './micro-batcher.js';
export { Backoff, backoffMs, retry, type BackoffBounds, type RetryOptions } from './retry.js';
export { Semaphore } from './semaphore.js';
export { mapInStretches, nextTurn, Stretch } from './stretch.js';
export { resolveInTime, withTimeout } from './timeout.js';
export { workAhead } from './work-ahead.js';

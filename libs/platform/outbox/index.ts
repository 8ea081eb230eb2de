export { OutboxRepository, type Change, type Changes } from './outbox.repository.js';
export { intersectSnapshots } from './snapshot.js';

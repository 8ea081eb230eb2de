export { OutboxRepository, type Change, type Changes } from './outbox.repository.js';
export { snapshotMeet } from './snapshot.js';

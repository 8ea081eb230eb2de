export { OutboxRepository, type Change } from './outbox.repository.js';

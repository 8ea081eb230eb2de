export { DatabaseClock, describeOffset, type LocalClocks, TOLD_OFFSET_MS } from './database-clock.service.js';

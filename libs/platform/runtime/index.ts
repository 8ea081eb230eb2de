export * from './clock.service.js';
export * from './logger.js';
export { countDroppedLogLines } from './log-stream.js';

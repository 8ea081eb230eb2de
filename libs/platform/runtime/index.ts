export * from './clock.service.js';
export * from './logger.js';

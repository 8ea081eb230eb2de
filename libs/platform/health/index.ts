export { answerHealth, type HealthSource } from './answers.js';
export { createRegistry } from './registry.js';
export { startHealthServer, type HealthServer } from './server.js';

export { answerHealth, type HealthSource } from './answers.js';
export { addReadings, type Reading, type ReadValue } from './readings.js';
export { createRegistry } from './registry.js';
export { startHealthServer, type HealthServer } from './server.js';

export { answerHealth, type HealthSource } from './health-endpoints.js';
export { registerMetrics, type MetricSource, type MetricValue } from './metrics.js';
export { createRegistry } from './registry.js';
export { startHealthServer, type HealthServer } from './health-server.js';

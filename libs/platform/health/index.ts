export { answerHealth, type HealthSource } from './health-endpoints.js';
export { createRegistry, registerMetrics, type MetricSource, type MetricValue } from './metrics.js';
export { startHealthServer, type HealthServer } from './health-server.js';

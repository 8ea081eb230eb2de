export { CheckStates, type ReadinessCheck, type ReadinessReport } from './check-states.js';
export { CountTable } from './count-table.js';
export { answerHealth, type HealthSource } from './health-endpoints.js';
export { createRegistry, registerMetrics, type AnyMetric, type MetricSource, type MetricValue } from './metrics.js';
export { startHealthServer, type HealthServer, type HealthServerOptions } from './health-server.js';
export { SecondsCounts, type HistogramSource } from './seconds-histogram.js';
export { CachedFigures } from './cached-figures.js';

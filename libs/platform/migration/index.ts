export { type Migration, Migrator, type Say } from './migrator.repository.js';
export { type IndexPlan, OnlineSteps } from './online-steps.repository.js';

export { LOGGER, PlatformModule, type PlatformOptions } from './platform.module.js';
export { Readiness, WRONG_KEY } from './readiness.js';
export { runProcess, type RunningProcess } from './run-process.js';

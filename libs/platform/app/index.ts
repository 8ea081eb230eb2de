export { LOGGER, PlatformModule, type PlatformOptions } from './platform.module.js';
export { runProcess, type RunningProcess } from './run-process.js';

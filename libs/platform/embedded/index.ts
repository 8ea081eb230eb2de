export { freePort } from './free-port.js';
export { serverVersion } from './server.repository.js';
export { startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './server.js';
export {
  findOrphans,
  findRunningHerald,
  readRunState,
  removeRunState,
  writeRunState,
  type RunningHerald,
  type RunningProcess,
  type RunState,
} from './run-file.js';
export { lastLines, openLog, shiftLogs } from './log-file.js';
export { OperatorError, explainFileError } from './operator-error.js';

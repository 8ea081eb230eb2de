export { AppError, inexact, malformed, missing } from './app-error.js';
export type { EntryFault } from './entry-fault.types.js';
export { FaultList } from './fault-list.js';
export { CATALOGUE, type ErrorCode, type ErrorKind, type Refusal } from './catalogue.js';

export { AppError, inexact, malformed, missing, type RefusalReason } from './app-error.js';
export type { EntryFault } from './entry-fault.types.js';
export { FaultList } from './fault-list.js';
export { CATALOGUE, type ErrorCode, type ErrorKind, type Refusal } from './catalogue.js';

export { AppError, malformed, missing } from './app-error.js';
export { CATALOGUE, type ErrorCode, type ErrorKind, type Refusal } from './catalogue.js';

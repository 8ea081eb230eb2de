export { faultsOf, kindOfError, RepeatedFaults, reportFault, type RepeatableFault } from './repeated-faults.js';
export * from './clock.service.js';
export * from './logger.js';
export { countDroppedLogLines } from './log-stream.js';

export { cutInto } from './cut-into.js';
export { groupBy } from './group-by.js';
export { toCsvCell } from './csv-cell.js';
export { isJsonObject, isNestedWithin, parseJson, toJsonObject } from './json-object.js';
export {
  beginsNumber,
  endOfNumber,
  endOfString,
  findInexactIn,
  findInexactNumber,
  isExactDecimal,
  isExactNumber,
  isSuspect,
  losesDigits,
  parseKeepingDigits,
} from './json-numbers.js';
export { LruCache } from './lru-cache.js';
export { findNearest, isNearly } from './nearest-name.js';
export { Queue } from './queue.js';
export { trimEnd } from './trim-end.js';

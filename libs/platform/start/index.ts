export { keepCompiledCode, storeCompiledCode } from './compile-cache.js';
export { loadOnUse } from './library.js';

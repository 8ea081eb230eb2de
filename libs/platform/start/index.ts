export { keepCompiledCode, storeCompiledCode } from './compile-cache.js';

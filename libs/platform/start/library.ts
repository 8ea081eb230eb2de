import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a CommonJS library at its first use and once, where most processes or most starts never need it.
 *
 * @typeParam T  what the library exports
 * @returns the library, on each call
 */
export function loadOnUse<T>(name: string): () => T {
  return () => require(name) as T;
}

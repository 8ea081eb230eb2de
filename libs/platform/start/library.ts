import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a CommonJS library at its first use and once, where most processes or most starts never need it.
 *
 * @param load  requires it, as the type that it has
 * @returns the library, on each call
 */
export function loadOnUse<T>(load: (require: NodeJS.Require) => T): () => T {
  return () => load(require);
}

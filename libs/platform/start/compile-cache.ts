import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Seen from `dist/libs/platform/start`; the same folder as that of scripts/setup.mjs, and part of the image. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/herald', import.meta.url));

/**
 * Lets Node keep what it compiles from now on, and take what an earlier start kept: beside the dependencies, unless
 * NODE_COMPILE_CACHE has named another folder to Node already. A folder that cannot be written is read all the same, and
 * one that is missing costs time only.
 */
export function keepCompiledCode(): void {
  enableCompileCache(FOLDER);
}

/** Writes what was compiled so far now, because a process that is killed writes nothing at its end. */
export function storeCompiledCode(): void {
  flushCompileCache();
}

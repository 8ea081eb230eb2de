import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Seen from `dist/libs/platform/start`; the same folder as that of scripts/setup.mjs, and part of the image. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/herald', import.meta.url));

/**
 * Lets Node keep what it compiles from now on, and take what an earlier start kept: beside the dependencies, unless
 * NODE_COMPILE_CACHE has named another folder to Node already. A folder that cannot be written is read all the same, and
 * one that is missing costs time only, as does a Node before 22, which has no such cache.
 */
export function keepCompiledCode(): void {
  module.enableCompileCache?.(FOLDER);
}

/** Writes what was compiled so far now, because a process that is killed writes nothing at its end. */
export function storeCompiledCode(): void {
  module.flushCompileCache?.();
}

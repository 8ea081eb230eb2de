import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project; this file runs as `dist/apps/cli/runtime/root.js`. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

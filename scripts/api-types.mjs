// Types of a client, openapi/*.d.ts, from the committed documents of the same names: for the type check, the lint rules that
// know types, and the editor. Programs and tests run without them, because nothing is left of a type import.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

const FOLDER = join(ROOT, 'openapi');

/** Writes those whose document is another one than that they were made of. The tools must be installed. */
export async function writeApiTypes() {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const source = `// Made of ${file}, SHA-256 ${createHash('sha256').update(text).digest('hex')}\n`;
    const target = join(FOLDER, file.replace(/json$/, 'd.ts'));
    if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(source)) {
      const { default: openapiTs, astToString } = await import('openapi-typescript');
      writeFileSync(target, `${source}${astToString(await openapiTs(text, { alphabetize: true }))}`);
    }
  }
}

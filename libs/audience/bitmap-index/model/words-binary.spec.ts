import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import loadWabt from 'wabt';
import { formatFile } from '../../../../test/support/files/format-file.js';

const SOURCE = new URL('words.wat', import.meta.url);
const BINARY = new URL('words-binary.ts', import.meta.url);

/** `npm run kernel` writes it. */
it('The file words-binary.ts is the compiled form of words.wat', async () => {
  const wabt = await loadWabt();
  const module = wabt.parseWat('words.wat', await readFile(SOURCE, 'utf8'), { simd: true });
  const binary = Buffer.from(module.toBinary({}).buffer).toString('base64');
  module.destroy();
  const code = await formatFile(
    'words-binary.ts',
    `/** \`words.wat\`, compiled: \`npm run kernel\` writes it. */\nexport const WORDS_BINARY = '${binary}';\n`,
  );
  if (process.env['WRITE_KERNEL'] === '1') {
    await writeFile(BINARY, code);
  }
  expect(await readFile(BINARY, 'utf8')).toBe(code);
});

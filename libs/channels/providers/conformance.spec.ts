import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROVIDERS } from './registry.js';

it('The conformance suite runs for every provider of the registry', async () => {
  const folder = import.meta.dirname;
  const tested: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    if (entry.endsWith('-conformance.spec.ts')) {
      const text = await readFile(join(folder, entry), 'utf8');
      const [, constant = ''] = /^testProvider\((\w+),/m.exec(text) ?? [];
      const [, module = ''] = new RegExp(`import \\{ ${constant} \\} from '(.*)';`).exec(text) ?? [];
      const { [constant]: provider } = (await import(join(folder, entry, '..', module.replace(/js$/, 'ts')))) as Record<
        string,
        { name: string } | undefined
      >;
      tested.push(provider?.name ?? '');
    }
  }
  expect(tested.toSorted()).toEqual(PROVIDERS.map(({ name }) => name).toSorted());
});

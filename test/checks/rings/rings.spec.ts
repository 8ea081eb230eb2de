import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Part {
  name: string;
  why: string;
  files: string[];
  concerns: string[];
}

const { listConcerned, listEnumerations, listParts } = (await import(
  new URL('../../../scripts/tests/rings.mjs', import.meta.url).href
)) as {
  listConcerned: (changed: string[], parts?: Part[]) => Part[];
  listEnumerations: () => string[];
  listParts: () => Part[];
};

describe('test/rings.json', () => {
  it('Every path of the rings exists', () => {
    const paths = [...listEnumerations(), ...listParts().flatMap(({ files, concerns }) => [...files, ...concerns])];
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('The part of the samples has every file whose samples grow with TEST_SAMPLES', () => {
    const { files = [] } = listParts().find(({ name }) => name === 'samples') ?? {};
    const users = ['apps', 'lab', 'libs', 'test']
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
      .filter((path) => path.endsWith('spec.ts') && readFileSync(path, 'utf8').includes('sampleSize('));
    expect(files.toSorted()).toEqual(users.filter((path) => !path.startsWith('test/checks/')).toSorted());
  });
});

describe('listConcerned', () => {
  const parts: Part[] = [
    { name: 'clocks', why: '', files: ['test/e2e/clocks.e2e-spec.ts'], concerns: ['libs/delivery/'] },
    { name: 'disks', why: '', files: ['test/e2e/disks.e2e-spec.ts'], concerns: ['apps/cli/up/'] },
  ];

  it.each([
    ['libs/delivery/sending/batch.ts', ['clocks']],
    ['test/e2e/disks.e2e-spec.ts', ['disks']],
    ['libs/deliveries.ts', []],
  ])('A change of %s concerns the parts %j', (changed, names) => {
    expect(listConcerned([changed], parts).map(({ name }) => name)).toEqual(names);
  });
});

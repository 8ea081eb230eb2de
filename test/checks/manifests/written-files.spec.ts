import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from './written-files.js';

it('The files of k8s are those that the list of manifests gives', async () => {
  const files = await writeFiles();
  if (process.env['WRITE_MANIFESTS'] === '1') {
    for (const [path, text] of files) {
      mkdirSync(dirname(`k8s/${path}`), { recursive: true });
      writeFileSync(`k8s/${path}`, text);
    }
  }
  const differing = [...files].filter(
    ([path, text]) => !existsSync(`k8s/${path}`) || readFileSync(`k8s/${path}`, 'utf8') !== text,
  );
  expect(
    differing.map(([path]) => path),
    'npm run manifests',
  ).toEqual([]);
});

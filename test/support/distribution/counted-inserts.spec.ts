import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMiscounted } from './counted-inserts.js';

const INSERT = `INSERT INTO delivery.click (vb, app_id)
       SELECT $1, d.app_id FROM delivery.dispatch d ON CONFLICT DO NOTHING`;

it.each([
  ['const inserted = await tx.affected(\n      `INSERT', true],
  ['return tx.affected(`INSERT', true],
  ['return this.db.affected(\n`INSERT', true],
  ['await tx.affected(\n      `INSERT', false],
])('The call %s takes a count that Citus reports wrongly: %s', (call, isMiscounted) => {
  const source = (statement: string): string => `{\n    ${call.replace('INSERT', statement)}\`,\n [1]);\n}`;
  expect(findMiscounted(source(INSERT))).toEqual(isMiscounted ? [INSERT] : []);
  expect(findMiscounted(source(`${INSERT} RETURNING vb`))).toEqual([]);
  expect(findMiscounted(source(INSERT.replace('delivery.click', 'delivery.chunk')))).toEqual([]);
});

it('No file of libs takes a count that Citus reports wrongly', () => {
  const files = readdirSync('libs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts'))
    .map((path) => join('libs', path));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((path) => findMiscounted(readFileSync(path, 'utf8')).map(() => path))).toEqual([]);
});

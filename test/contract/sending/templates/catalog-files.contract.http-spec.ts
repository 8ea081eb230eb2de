import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ItemImportService } from '#libs/catalogs';
import { ApplyService } from '#libs/tenancy';
import { openUsersContract, type UsersContract } from '../../../support/contract/users-contract.js';
import { fileOf } from '../../../support/rooms/import-lines.js';

const FIELDS = {
  title: 'STRING',
  price: 'DOUBLE',
  stock: 'INT',
  isNew: 'BOOLEAN',
  sizes: 'STRING[]',
  codes: 'INT[]',
  since: 'DATE',
};
const SELECTIONS = [{ name: 'cheapest', where: { stock: { atLeast: 1 } }, sort: 'price', limit: 3 }];
let contract: UsersContract;

beforeAll(async () => {
  contract = await openUsersContract();
  const catalogs = ['products', 'others', 'large'].map((name) => ({
    name,
    key: 'sku',
    fields: FIELDS,
    selections: SELECTIONS,
  }));
  await contract.gateway.app.get(ApplyService).apply({ app: 'shop', catalogs }, { dryRun: false });
});
afterAll(() => contract.close());

async function upload(catalog: string, fileName: string, text: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([text]), fileName);
  Object.entries(fields).forEach(([name, value]) => form.append(name, value));
  const { status, json } = await contract.gateway.call(`/rest/3.0/importItems?name=${catalog}`, { raw: form });
  return { status, ...(json as object) };
}

async function items(catalog: string): Promise<object[]> {
  const { json } = await contract.gateway.call(`/rest/3.0/catalogs/items?name=${catalog}`, { method: 'GET' });
  return (json as { list: { item: object }[] }).list.map(({ item }) => item);
}

describe('importItems', () => {
  it('A CSV is loaded with the types of its fields, and a second time it changes nothing', async () => {
    const csv =
      'sku,price,stock,isNew,sizes,codes,since,title\n' +
      'A,9.5,3,yes,"S, M","[1,2]",2026-01-31,"Blue, ""warm"""\nB,,0,false,,,,\n\nA,8,,,,,,\n';
    const outcome = { status: 200, dryRun: false, lines: 3, added: 2, changed: 0, removed: 0, items: 2 };
    expect(await upload('products', 'items.csv', csv, { dryRun: 'true' })).toEqual({ ...outcome, dryRun: true });
    expect(await items('products')).toEqual([]);
    expect(await upload('products', 'items.csv', csv)).toEqual(outcome);
    const stored = [
      {
        sku: 'A',
        title: 'Blue, "warm"',
        price: 8,
        stock: 3,
        isNew: true,
        sizes: ['S', 'M'],
        codes: [1, 2],
        since: '2026-01-31',
      },
      { sku: 'B', stock: 0, isNew: false },
    ];
    expect(await items('products')).toEqual(stored);
    expect(await upload('products', 'items.csv', csv)).toEqual({ ...outcome, added: 0 });
  });

  it('NDJSON and a list of JSON give the same items', async () => {
    const entries = [
      { sku: 'J1', price: 1, sizes: ['x'] },
      { sku: 'J2', title: null },
    ];
    const lines = entries.map((entry) => JSON.stringify(entry)).join('\n');
    expect(await upload('others', 'a.ndjson', lines)).toMatchObject({ added: 2, lines: 2 });
    const list = JSON.stringify(entries, null, 1);
    expect(await upload('others', 'a.json', list, { format: 'ndjson' })).toMatchObject({
      added: 0,
      changed: 0,
      lines: 2,
    });
  });

  it.each([
    [
      'a.csv',
      'sku,price\nX,1\nY,dear\nZ,2\n,3\n',
      2004,
      "Line 3: Field 'price' of item 'Y' should be a number; Line 5: sku is",
      [3, 5],
    ],
    ['a.csv', 'sku,colour\nX,red\n', 2004, "Line 1: column 'colour' is no field of the catalog others", undefined],
    ['a.csv', 'title\nX\n', 2020, 'Line 1: the column sku is required', undefined],
    ['a.csv', 'sku,price\nX,1,2\n', 2004, 'Line 2: The line has more cells than there are columns', [2]],
    ['a.csv', 'sku,title\nX,"open\nY,1\n', 2004, 'Line 2: a quote is opened and not closed', undefined],
    ['a.ndjson', '{"sku":"X"}\n{"sku":\n', 2004, 'Line 2: The line is not JSON', [2]],
    ['a.ndjson', '{"sku":"X","price":12345678901234567890123}\n', 2004, 'loses digits at price', [1]],
    ['a.ndjson', '[{"sku":"X"},\n{"sku":"Y"}', 2004, 'Line 2: the list does not end', undefined],
    ['a.ndjson', '[{"sku":"X"},\n7]', 2004, 'Line 2: An item should be an object of its fields', [2]],
    ['a.csv', '', 2004, 'The file is empty', undefined],
  ])('A file %s with %j is refused with its lines, and nothing is stored', async (name, text, code, words, lines) => {
    const before = await items('others');
    const answer = await upload('others', name, text);
    expect(answer).toMatchObject({ status: 400, code });
    expect(JSON.stringify(answer).replaceAll('\\"', '"')).toContain(words);
    if (lines) {
      expect((answer as unknown as { faults: { index: number }[] }).faults.map(({ index }) => index)).toEqual(lines);
    }
    expect(await items('others')).toEqual(before);
    expect(await contract.gateway.fresh.db.rows('SELECT FROM users.import_piece')).toEqual([]);
  });

  it('An unknown catalog, a mapping and a missing format are refused', async () => {
    expect(await upload('nope', 'a.csv', 'sku\nX\n')).toMatchObject({ status: 400, code: 5003 });
    expect(await upload('others', 'a.csv', 'sku\nX\n', { mapping: '{"fields":{}}' })).toMatchObject({ code: 2004 });
    expect(await upload('others', 'a.txt', 'sku\nX\n')).toMatchObject({ code: 2020 });
  });

  it('A file of many batches is written as a whole or not at all, and may remove what it lacks', async () => {
    const imports = contract.gateway.app.get(ItemImportService, { strict: false });
    const load = (text: string, removesAbsent = false) =>
      imports.importFile(contract.gateway.appId, 'large', fileOf(text), { format: 'csv', removesAbsent });
    const rows = (from: number, to: number): string =>
      `sku,price,stock\n${Array.from({ length: to - from }, (_none, n) => `k${from + n},${from + n},1\n`).join('')}`;
    expect(await load(rows(0, 5000))).toMatchObject({ added: 5000, items: 5000 });
    await expect(load(`${rows(5000, 9000)}k1,bad,1\n`)).rejects.toThrow('Line 4002');
    expect(await load(rows(2500, 5001), true)).toEqual({
      lines: 2501,
      added: 1,
      changed: 0,
      removed: 2500,
      items: 2501,
    });
    const row = await contract.gateway.fresh.db.row(
      `SELECT count(*)::integer AS items, (SELECT count(*)::integer FROM catalogs.selected_item AS s
         JOIN catalogs.selection AS d USING (selection_id) WHERE d.catalog_id = c.catalog_id) AS places, c.items AS noted
         FROM catalogs.item AS i JOIN catalogs.catalog AS c USING (catalog_id) WHERE c.name = 'large' GROUP BY c.catalog_id`,
    );
    expect(row).toEqual({ items: 2501, places: 2501, noted: 2501 });
  });

  it('Changes that would wait for a file are refused soon, and may be sent again', async () => {
    const body = [{ sku: 'L1' }];
    const store = () => contract.gateway.call('/rest/3.0/catalogs/others/items', { body });
    await contract.gateway.fresh.db.tx(async (tx) => {
      await tx.rows('SELECT FROM catalogs.catalog FOR UPDATE');
      expect((await store()).status).toBe(503);
      expect(await upload('others', 'a.csv', 'sku\nL2\n')).toMatchObject({ status: 503 });
    });
    expect((await store()).status).toBe(200);
  });

  it('A key without the scope of catalogs loads nothing', async () => {
    const form = new FormData();
    form.append('file', new Blob(['sku\nX\n']), 'a.csv');
    const { status } = await contract.gateway.call('/rest/3.0/importItems?name=others', { raw: form, key: 'none' });
    expect([401, 403]).toContain(status);
  });
});

import { describe, expect, it } from 'vitest';
import { ItemBatch, type WantedItem } from './item-batch.js';

/** A chain of items, each of which names the next. */
const NEXT: Readonly<Record<string, string>> = { a: 'b', b: 'c', c: 'd', d: 'e', e: 'f' };

const NO_SELECTIONS = {
  countParams: async () => Promise.resolve(new Map()),
  findSelections: async () => Promise.resolve([]),
};

function open(): { batch: ItemBatch; asked: string[][] } {
  const asked: string[][] = [];
  const batch = new ItemBatch({
    ...NO_SELECTIONS,
    findItems: async (wanted: readonly WantedItem[]) => {
      asked.push(wanted.map(({ key }) => key));
      return Promise.resolve(wanted.map(({ key }) => (NEXT[key] === undefined ? null : { next: NEXT[key] })));
    },
  });
  return { batch, asked };
}

/** Follows the chain from its start. */
function follow(batch: ItemBatch, start: string, steps: number): string {
  let key: unknown = start;
  for (let step = 0; step < steps; step += 1) {
    key = batch.read('c', String(key))?.['next'];
  }
  return String(key);
}

describe('ItemBatch', () => {
  it('All recipients of a batch share one query, and those whose items are there are rendered once', async () => {
    const { batch, asked } = open();
    let renders = 0;
    const render = (key: string): string => {
      renders += 1;
      return follow(batch, key, 1);
    };
    const rendered = await batch.renderAll(['a', 'b', 'a', 'x'], render, () => 'late');
    expect([...rendered.values()]).toEqual(['b', 'c', 'undefined']);
    expect(asked).toEqual([['a', 'b', 'x']]);
    await batch.renderAll(['b'], render, () => 'late');
    expect(asked).toHaveLength(1);
    expect(renders).toBe(9);
  });

  it('Look-ups that follow from one another take a query each, and end after four', async () => {
    const { batch, asked } = open();
    expect([
      ...(
        await batch.renderAll(
          ['a'],
          (key) => follow(batch, key, 3),
          () => 'late',
        )
      ).values(),
    ]).toEqual(['d']);
    expect(asked).toEqual([['a', 'undefined'], ['b'], ['c']]);
    const other = open();
    const late = await other.batch.renderAll(
      ['a'],
      (key) => follow(other.batch, key, 5),
      () => 'late',
    );
    expect([...late.values()]).toEqual(['late']);
  });

  it('Recipients who give a selection the same values share it, and each set of values is asked for once', async () => {
    const asked: unknown[] = [];
    const batch = new ItemBatch({
      countParams: async () => Promise.resolve(new Map([['c', new Map([['similar', 1]])]])),
      findItems: async (wanted) => Promise.resolve(wanted.map(() => null)),
      findSelections: async (wanted) => {
        asked.push(wanted.map(({ values }) => values));
        return Promise.resolve(wanted.map(({ values }) => [{ sku: `of ${String(values[0])}` }]));
      },
    });
    const render = (value: string): string =>
      batch.countParams('c', 'similar') === undefined
        ? ''
        : batch
            .select('c', 'similar', [value])
            .map((item) => String(item['sku']))
            .join();
    const requests = [{ of: 'a' }, { of: 'b' }, { of: 'a' }];
    const rendered = await batch.renderAll(
      requests,
      ({ of }) => render(of),
      () => 'late',
    );
    expect([...rendered.values()]).toEqual(['of a', 'of b', 'of a']);
    expect(asked).toEqual([[['a'], ['b']]]);
  });

  it('Items and selections that need no reading are there at the first render of an open batch', async () => {
    let reads = 0;
    const batch = new ItemBatch({
      countParams: async () => Promise.resolve(new Map([['c', new Map([['similar', 0]])]])),
      findItems: async (wanted) => {
        reads += wanted.length;
        return Promise.resolve(wanted.map(() => ({ name: 'read' })));
      },
      findSelections: async (wanted) => {
        reads += wanted.length;
        return Promise.resolve(wanted.map(() => [{ name: 'read' }]));
      },
      peekItem: ({ key }) => (key === 'kept' ? { name: 'kept' } : key === 'none' ? null : undefined),
      peekSelection: ({ values }) => (values.length === 0 ? [{ name: 'kept' }] : undefined),
    });
    await batch.open();
    let renders = 0;
    const render = (key: string): string => {
      renders += 1;
      const [first] = batch.countParams('c', 'similar') === 0 ? batch.select('c', 'similar', []) : [];
      return `${String(batch.read('c', key)?.['name'])} ${String(first?.['name'])}`;
    };
    const rendered = await batch.renderAll(['kept', 'none', 'new'], render, () => 'late');
    expect([...rendered.values()]).toEqual(['kept kept', 'undefined kept', 'read kept']);
    expect({ reads, renders }).toEqual({ reads: 1, renders: 4 });
  });

  it('Items that a batch has read stay as they are until its end', async () => {
    let price = 1;
    const batch = new ItemBatch({
      ...NO_SELECTIONS,
      findItems: async (wanted) => Promise.resolve(wanted.map(() => ({ price }))),
    });
    const read = (): unknown => batch.read('c', 'k')?.['price'];
    await batch.renderAll([1], read, () => 0);
    price = 2;
    expect([...(await batch.renderAll([1], read, () => 0)).values()]).toEqual([1]);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readScenario } from './read-scenario.js';
import { runScenario } from './run-scenario.js';

const FOLDER = new URL('../../../test/scenarios/', import.meta.url);
const load = async (name: string): Promise<unknown> => parse(await readFile(new URL(name, FOLDER), 'utf8'));

const files = (await readdir(FOLDER)).filter((name) => name !== 'shop.yaml');

it.each(files)('The scenario %s comes out as it says', async (name) => {
  expect(runScenario(await readScenario(await load(name), load)).differences).toEqual([]);
});

it('The time line of a person has a message before the leaving that follows it at once', async () => {
  const { moments } = runScenario(await readScenario(await load('abandoned-cart-with-two-items.yaml'), load));
  const last = moments.findLastIndex(({ kind }) => kind === 'sent');
  expect(moments.slice(last).map(({ kind }) => kind)).toEqual(['sent', 'left']);
});

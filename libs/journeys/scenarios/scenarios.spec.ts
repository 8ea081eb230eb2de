import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MainThreadMeter, measureHeldLimit } from '../../../test/support/processes/main-thread-meter.js';
import { readScenario } from './read-scenario.js';
import { runScenario } from './run-scenario.js';

const FOLDER = new URL('../../../test/scenarios/', import.meta.url);
const load = async (name: string): Promise<unknown> => parse(await readFile(new URL(name, FOLDER), 'utf8'));

const files = (await readdir(FOLDER)).filter((name) => name !== 'shop.yaml');

it.each(files)('The scenario %s comes out as it says', async (name) => {
  expect((await runScenario(await readScenario(await load(name), load))).differences).toEqual([]);
});

it('The time line of a person has a message before the leaving that follows it at once', async () => {
  const { moments } = await runScenario(await readScenario(await load('abandoned-cart-with-two-items.yaml'), load));
  const last = moments.findLastIndex(({ kind }) => kind === 'sent');
  expect(moments.slice(last).map(({ kind }) => kind)).toEqual(['sent', 'left']);
});

describe('A scenario with much to do', () => {
  /** Carts of fifty people at one moment, whose messages take nearly all steps that a text may have. */
  const readBusy = async (text: string) => {
    const people = Array.from({ length: 50 }, (_, n) => ({ extId: `p${n}`, platforms: ['EMAIL'] }));
    const message = { title: 'Cart', platforms: ['EMAIL'], templates: 'liquid', transactional: true };
    return readScenario(
      {
        app: 'shop.yaml',
        journey: 'abandoned cart',
        start: '2026-03-02T09:00:00Z',
        messages: ['cart', 'cart-again'].map((name) => ({ ...message, name, message: text })),
        people,
        events: people.map(({ extId }) => ({ at: '+0s', extId, name: 'Cart', cartId: 'c', title: 'Hat', price: 1 })),
        expect: { sent: [] },
      },
      load,
    );
  };

  it('The thread does other work between messages', async () => {
    const limit = measureHeldLimit();
    const scenario = await readBusy(
      '{% for i in (1..100) %}{% for j in (1..150) %}{% assign k = j %}{% endfor %}{% endfor %}Hi {{ event.title }}',
    );
    const meter = new MainThreadMeter();
    const { sent } = await runScenario(scenario);
    const longestMs = meter.takeLongest();
    meter.stop();
    expect(sent).toHaveLength(100);
    expect(longestMs).toBeLessThan(limit);
  });

  it('Texts that are too long together are refused', async () => {
    const scenario = await readBusy(`Hi {{ event.title }} ${'x'.repeat(10_000)}`);
    await expect(runScenario(scenario, { moments: 5000, characters: 200_000 })).rejects.toThrow('200000 characters');
  });
});

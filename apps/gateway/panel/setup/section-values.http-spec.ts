import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { ApplyService, readApplicationFile } from '#libs/tenancy';

interface Stored {
  value: unknown;
  text: string;
  base: string;
}

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway, [{ role: 'owner', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

const PLACE = '/apps/shop/setup';
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const read = async (section: string): Promise<Stored> => (await owner.get(`${PLACE}/${section}`)).json as Stored;
/** Sends a value as a form does: JSON is YAML. */
const apply = async (section: string, value: unknown) => {
  const { base } = await read(section);
  return owner.post(`${PLACE}/${section}/apply`, { text: JSON.stringify({ [section]: value }), base });
};

/** Texts that could be read as something else in YAML. */
const WORDS = ['yes', '1', '1e3', 'null', '- a', 'a: b', '# no', '"', "'", '2026-01-01', '𝄞 ü', '~', '{x}', 'a\tb'];
const TYPES = ['STRING', 'INT', 'DOUBLE', 'BOOLEAN', 'DATE'] as const;

const textsOf = (dice: Dice) =>
  Object.fromEntries(dice.some(['en', 'tr', 'pt-BR']).map((tag) => [tag, dice.pick(WORDS)]));
const attributeOf = (dice: Dice, code: string) => ({
  code,
  dataType: dice.pick(TYPES),
  ...(dice.isOneIn(2) && { label: dice.pick(WORDS) }),
  ...(dice.isOneIn(3) && { unit: dice.pick(WORDS) }),
  ...(dice.isOneIn(3) && { privateInfo: true }),
});

const VALUES: Record<string, (dice: Dice, seed: number) => unknown> = {
  attributes: (dice, seed) => dice.some(['a', 'b', 'c', 'd']).map((code) => attributeOf(dice, `${code}${seed}`)),
  events: (dice, seed) =>
    dice.some(['One', 'Two', 'Three']).map((code) => ({
      code: `${code}${seed}`,
      ...(dice.isOneIn(2) && { description: dice.pick(WORDS) }),
      ...(dice.isOneIn(2) && { attributes: dice.some(['x', 'y']).map((name) => attributeOf(dice, `${name}${seed}`)) }),
    })),
  categories: (dice) =>
    dice.some(['News', 'Offers', '# 1', 'on']).map((name) => ({
      name,
      title: textsOf(dice),
      description: textsOf(dice),
      ...(dice.isOneIn(2) && { default: 'off' }),
      ...(dice.isOneIn(2) && { channels: ['EMAIL', 'PUSH'] }),
    })),
  buttonSets: (dice) => dice.some([1, 2, 7]).map((id) => ({ id, buttons: ['Yes', '1', '- no'].slice(dice.below(3)) })),
  sounds: (dice) =>
    dice.some(['bell.caf', '1', 'on']).map((name) => ({ platform: dice.pick(['IOS', 'ANDROID']), name })),
};

describe('Values of sections in forms', () => {
  it.each(Object.keys(VALUES))('The section %s stays the same file after any edit of a form', async (section) => {
    for (const seed of SEEDS) {
      const value = VALUES[section]?.(new Dice(seed), seed);
      const answer = await apply(section, value);
      expect(answer.status, `${seed}: ${answer.text}`).toBe(200);
      const stored = await read(section);
      const review = await owner.post(`${PLACE}/${section}/review`, {
        text: JSON.stringify({ [section]: stored.value }),
      });
      expect(review.json, `${seed}`).toMatchObject({ differences: [], value: stored.value, earlier: stored.value });
      const file = await readApplicationFile(`app: shop\nprune: true\n${stored.text}`, {
        env: {},
        readFile: async () => Promise.reject(new Error('no file is named')),
      });
      expect((await gateway.app.get(ApplyService).apply(file, { dryRun: true })).differences, `${seed}`).toEqual([]);
    }
  });

  it('The settings of a form keep what the form does not show, and say what is removed', async () => {
    const settings = async () => (await read('settings')).value as Record<string, unknown>;
    const before = await settings();
    const brand = { name: 'Lale', color: '#aa3366', font: 'Georgia' };
    expect((await apply('settings', { ...before, defaultLanguage: 'tr', utm: { source: 'lale' }, brand })).status).toBe(
      200,
    );
    expect(await settings()).toEqual({ ...before, defaultLanguage: 'tr', utm: { source: 'lale' }, brand });
    const removed = { brand: { name: '', color: '', font: '' }, utm: false };
    expect((await apply('settings', removed)).status).toBe(200);
    expect(await settings()).toEqual({ ...before, defaultLanguage: 'tr', utm: false });
  });

  it('A value that a form should not have is refused at its place, and changes nothing', async () => {
    const before = await read('categories');
    for (const value of [[{ name: '' }], [{ name: 'a' }, { name: 'a' }], { name: 'a' }, [{ nam: 'a' }]]) {
      expect((await apply('categories', value)).status, JSON.stringify(value)).toBe(400);
    }
    expect(await read('categories')).toEqual(before);
  });
});

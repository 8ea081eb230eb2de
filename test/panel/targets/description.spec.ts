import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSegmentTarget, type Target } from '#libs/audience';
import type { ClauseCount } from '../../../apps/panel/api/types.js';
import {
  addGroup,
  addLine,
  changePart,
  countsOf,
  isGroup,
  MAX_LEVELS,
  MODES,
  newRoot,
  removePart,
  targetOf,
  type TargetGroup,
  type TargetPart,
} from '../../../apps/panel/targets/groups.js';
import {
  ACTIONS,
  SPANS,
  TESTS,
  type BehaviourFields,
  type EventTest,
} from '../../../apps/panel/targets/behaviour/behaviour.js';
import { isTargetGroup } from '../../../apps/panel/targets/described-target.js';
import {
  DEVICE_CODES,
  KINDS,
  OPERATORS,
  VISITS,
  type Kind,
  type TargetLine,
} from '../../../apps/panel/targets/lines.js';
import { isForSends, withoutGroups } from '../../../apps/panel/targets/plain-target.js';
import { describeTarget } from '../../../apps/panel/targets/stored-target.js';

const ATTRIBUTES = [
  { code: 'city', label: 'City', dataType: 'STRING', options: [] },
  { code: 'visits', label: null, dataType: 'INT', options: [] },
  { code: 'vip', label: null, dataType: 'BOOLEAN', options: [] },
];

const EVENTS = [
  {
    code: 'Paid',
    name: 'Bill paid',
    label: null,
    attributes: [
      { code: 'sum', label: 'Sum', dataType: 'DOUBLE' },
      { code: 'method', label: null, dataType: 'STRING' },
      { code: 'gift', label: null, dataType: 'BOOLEAN' },
    ],
  },
];
const KNOWN = { attributes: ATTRIBUTES, events: EVENTS };

const text = fc.constantFrom('Van', 'Van, İzmir', '7', '12, 40', 'true', 'a b', '', ' , ');
const CODES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  attribute: ['city', 'visits', 'vip', 'gone'],
  device: DEVICE_CODES,
  product: ACTIONS,
  seen: VISITS,
  reach: ['IOS', 'EMAIL', 'MACOS'],
};
/** Details of the event and of products. */
const DETAILS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  event: ['sum', 'method', 'gift', 'gone'],
  product: ['price', 'brand', 'categoryId'],
};
const behaviour = (kind: Kind): fc.Arbitrary<BehaviourFields> => {
  const test: fc.Arbitrary<EventTest> = fc.record({
    attribute: fc.constantFrom(...(DETAILS[kind] ?? [''])),
    operator: fc.constantFrom(...TESTS),
    text: fc.constantFrom('card', '10', '12.5, 20', 'true', ''),
  });
  return fc.record(
    {
      times: fc.constantFrom('', '1', '3'),
      span: fc.constantFrom(...SPANS),
      from: fc.constantFrom('', '2030-02-01'),
      to: fc.constantFrom('', '2030-01-31', '2030-02-01', '2030-03-01'),
      where: fc.array(test, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
};
// A boolean has neither more nor less, and the server refuses both.
const line = fc.constantFrom(...KINDS).chain((kind): fc.Arbitrary<TargetLine> =>
  fc
    .tuple(
      fc.record({
        id: fc.constant(0),
        kind: fc.constant(kind),
        code: fc.constantFrom(...(CODES[kind] ?? [''])),
        operator: fc.constantFrom(...OPERATORS[kind]),
        text: kind === 'place' ? fc.constantFrom('41.0082, 28.9784', '-33, 151.2', 'nowhere') : text,
        amount: fc.constantFrom('5', '30', ''),
      }),
      kind === 'event' || kind === 'product' || kind === 'seen' ? behaviour(kind) : fc.constant({}),
    )
    .map(([fields, further]) => ({ ...fields, ...further }))
    .filter(({ code, operator }) => code !== 'vip' || (operator !== 'atLeast' && operator !== 'atMost')),
);
const groupOf = (part: fc.Arbitrary<TargetPart>): fc.Arbitrary<TargetGroup> =>
  fc.record({ id: fc.constant(0), mode: fc.constantFrom(...MODES), parts: fc.array(part, { maxLength: 4 }) });
const inner = groupOf(line);
const middle = groupOf(fc.oneof({ arbitrary: line, weight: 2 }, inner));
const root = groupOf(fc.oneof({ arbitrary: line, weight: 2 }, inner, middle)).map(withIds);

/** A copy in which every part has an id of its own. */
function withIds(group: TargetGroup): TargetGroup {
  let next = 0;
  const number = <P extends TargetPart>(part: P): P => {
    const id = next++;
    return isGroup(part) ? { ...part, id, parts: part.parts.map(number) } : { ...part, id };
  };
  return number(group);
}

/** Clauses as the server answers them, numbered in its order. */
function clausesOf(target: Target): ClauseCount[] {
  const clauseOf = ({ type, ...wanted }: Target): ClauseCount => ({
    clause: type,
    wanted: 'of' in wanted ? {} : wanted,
    alone: 0,
    remaining: null,
    children: 'of' in wanted ? wanted.of.map(clauseOf) : [],
  });
  return (target.type === 'and' ? target.of : [target]).map(clauseOf);
}

function listParts(part: TargetPart): TargetPart[] {
  return isGroup(part) ? [part, ...part.parts.flatMap(listParts)] : [part];
}

describe('Description of an audience', () => {
  it('A description becomes a target that the server takes, and is found again in it', () => {
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, KNOWN);
        readSegmentTarget(target);
        const again = describeTarget(target);
        expect(again && targetOf(again, KNOWN)).toEqual(target);
      }),
      { numRuns: 500 },
    );
  });

  it('A description that needs no groups becomes the same target without them', () => {
    let plain = 0;
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, KNOWN);
        const same = withoutGroups(target);
        if (same) {
          plain += 1;
          expect(meaningsOf(same)).toEqual(meaningsOf(target));
        }
      }),
      { numRuns: 500 },
    );
    expect(plain).toBeGreaterThan(20);
  });

  it('A description has each count at the line that it is of', () => {
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, KNOWN);
        const counts = countsOf(group, 'sendToAll' in target ? [] : clausesOf(readSegmentTarget(target)));
        for (const part of listParts(group)) {
          const count = counts.get(part.id);
          if (!isGroup(part) && count) {
            const alone = clausesOf(readSegmentTarget(targetOf({ id: 0, mode: 'all', parts: [part] }, KNOWN)));
            expect([count].map(meaningOf)).toEqual(alone.map(meaningOf));
          }
        }
        const lines = listParts(group).filter((part) => !isGroup(part));
        const complete = lines.filter((part) => 'tag' in part || isAsked(part as TargetLine));
        expect(complete.every(({ id }) => counts.has(id))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, unknown, object]>([
    [
      'names beside each other',
      { tag: { $and: ['a', 'b'], $not: ['c'] } },
      {
        all: [{ tag: ['a'] }, { tag: ['b'] }, { tag: { $not: ['c'] } }],
      },
    ],
    ['one of several tags', { tag: ['a', 'b'] }, { any: [{ tag: ['a'] }, { tag: ['b'] }] }],
    [
      'alternatives of attributes',
      { profile: { $or: [{ city: 'Van' }, { visits: { $gte: 3 } }] } },
      {
        any: [{ profile: { city: ['Van'] } }, { profile: { visits: { $gte: 3 } } }],
      },
    ],
    [
      'a clause beside groups',
      { tag: 'a', none: [{ location: { latitude: 41, longitude: 29, radius: 5 } }] },
      {
        all: [{ tag: ['a'] }, { none: [{ location: { latitude: 41, longitude: 29, radius: 5 } }] }],
      },
    ],
    ['everybody', { sendToAll: true }, { sendToAll: true }],
  ])('A description shows a target that was stored as %s', (_, stored, target) => {
    const shown = describeTarget(stored);
    expect(shown && targetOf(shown, KNOWN)).toEqual(target);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no target', 'everybody'],
    ['two bounds', { profile: { visits: { $gte: 1, $lte: 5 } } }],
    ['a span', { profile: { seen: { $after: '30d' } } }],
    ['hours', { event: { name: 'Paid', within: '12h' } }],
    ['an instant', { event: { name: 'Paid', from: '2030-01-01T10:00:00Z', to: '2030-02-01' } }],
    ['a window with one end', { lastSeen: { from: '2030-01-01' } }],
    ['days that are the wrong way round', { firstSeen: { from: '2030-02-01', to: '2030-01-01' } }],
    ['a visit at any time', { lastSeen: { not: true } }],
    ['a field that products do not have', { product: { action: 'bought', colour: 'red' } }],
    ['a field that events do not have', { event: { name: 'Paid', times: 2 } }],
    ['two tests of one detail', { product: { action: 'bought', price: { exists: true, atLeast: 5 } } }],
    ['a test of nothing', { event: { name: 'Paid', where: { sum: {} } } }],
    ['a detail with a comma', { event: { name: 'Paid', where: { method: 'a, b' } } }],
    ['an operator that platforms do not have', { reachable: { $nor: ['IOS'] } }],
    ['a value with a comma', { profile: { city: 'Van, Turkey' } }],
    ['a name with a space before it', { tag: ' a' }],
    ['a place that is written in another way', { location: { latitude: 1e-7, longitude: 29, radius: 5 } }],
    ['more levels than lines have', { tag: 'a', any: [{ all: [{ none: [{ tag: 'b' }] }, { tag: 'c' }] }] }],
  ])('A stored target has no description in lines: %s', (_, stored) => {
    expect(describeTarget(stored)).toBeUndefined();
  });

  const window: Record<(typeof SPANS)[number], Partial<TargetLine>> = {
    days: { amount: '30' },
    between: { span: 'between', from: '2030-01-01', to: '2030-02-01' },
    any: { span: 'any' },
  };
  const whole = (fields: Partial<TargetLine> & Pick<TargetLine, 'kind' | 'operator'>): TargetLine => ({
    id: 1,
    code: '',
    text: '',
    amount: '',
    ...fields,
  });
  const test = (operator: (typeof TESTS)[number]): EventTest => ({
    attribute: 'price',
    operator,
    text: operator === 'known' || operator === 'unknown' ? '' : '10',
  });
  it.each<[string, TargetLine]>(
    [
      ...OPERATORS.event.flatMap((operator) =>
        SPANS.map((span): TargetLine => whole({ kind: 'event', operator, text: 'Paid', ...window[span] })),
      ),
      ...OPERATORS.product.flatMap((operator) =>
        SPANS.map((span): TargetLine =>
          whole({ kind: 'product', operator, code: 'bought', ...window[span], times: '2' }),
        ),
      ),
      ...TESTS.map((operator): TargetLine =>
        whole({ kind: 'product', operator: 'did', code: 'viewed', ...window.days, where: [test(operator)] }),
      ),
      whole({
        kind: 'event',
        operator: 'did',
        text: 'Paid',
        ...window.any,
        where: [
          { attribute: 'sum', operator: 'atLeast', text: '10' },
          { attribute: 'sum', operator: 'atMost', text: '20' },
          { attribute: 'method', operator: 'is', text: 'card, cash' },
          { attribute: 'gift', operator: 'is', text: 'true' },
        ],
      }),
      ...VISITS.flatMap((code) =>
        OPERATORS.seen.flatMap((operator) =>
          (['days', 'between'] as const).map((span): TargetLine =>
            whole({ kind: 'seen', operator, code, ...window[span] }),
          ),
        ),
      ),
      ...OPERATORS.reach.map((operator): TargetLine => whole({ kind: 'reach', operator, code: 'IOS' })),
      ...OPERATORS.tag.map((operator): TargetLine => whole({ kind: 'tag', operator, text: 'vip' })),
      ...OPERATORS.attribute.map((operator): TargetLine =>
        whole({ kind: 'attribute', operator, code: 'visits', text: /known/.test(operator) ? '' : '7' }),
      ),
      ...OPERATORS.device.map((operator): TargetLine =>
        whole({ kind: 'device', operator, code: 'language', text: /known/.test(operator) ? '' : 'tr' }),
      ),
    ].map((row) => [JSON.stringify(row), row]),
  )('A description returns the same line again: %s', (_, row) => {
    const stored = JSON.parse(JSON.stringify(targetOf({ id: 0, mode: 'all', parts: [row] }, KNOWN))) as unknown;
    readSegmentTarget(stored);
    expect(describeTarget(stored)).toEqual({ id: 0, mode: 'all', parts: [row] });
    const plain = withoutGroups(stored as object);
    expect(plain && describeTarget(plain)).toEqual({ id: 0, mode: 'all', parts: [row] });
  });

  it('A line has values in the type of the detail, and counts for nothing with two that exclude each other', () => {
    const where: EventTest[] = [
      { attribute: 'sum', operator: 'atMost', text: '20' },
      { attribute: 'method', operator: 'is', text: '7' },
      { attribute: 'gift', operator: 'is', text: 'true' },
      { attribute: 'sum', operator: 'atLeast', text: '10' },
    ];
    const row = whole({ kind: 'event', operator: 'didNot', text: 'Bill paid', span: 'any', times: ' 2 ', where });
    expect(targetOf({ id: 0, mode: 'all', parts: [row] }, KNOWN)).toEqual({
      all: [
        {
          event: {
            name: 'Bill paid',
            atLeast: 2,
            not: true,
            where: { sum: { atMost: 20, atLeast: 10 }, method: ['7'], gift: [true] },
          },
        },
      ],
    });
    const again: EventTest = { attribute: 'sum', operator: 'known', text: '' };
    expect(isAsked({ ...row, where: [...where, again] })).toBe(false);
    expect(isAsked({ ...row, where: [again] })).toBe(true);
    expect(isAsked({ ...row, where: [{ ...again, operator: 'is' }] })).toBe(false);
    expect(isAsked({ ...row, span: 'between', from: '2030-02-01', to: '2030-01-01' })).toBe(false);
  });

  it('isForSends accepts only what sends take', () => {
    expect(isForSends({ tag: ['a'], location: {} })).toBe(true);
    for (const form of ['event', 'product', 'firstSeen', 'lastSeen', 'reachable']) {
      expect(isForSends({ tag: ['a'], [form]: {} }), form).toBe(false);
    }
    const twice = { all: [{ lastSeen: { within: '7d' } }, { lastSeen: { within: '30d', not: true } }] };
    expect(withoutGroups(twice)).toBeUndefined();
  });

  it('isTargetGroup accepts stored descriptions of this build and of the one before', () => {
    const old = { id: 1, kind: 'event', code: '', operator: 'did', text: 'Paid', amount: '30' };
    const stored = (fields: object): unknown => ({ id: 0, mode: 'all', parts: [{ ...old, ...fields }] });
    const where = [{ attribute: 'sum', operator: 'atLeast', text: '10' }];
    for (const fields of [
      {},
      { times: '2', span: 'between', from: '2030-01-01', to: '2030-02-01', where },
      { kind: 'product', code: 'bought', where: [] },
      { kind: 'seen', code: 'lastSeen', operator: 'wasNot' },
      { kind: 'reach', code: 'IOS', operator: 'reached' },
    ]) {
      expect(isTargetGroup(stored(fields)), JSON.stringify(fields)).toBe(true);
    }
    for (const fields of [
      { times: 2 },
      { span: 'hours' },
      { from: null },
      { to: 7 },
      { where: {} },
      { where: [{ attribute: 'sum', operator: 'isNot', text: '' }] },
      { where: [{ attribute: 'sum', operator: 'is' }] },
      { where: [null] },
      { kind: 'reach', operator: 'did' },
      { kind: 'basket' },
    ]) {
      expect(isTargetGroup(stored(fields)), JSON.stringify(fields)).toBe(false);
    }
  });

  it('A description grows and shrinks by lines and groups', () => {
    const started = addGroup(addLine(newRoot(ATTRIBUTES), 0, ATTRIBUTES), 0, ATTRIBUTES);
    expect(started.parts.map(({ id }) => id)).toEqual([1, 2, 3]);
    const group = started.parts[2]?.id ?? -1;
    const tagged = changePart(changePart(started, group, { mode: 'none' }), 4, {
      kind: 'tag',
      operator: 'is',
      text: 'a',
    });
    expect(targetOf(tagged, KNOWN)).toEqual({ all: [{ none: [{ tag: ['a'] }] }] });
    expect(targetOf(removePart(tagged, group), KNOWN)).toEqual({ sendToAll: true });
    expect(MAX_LEVELS).toBe(3);
  });
});

function isAsked(part: TargetLine): boolean {
  return !('sendToAll' in targetOf({ id: 0, mode: 'all', parts: [part] }, KNOWN));
}

/** Conditions of a target, each name and platform by itself. */
function meaningsOf(target: object): string[] {
  const clauses = clausesOf(readSegmentTarget(target)).flatMap((clause) => {
    const [field, list] = Array.isArray(clause.wanted['names'])
      ? ['names', clause.wanted['names'] as unknown[]]
      : ['platforms', clause.clause === 'reachable' ? (clause.wanted['platforms'] as unknown[]) : undefined];
    return list ? list.map((name) => ({ ...clause, wanted: { ...clause.wanted, [field]: [name] } })) : [clause];
  });
  return [...new Set(clauses.map(meaningOf))].toSorted();
}

/** A clause without the place where it stood. */
function meaningOf({ clause, wanted, children }: ClauseCount): string {
  const { field: _, mode, names, platforms, ...rest } = wanted;
  const list = names ?? platforms;
  // With one name all and any are the same.
  const combining = Array.isArray(list) && list.length === 1 && mode !== 'none' ? 'any' : mode;
  return JSON.stringify({ clause, rest, combining, list, children: children.map(meaningOf) });
}

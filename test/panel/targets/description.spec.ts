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
import { DEVICE_CODES, KINDS, OPERATORS, type TargetLine } from '../../../apps/panel/targets/lines.js';
import { withoutGroups } from '../../../apps/panel/targets/plain-target.js';
import { describeTarget } from '../../../apps/panel/targets/stored-target.js';

const ATTRIBUTES = [
  { code: 'city', label: 'City', dataType: 'STRING', options: [] },
  { code: 'visits', label: null, dataType: 'INT', options: [] },
  { code: 'vip', label: null, dataType: 'BOOLEAN', options: [] },
];

const text = fc.constantFrom('Van', 'Van, İzmir', '7', '12, 40', 'true', 'a b', '', ' , ');
// Of yes and no there is neither more nor less, and the server says so.
const line = fc.constantFrom(...KINDS).chain((kind): fc.Arbitrary<TargetLine> => {
  const codes = kind === 'device' ? DEVICE_CODES : kind === 'attribute' ? ['city', 'visits', 'vip', 'gone'] : [''];
  return fc
    .record({
      id: fc.constant(0),
      kind: fc.constant(kind),
      code: fc.constantFrom(...codes),
      operator: fc.constantFrom(...OPERATORS[kind]),
      text: kind === 'place' ? fc.constantFrom('41.0082, 28.9784', '-33, 151.2', 'nowhere') : text,
      amount: fc.constantFrom('5', '30', ''),
    })
    .filter(({ code, operator }) => code !== 'vip' || (operator !== 'atLeast' && operator !== 'atMost'));
});
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

describe('a description of an audience', () => {
  it('is a target that the server takes, and is found again in it', () => {
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, ATTRIBUTES);
        readSegmentTarget(target);
        const again = describeTarget(target);
        expect(again && targetOf(again, ATTRIBUTES)).toEqual(target);
      }),
      { numRuns: 500 },
    );
  });

  it('stands without groups as the same target, where it needs none', () => {
    let plain = 0;
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, ATTRIBUTES);
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

  it('has each count at the line that it is of', () => {
    fc.assert(
      fc.property(root, (group) => {
        const target = targetOf(group, ATTRIBUTES);
        const counts = countsOf(group, 'sendToAll' in target ? [] : clausesOf(readSegmentTarget(target)));
        for (const part of listParts(group)) {
          const count = counts.get(part.id);
          if (!isGroup(part) && count) {
            const alone = clausesOf(readSegmentTarget(targetOf({ id: 0, mode: 'all', parts: [part] }, ATTRIBUTES)));
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
  ])('shows what was stored as %s', (_, stored, target) => {
    const shown = describeTarget(stored);
    expect(shown && targetOf(shown, ATTRIBUTES)).toEqual(target);
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no target', 'everybody'],
    ['two bounds', { profile: { visits: { $gte: 1, $lte: 5 } } }],
    ['a span', { profile: { seen: { $after: '30d' } } }],
    ['hours', { event: { name: 'Paid', within: '12h' } }],
    ['a product', { product: { action: 'bought' } }],
    ['a value with a comma', { profile: { city: 'Van, Turkey' } }],
    ['a name with a space before it', { tag: ' a' }],
    ['a place that is written in another way', { location: { latitude: 1e-7, longitude: 29, radius: 5 } }],
    ['more levels than lines have', { tag: 'a', any: [{ all: [{ none: [{ tag: 'b' }] }, { tag: 'c' }] }] }],
  ])('does not pretend to show %s', (_, stored) => {
    expect(describeTarget(stored)).toBeUndefined();
  });

  it('grows and shrinks by lines and groups', () => {
    const started = addGroup(addLine(newRoot(ATTRIBUTES), 0, ATTRIBUTES), 0, ATTRIBUTES);
    expect(started.parts.map(({ id }) => id)).toEqual([1, 2, 3]);
    const group = started.parts[2]?.id ?? -1;
    const tagged = changePart(changePart(started, group, { mode: 'none' }), 4, {
      kind: 'tag',
      operator: 'is',
      text: 'a',
    });
    expect(targetOf(tagged, ATTRIBUTES)).toEqual({ all: [{ none: [{ tag: ['a'] }] }] });
    expect(targetOf(removePart(tagged, group), ATTRIBUTES)).toEqual({ sendToAll: true });
    expect(MAX_LEVELS).toBe(3);
  });
});

function isAsked(part: TargetLine): boolean {
  return !('sendToAll' in targetOf({ id: 0, mode: 'all', parts: [part] }, ATTRIBUTES));
}

/** What holds together in a target, each name by itself. */
function meaningsOf(target: object): string[] {
  const clauses = clausesOf(readSegmentTarget(target)).flatMap((clause) => {
    const { names } = clause.wanted;
    return Array.isArray(names)
      ? names.map((name: unknown) => ({ ...clause, wanted: { ...clause.wanted, names: [name] } }))
      : [clause];
  });
  return [...new Set(clauses.map(meaningOf))].toSorted();
}

/** A clause without the place where it stood. */
function meaningOf({ clause, wanted, children }: ClauseCount): string {
  const { field: _, mode, names, ...rest } = wanted;
  // Of one name all and any mean the same.
  const combining = Array.isArray(names) && names.length === 1 && mode !== 'none' ? 'any' : mode;
  return JSON.stringify({ clause, rest, combining, names, children: children.map(meaningOf) });
}

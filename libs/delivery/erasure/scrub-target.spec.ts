import { describe, expect, it } from 'vitest';
import type { Target } from '#libs/audience';
import { isWithoutRecipients, scrubTarget } from './scrub-target.js';

const NAMES = {
  extIds: new Set(['ann']),
  tokens: new Set(['t-ann', 'ab'.repeat(32)]),
  addresses: new Set(['ann@example.com', '+905321234567', 'ann@xn--mller-kva.example']),
};

describe('scrubTarget', () => {
  it.each<[Target, Target, boolean]>([
    [{ type: 'extIds', extIds: ['ann', 'Ann', 'bob'] }, { type: 'extIds', extIds: ['Ann', 'bob'] }, false],
    [{ type: 'extIds', extIds: ['ann'] }, { type: 'extIds', extIds: [] }, true],
    [{ type: 'tokens', tokens: ['t-bob', 't-ann'] }, { type: 'tokens', tokens: ['t-bob'] }, false],
    [{ type: 'tokens', tokens: ['AB'.repeat(32), 'Ab'.repeat(32)] }, { type: 'tokens', tokens: [] }, true],
    [
      {
        type: 'profile',
        code: 'email',
        values: ['Ann@MÜLLER.example', 'ann@mu\u0308ller.example', 'ann@muller.example'],
      },
      { type: 'profile', code: 'email', values: ['ann@muller.example'] },
      false,
    ],
    [
      { type: 'profile', code: 'email', values: ['Ann@Example.com'] },
      { type: 'profile', code: 'email', values: [] },
      true,
    ],
    [
      {
        type: 'or',
        of: [
          { type: 'tokens', tokens: ['t-ann'] },
          { type: 'tag', mode: 'any', names: ['ann'] },
        ],
      },
      {
        type: 'or',
        of: [
          { type: 'tokens', tokens: [] },
          { type: 'tag', mode: 'any', names: ['ann'] },
        ],
      },
      false,
    ],
    [
      { type: 'and', of: [{ type: 'all' }, { type: 'profile', code: 'msisdn', values: ['+905321234567'] }] },
      { type: 'and', of: [{ type: 'all' }, { type: 'profile', code: 'msisdn', values: [] }] },
      true,
    ],
    [{ type: 'profile', code: 'city', values: ['ann'] }, { type: 'profile', code: 'city', values: ['ann'] }, false],
    [{ type: 'all' }, { type: 'all' }, false],
  ])('scrubTarget turns %j into %j, without recipients: %s', (target, scrubbed, isEmpty) => {
    expect(scrubTarget(target, NAMES)).toEqual(scrubbed);
    expect(isWithoutRecipients(scrubbed)).toBe(isEmpty);
  });
});

import { describe, expect, it } from 'vitest';
import { decideCrowd, type Speaker } from './crowd.js';

const trusted = (count: number, firstUser = 1): Speaker[] =>
  Array.from({ length: count }, (_, index) => ({ userId: firstUser + index, isTrusted: true, service: '' }));
const invented = (count: number, firstUser = 1001): Speaker[] =>
  trusted(count, firstUser).map((speaker) => ({ ...speaker, isTrusted: false }));
const ofOneUser = (speakers: Speaker[]): Speaker[] => speakers.map((speaker) => ({ ...speaker, userId: 7 }));

describe('decideCrowd', () => {
  it.each([
    ['ten trusted users, over half of them: the account', trusted(10), trusted(19), 'account'],
    ['ten of twenty are not more than half', trusted(10), trusted(20), 'none'],
    ['nine are no crowd', trusted(9), trusted(9), 'none'],
    ['many trusted tokens of one user are one voice', ofOneUser(trusted(50)), ofOneUser(trusted(50)), 'none'],
    ['a crowd of invented tokens says nothing of the account', invented(50), invented(50), 'addresses'],
    ['nor does it among trusted ones', invented(50), [...trusted(50), ...invented(50)], 'addresses'],
    [
      'nor together with a few trusted ones',
      [...trusted(5), ...invented(5)],
      [...trusted(5), ...invented(5)],
      'addresses',
    ],
    ['invented tokens of one user are one voice', ofOneUser(invented(50)), ofOneUser(invented(50)), 'none'],
    ['invented tokens do not drown a crowd of trusted ones', trusted(10), [...trusted(12), ...invented(90)], 'account'],
  ] as const)('decideCrowd follows this rule: %s', (_name, blamed, all, verdict) => {
    expect(decideCrowd(blamed, all)).toBe(verdict);
  });

  it('A single trusted recipient decides about the account in a probe', () => {
    expect(decideCrowd(trusted(1), trusted(1), 1)).toBe('account');
    expect(decideCrowd(invented(1), invented(1), 1)).toBe('addresses');
  });
});

import { expect, it } from 'vitest';
import { namesUsers, type ResolvedTarget } from './target.js';

const NAMED: ResolvedTarget = { type: 'extIds', vbs: [7], extIds: ['a'] };
const DEVICES: ResolvedTarget = { type: 'installations', instIds: [7] };
const TAGGED: ResolvedTarget = { type: 'tag', mode: 'any', tagIds: [1] };

it.each<[string, ResolvedTarget, boolean]>([
  ['users', NAMED, true],
  ['listed users', { type: 'uids', uids: [7] }, true],
  ['devices', DEVICES, true],
  ['nobody', { type: 'never' }, true],
  ['everybody', { type: 'all' }, false],
  ['a tag', TAGGED, false],
  ['some of named users', { type: 'and', of: [TAGGED, NAMED] }, true],
  ['named users and devices', { type: 'or', of: [NAMED, DEVICES] }, true],
  ['named users and others', { type: 'or', of: [NAMED, TAGGED] }, false],
])('namesUsers recognizes whether a target names users: %s', (_what, target, names) => {
  expect(namesUsers(target)).toBe(names);
});

import { expect, it } from 'vitest';
import { SeenUsers } from './seen-users.js';

it('SeenUsers reports whether a name is new, even after it has grown', () => {
  const seen = new SeenUsers();
  const names = Array.from({ length: 100_000 }, (_, n) => `user-${n}`);
  expect(names.every((name) => seen.add(name))).toBe(true);
  expect(names.some((name) => seen.add(name))).toBe(false);
});

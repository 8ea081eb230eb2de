import { expect, it } from 'vitest';
import type { RecipientGroup } from '../dispatches/chunk.js';
import { FrozenInstallations } from './frozen-installations.js';

const group = (vb: number, ids: number[], more: Partial<RecipientGroup> = {}): RecipientGroup => ({
  vb,
  platform: 1,
  channel: 'apns',
  dueAt: null,
  ids,
  ...more,
});

it('An installation is frozen once, also after it moved to another bucket', () => {
  const frozen = new FrozenInstallations();
  frozen.add([
    { channel: 'apns', ids: [1] },
    { channel: 'sms', ids: [2] },
  ]);
  const groups = [
    group(3, [3, 1024 + 3]),
    // 1 and 3 came from earlier buckets, 2 is new here: its number is that of a person who got a text message.
    group(5, [1, 2, 3]),
    // 1024 + 3 came back to the bucket in which it was born, and 2 was in bucket 5.
    group(3, [1024 + 3], { owners: new Map([[1024 + 3, 8]]) }),
    group(2, [2], { owners: new Map([[2, 9]]) }),
    group(5, [5]),
  ];
  expect(frozen.freeze(groups).map(({ ids }) => ids)).toEqual([[3, 1024 + 3], [2], [], [], [5]]);
  frozen.dispose();
});

it('Freezing leaves the groups of e-mail recipients unchanged', () => {
  const frozen = new FrozenInstallations();
  const mails = [group(4, [1], { channel: 'smtp' }), group(5, [1], { channel: 'smtp' })];
  expect(frozen.freeze(mails)).toEqual(mails);
  frozen.dispose();
});

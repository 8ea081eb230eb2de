import { expect, it } from 'vitest';
import { Outlook } from './outlook.js';

const IOS = 1;
const EMAIL = 11;

it('counts all whom the launch would freeze, by platform, however few were examined', () => {
  const outlook = new Outlook(new Map());
  outlook.plan(IOS, 'apns', 70_001);
  outlook.plan(EMAIL, 'smtp', 9);
  outlook.add('apns', {
    size: 3,
    items: [],
    settled: [1, 2, 3].map((recipientId) => ({
      recipientId,
      uid: recipientId,
      platform: IOS,
      status: 3,
      errorCode: null,
      reason: 'SUPPRESSED',
    })),
  });
  const { planned, examined, platforms } = outlook.result(['IOS', 'EMAIL']);
  expect([planned, examined]).toEqual([70_010, 3]);
  expect(platforms.map((one) => [one.platform, one.planned, one.examined])).toEqual([
    ['IOS', 70_001, 3],
    ['EMAIL', 9, 0],
  ]);
});

import { expect, it } from 'vitest';
import { OutcomeForecast } from './outcome-forecast.js';

const IOS = 1;
const EMAIL = 11;

it('OutcomeForecast counts all planned recipients by platform, also the recipients not examined', () => {
  const forecast = new OutcomeForecast(new Map());
  forecast.addPlanned(IOS, 'apns', 70_001);
  forecast.addPlanned(EMAIL, 'smtp', 9);
  forecast.addBatch('apns', {
    size: 3,
    recipients: [],
    inboxOnly: [],
    postponed: [],
    heldBack: [],
    checkedAt: 0,
    gaps: [],
    unsendable: [1, 2, 3].map((recipientId) => ({
      recipientId,
      uid: recipientId,
      platform: IOS,
      status: 3,
      errorCode: null,
      reason: 'SUPPRESSED',
    })),
  });
  const { planned, examined, platforms } = forecast.buildReport(['IOS', 'EMAIL']);
  expect([planned, examined]).toEqual([70_010, 3]);
  expect(platforms.map((platform) => [platform.platform, platform.planned, platform.examined])).toEqual([
    ['IOS', 70_001, 3],
    ['EMAIL', 9, 0],
  ]);
});

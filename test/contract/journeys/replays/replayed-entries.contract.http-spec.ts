import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentUpdaterService } from '#libs/audience';
import { ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const steps = [
  { branch: { id: 'grown', if: { profile: { age: { $gte: 18 } } } }, yes: [{ send: { id: 's', message: 'note' } }] },
];
const JOURNEYS = [
  { name: 'joined', entry: { segment: { joined: 'adults' } }, steps },
  { name: 'left', entry: { segment: { left: 'adults' } }, steps },
  { name: 'asked', entry: { api: true }, steps },
  { name: 'dated', entry: { date: { attribute: 'day', at: '12:00' } }, steps },
  { name: 'audience', entry: { audience: { target: { segment: 'adults' }, at: '00:00' } }, steps },
];

let sending: Sending;
const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const follow = async () => {
  await sending.gateway.app.get(SegmentUpdaterService).followFeed(sending.gateway.appId);
  await sending.readFeed();
};
const replay = async (name: string, days: number) => {
  const { app, appId } = sending.gateway;
  const journey = await app.get(JourneyService).get(appId, name);
  return app.get(ReplayService).replay({ journey, days, now: new Date(Date.now() + 60_000) });
};

beforeAll(async () => {
  sending = await startSending();
  await apply({
    attributes: [
      { code: 'age', dataType: 'INT' },
      { code: 'day', dataType: 'DATE' },
    ],
    prices: [
      { channel: 'SMS', price: 1, currency: 'EUR' },
      { channel: 'SMS', country: 'TR', price: 3, currency: 'TRY' },
    ],
  });
  const message = { name: 'note', title: 'Note', message: 'Hello', platforms: ['SMS'], transactional: true };
  await sending.post('createNotificationDefinition', message);
  await apply({ segments: [{ name: 'adults', target: { profile: { age: { $gte: 18 } } } }] });
  await follow();
  await apply({ journeys: JOURNEYS });
  await sending.post('registerUsers', [
    { extId: 'ada', profile: { age: 30, day: dayBefore(2), msisdn: '+905321234567' } },
    { extId: 'bob', profile: { age: 40, day: dayBefore(9), msisdn: '+491701234567' } },
    { extId: 'cem', profile: { age: 5, day: dayBefore(1) } },
  ]);
  await follow();
  await sending.post('registerUsers', [{ extId: 'bob', profile: { age: 7 } }]);
  await follow();
  await sending.post('journeys/enter', { journey: 'asked', extIds: ['ada', 'cem'] });
});
afterAll(() => sending.close());

describe('Entries of a replay', () => {
  it.each([
    ['who joined a segment, as the change feed has it', 'joined', 3, 2],
    ['who left one', 'left', 3, 1],
    ['who was named by a request', 'asked', 3, 2],
    ['whose date lies in the days', 'dated', 5, 2],
    ['who is in an audience now, each day', 'audience', 3, 3],
  ])('A person enters %s', async (_, name, days, entered) => {
    expect((await replay(name, days)).entered).toBe(entered);
  });

  it('Costs follow the countries of numbers, and decisions by what people are now are counted', async () => {
    const { sent, cost, decisions, reasons } = await replay('asked', 3);
    expect({ sent, cost, decisions, reasons }).toEqual({
      sent: 1,
      cost: { TRY: 3 },
      decisions: { all: 2, onPresent: 2 },
      reasons: { END: 2 },
    });
  });
});

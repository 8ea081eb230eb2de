import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FetchJudgeService } from '#libs/delivery/engagement';
import { JourneyStepService, ReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { freePort } from '#platform/embedded';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Language': 'de-DE,de;q=0.9',
};
const SCRIPT = { 'User-Agent': 'python-requests/2.32.3' };
const PEOPLE = ['ann', 'bob', 'cem', 'dan', 'eve', 'fay'];
const CLICKED = { event: 'MessageClicked', node: 'ask' };
const ASK = { send: { id: 'ask', message: 'letter' } };
const JOURNEYS = [
  {
    name: 'remind',
    entry: { event: 'Cart' },
    steps: [
      ASK,
      { waitFor: { id: 'click', ...CLICKED, atMost: '2d' }, came: [{ exit: 'thanks' }] },
      { send: { id: 'again', message: 'letter' } },
      { exit: 'reminded' },
    ],
  },
  {
    name: 'later',
    entry: { event: 'Sale' },
    steps: [
      ASK,
      { wait: { id: 'day', for: '1d' } },
      { waitFor: { id: 'click', ...CLICKED, atMost: '1h' }, came: [{ exit: 'thanks' }] },
      { exit: 'silent' },
    ],
  },
  {
    name: 'fallback',
    entry: { event: 'News' },
    steps: [
      ASK,
      {
        waitFor: { id: 'fate', atMost: '1d', anyOf: [{ event: 'MessageFailed', node: 'ask' }] },
        came: [{ send: { id: 'other', message: 'text' } }, { exit: 'elsewhere' }],
      },
      { exit: 'arrived' },
    ],
  },
  {
    name: 'goal',
    entry: { event: 'Offer' },
    goal: { event: 'MessageClicked' },
    steps: [ASK, { waitFor: { id: 'machine', ...CLICKED, where: { by: { is: 'machine' } }, atMost: '1d' } }],
  },
];

let sending: Sending;
let text: number;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();

/** Lets people in, and sends what the first step sends. */
async function enter(name: string, ...extIds: string[]): Promise<void> {
  await sending.post(
    'fireEvents',
    extIds.map((extId) => ({ extId, name })),
  );
  await sending.readFeed();
  await step();
  await sending.drain();
}

/** Lets a person, or a program, follow the link of the newest mail to someone. */
async function click(extId: string, headers: Record<string, string>): Promise<void> {
  const mail = (await sending.simulators.mails()).findLast(({ token }) => token === `${extId}@example.com`);
  const link = /href="([^"]+\/c\/[^"]+)"/.exec(mail?.payload.html ?? '')?.[1] ?? '';
  expect((await fetch(link, { headers, redirect: 'manual' })).status).toBe(302);
}

async function judge(): Promise<void> {
  const { app, fresh } = sending.gateway;
  await fresh.db.affected(`UPDATE delivery.push_result AS r SET ts = r.ts - interval '1 minute'`);
  await fresh.db.affected(`UPDATE delivery.fetch AS f SET at = f.at - interval '11 seconds'`);
  await app.get(FetchJudgeService, { strict: false }).judgeDue();
}

const passTime = (hours: number) =>
  sending.gateway.fresh.db.affected(
    `UPDATE journeys.visit SET due_at = due_at - $1 * interval '1 hour', since = since - $1 * interval '1 hour'`,
    [hours],
  );

/** The place of a person, and the end of the last visit. */
async function whereIs(journey: string, extId: string): Promise<string> {
  const path = `/rest/3.0/journeys/explain?name=${journey}&extId=${extId}`;
  const { json } = await sending.gateway.call(path, { method: 'GET' });
  const { inside, past } = json as { inside: { node: string }[]; past: { node: string; reason: string }[] };
  return inside[0]?.node ?? `${past[0]?.node} ${past[0]?.reason}`;
}

beforeAll(async () => {
  sending = await startSending({ PORT: String(await freePort()) });
  await apply({
    events: ['Cart', 'Sale', 'News', 'Offer'].map((code) => ({ code })),
    settings: { tracking: { without: 'granted', machines: 'apart' } },
  });
  await sending.post(
    'registerUsers',
    PEOPLE.map((extId, n) => ({ extId, email: `${extId}@example.com`, msisdn: `+4917${10_000_000 + n}` })),
  );
  const define = (name: string, message: string, platforms: string[]) =>
    sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      name,
      title: name,
      message,
      platforms,
    });
  await define('letter', '<p><a href="https://shop.example/a">look</a></p>', ['EMAIL']);
  text = (await define('text', 'Look', ['SMS'])).notificationKey;
  await sending.simulators.faults(1, [
    { provider: 'smtp', token: 'bob@example.com', share: 1, status: 554, reason: '5.7.1' },
  ]);
  await apply({ journeys: JOURNEYS });
  await sending.readFeed();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

describe('Journeys that wait for results of messages', () => {
  it('The click of a person takes its branch, that of a machine does not, and who does nothing is reminded', async () => {
    await enter('Cart', 'ann', 'cem', 'dan');
    await click('ann', PERSON);
    await click('cem', SCRIPT);
    await judge();
    await sending.readFeed();
    await step();
    expect(await Promise.all(['ann', 'cem', 'dan'].map((extId) => whereIs('remind', extId)))).toEqual([
      'thanks EXIT',
      'click',
      'click',
    ]);
    await passTime(48);
    await step();
    expect(await Promise.all(['cem', 'dan'].map((extId) => whereIs('remind', extId)))).toEqual([
      'reminded EXIT',
      'reminded EXIT',
    ]);
  });

  it('A click before a time-out ends the wait, also where the feed was not read yet', async () => {
    await enter('Cart', 'eve');
    await click('eve', PERSON);
    await judge();
    await passTime(48);
    await step();
    expect(await whereIs('remind', 'eve')).toBe('click');
    await sending.readFeed();
    await step();
    expect(await whereIs('remind', 'eve')).toBe('thanks EXIT');
  });

  it('A click that comes before its wait begins counts, and one of an earlier visit does not', async () => {
    await enter('Sale', 'ann', 'dan');
    await click('ann', PERSON);
    await judge();
    await sending.readFeed();
    expect(await whereIs('later', 'ann')).toBe('day');
    await passTime(24);
    await step();
    expect([await whereIs('later', 'ann'), await whereIs('later', 'dan')]).toEqual(['thanks EXIT', 'click']);
    await enter('Sale', 'ann');
    await passTime(24);
    await step();
    expect(await whereIs('later', 'ann')).toBe('click');
  });

  it('A replay has the clicks that came, at their times, and counts what rests on them', async () => {
    const { app, appId } = sending.gateway;
    const journey = await app.get(JourneyService).get(appId, 'remind');
    const report = await app.get(ReplayService).replay({ journey, days: 1, now: new Date(Date.now() + 60_000) });
    expect(report).toMatchObject({ entered: 4, inside: 2, reasons: { EXIT: 2 }, decisions: { all: 2, onPresent: 0 } });
    const later = { journey, days: 1, now: new Date(Date.now() + 4 * 86_400_000) };
    expect((await app.get(ReplayService).replay({ ...later, days: 5 })).decisions).toEqual({ all: 4, onPresent: 4 });
  });

  it('A message that fails takes the branch with another channel', async () => {
    await enter('News', 'bob', 'dan');
    await step();
    await sending.drain();
    expect(await sending.ends(text)).toEqual({ SUCCESS: 1 });
    expect([await whereIs('fallback', 'bob'), await whereIs('fallback', 'dan')]).toEqual(['elsewhere EXIT', 'fate']);
  });

  it('A machine wakes who waits for machines, and a click of any message is a goal', async () => {
    await enter('Offer', 'ann', 'fay');
    await click('ann', SCRIPT);
    await click('fay', PERSON);
    await judge();
    await sending.readFeed();
    await step();
    expect([await whereIs('goal', 'ann'), await whereIs('goal', 'fay')]).toEqual(['machine END', 'machine GOAL']);
  });

  it('An erased person is nowhere when a result comes', async () => {
    await enter('Offer', 'cem');
    await click('cem', PERSON);
    await judge();
    await sending.post('deleteUsers', { extIds: ['cem'] });
    await sending.readFeed();
    await step();
    expect(await sending.gateway.fresh.db.rows(`SELECT FROM journeys.visit AS v WHERE v.node = 'machine'`)).toEqual([]);
  });

  it('Names of steps that send nothing before, and conditions that results lack, are refused', async () => {
    const wait = (awaited: object, ...rest: object[]) => ({
      name: 'wrong',
      entry: { event: 'Cart' },
      steps: [{ wait: { id: 'day', for: '1d' } }, { waitFor: { id: 'w', atMost: '1h', ...awaited } }, ...rest],
    });
    const refused: [object, RegExp][] = [
      [wait({ event: 'MessageClicked' }), /w: no message is sent before it/],
      [wait({ event: 'MessageClicked', node: 'day' }), /no step with the id day sends a message/],
      [wait(CLICKED, ASK), /w: node: no message of ask is sent before it/],
      [wait({ event: 'Cart', node: 'day' }), /node has no meaning with Cart/],
      [wait({ event: 'Unsubscribed', node: 'day' }), /node has no meaning with Unsubscribed/],
      [wait({ event: 'MessageClicked', same: ['x'] }), /same has no meaning/],
      [wait({ event: 'MessageSent', where: { by: { is: 'person' } } }), /where of MessageSent takes no conditions/],
      [
        wait({ event: 'MessageOpened', where: { by: { is: 'cat' } } }),
        /takes by: \{ is: unknown \| person \| machine \}/,
      ],
      [
        { ...wait({ event: 'Cart' }), entry: { event: 'MessageClicked' } },
        /entry\.event: no one enters by MessageClicked/,
      ],
      [{ ...wait({ event: 'Cart' }), goal: { event: 'MessageSent', node: 'day' } }, /goal: node: no step/],
    ];
    for (const [journey, message] of refused) {
      await expect(apply({ journeys: [journey] })).rejects.toThrow(message);
    }
    await expect(apply({ events: [{ code: 'Shown', eventName: 'MessageOpened' }] })).rejects.toThrow(
      /MessageOpened is an event of messages/,
    );
  });
});

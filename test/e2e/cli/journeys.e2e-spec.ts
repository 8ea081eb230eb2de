import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyForecastService, JourneyStepService, StoredReplayService } from '#libs/journeys';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { openHeraldVerbs, type HeraldVerbs } from '../../support/cli/herald-verbs.js';

const JOURNEY = {
  name: 'abandoned cart',
  entry: { event: 'Cart', key: 'cartId' },
  goal: { event: 'Bought', same: ['cartId'] },
  steps: [
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ exit: 'looked' }] },
    { send: { id: 'last', message: 'goodbye' } },
  ],
};
const ATTRIBUTES = [{ code: 'cartId', dataType: 'STRING' }];
const EVENTS = [
  { code: 'Cart', attributes: ATTRIBUTES },
  { code: 'Bought', attributes: ATTRIBUTES },
  { code: 'Looked' },
];
const NAME = JOURNEY.name;

let sending: Sending;
let verbs: HeraldVerbs;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const fire = async (...events: object[]) => {
  await sending.post('fireEvents', events);
  await sending.readFeed();
};

beforeAll(async () => {
  sending = await startSending();
  verbs = await openHeraldVerbs(() => sending.gateway.fresh.url);
  await apply({ events: EVENTS });
  const message = { name: 'goodbye', title: 'Your cart', message: 'Bye', platforms: ['IOS'] };
  await sending.post('createNotificationDefinition', message);
  await apply({ journeys: [JOURNEY] });
  const users = ['ada', 'bo', 'cy'].map((extId, n) => ({
    extId,
    platform: 'IOS',
    deviceToken: String(n).padStart(64, '0'),
  }));
  await sending.post('registerUsers', users);
  await fire(
    { extId: 'ada', name: 'Cart', cartId: 'c1' },
    { extId: 'bo', name: 'Cart', cartId: 'c2' },
    { extId: 'cy', name: 'Cart', cartId: 'c3' },
  );
  await fire({ extId: 'cy', name: 'Bought', cartId: 'c3' });
}, 300_000);
afterAll(async () => {
  await verbs.close();
  await sending.close();
});

describe('herald journey', () => {
  it('herald journey list shows the state and the people of each journey', async () => {
    expect(await verbs.json('journey', 'list')).toEqual({
      journeys: [
        { name: NAME, state: 'on', version: 1, entered: 3, inside: 2, left: 1, converted: 1, late: 0, looped: 0 },
      ],
    });
    const line = `on      3 entered, 2 inside, 1 left, 1 converted  ${NAME}\n`;
    expect(await verbs.herald('journey', 'list')).toEqual({ code: 0, out: line, err: '' });
  }, 60_000);

  it('herald journey show counts the people at each step, and lists those at one, page by page', async () => {
    expect(await verbs.json('journey', 'show', NAME)).toMatchObject({
      inside: 2,
      nodes: { look: { inside: 2, passed: 0 } },
      versions: [{ version: 1, entered: 3, converted: 1 }],
    });
    const page = (...more: string[]) =>
      verbs.json<{ people: { extId: string }[]; next: string | null }>(
        'journey',
        'show',
        NAME,
        '--node',
        'look',
        '--limit',
        '1',
        ...more,
      );
    const first = await page();
    const second = await page('--after', first.next ?? '');
    const people = [...first.people, ...second.people].toSorted((a, b) => a.extId.localeCompare(b.extId));
    expect(people).toMatchObject([
      { extId: 'ada', key: 'c1' },
      { extId: 'bo', key: 'c2' },
    ]);
    expect(second.next).toBeNull();
    const { out } = await verbs.herald('journey', 'show', NAME);
    expect(out).toContain('2 inside        0 passed  look');
  }, 60_000);

  it('herald journey person shows where a person is, why and what is next, and how a past visit ended', async () => {
    expect(await verbs.json('journey', 'person', 'ada')).toMatchObject({
      inside: [{ journey: NAME, node: 'look', key: 'c1', next: 'last', afterEvent: 'looked' }],
      past: [],
    });
    const { out } = await verbs.herald('journey', 'person', 'ada');
    expect(out).toMatch(
      /^abandoned cart: at look, for the event Looked, since 2\S+; at \S+ the message last is next, /,
    );
    expect(out).toContain('or looked when the event comes.');
    const past = (await verbs.herald('journey', 'person', 'cy')).out;
    expect(past).toMatch(/^abandoned cart: from 2\S+ to 2\S+, left at look, for the event Looked: GOAL\.\n$/);
  }, 60_000);

  it('herald journey pauses, resumes, drains and stops a journey, and the audit log records that the CLI did it', async () => {
    const state = async () => (await verbs.json<{ state: string }>('journey', 'show', NAME)).state;
    expect((await verbs.herald('journey', 'pause', NAME)).out).toBe(
      `Journey ${NAME} is paused; "herald journey resume" lets it go on.\n`,
    );
    expect(await state()).toBe('paused');
    expect(await verbs.json('journey', 'resume', NAME)).toEqual({ names: [NAME], done: 'resume' });
    expect((await verbs.herald('journey', 'drain', NAME)).code).toBe(0);
    expect(await state()).toBe('closed');
    await verbs.herald('journey', 'stop', NAME);
    await sending.gateway.app.get(JourneyStepService).stepDue();
    expect(await verbs.json('journey', 'show', NAME)).toMatchObject({ state: 'off', inside: 0, left: 3 });
    const entries = await verbs.json<{ by: { kind: string } }[]>('audit', 'list', '--action', 'journey.');
    expect(entries.map(({ by }) => by.kind)).toEqual(['cli', 'cli', 'cli', 'cli']);
  }, 120_000);

  it.each([
    [['journey', 'show', 'other'], 5003, "No journey is called 'other'"],
    [['journey', 'pause', NAME, 'other'], 5003, "No journey is called 'other'"],
    [['journey', 'pause'], undefined, 'Usage: herald journey pause NAME …; "herald journey list" shows the names.'],
    [['journey', 'show', NAME, '--limit', '5'], undefined, '--after and --limit are for the people of a step'],
    [['journey', 'show', NAME, '--node', 'look', '--after', 'x'], 2004, 'after should be the next'],
    [['journey', 'person', 'nobody'], 5016, "No user has the extId 'nobody'"],
  ])('%j ends with 1 and says why', async (args, code, words) => {
    const ran = await verbs.herald(...args, '--json');
    expect(ran).toMatchObject({ code: 1, out: '' });
    const fault = JSON.parse(ran.err) as { error: string; code?: number };
    expect(fault.error).toContain(words);
    expect(fault.code).toBe(code);
  });

  it('A misspelt name changes no journey of a call', async () => {
    expect((await verbs.json<{ state: string }>('journey', 'show', NAME)).state).toBe('off');
    await verbs.herald('journey', 'resume', NAME, 'other');
    expect((await verbs.json<{ state: string }>('journey', 'show', NAME)).state).toBe('off');
  }, 60_000);
});

describe('herald journey requests, approve and reject', () => {
  interface Waiting {
    requests: { requestId: number; hash: string | null; perDay: number | null }[];
  }
  /** Asks for the journey to be switched on, by a key. */
  const ask = async (): Promise<number> => {
    await sending.post('journeys/resume', { name: NAME });
    return (await verbs.json<Waiting>('journey', 'requests')).requests[0]?.requestId ?? 0;
  };
  const state = async () => (await verbs.json<{ state: string }>('journey', 'show', NAME)).state;

  beforeAll(async () => {
    await apply({ settings: { approval: { approvers: 1, self: false } } });
    sending.gateway.app.get(AuthenticatorService).clearCache();
  });

  it('A request is listed with what an approval names once its forecast is there, and approved as it was read', async () => {
    const requestId = await ask();
    expect((await verbs.herald('journey', 'requests')).out).toContain('its forecast is not there yet');
    const forecasts = sending.gateway.app.get(JourneyForecastService);
    await forecasts.prepareDue();
    await sending.gateway.app.get(StoredReplayService).runDue();
    await forecasts.prepareDue();
    const { requests } = await verbs.json<Waiting>('journey', 'requests');
    expect(requests).toMatchObject([{ requestId, journey: NAME, state: 'on', needed: 1, given: 0, isVoid: false }]);
    const { hash, perDay } = requests[0] ?? { hash: '', perDay: 0 };
    const approve = (seen: string) =>
      verbs.herald('journey', 'approve', String(requestId), '--hash', seen, '--per-day', String(perDay));
    const refused = await approve('f'.repeat(64));
    expect([refused.code, await state()]).toEqual([1, 'off']);
    expect(await approve(hash ?? '')).toEqual({ code: 0, out: `Request ${requestId} is approved.\n`, err: '' });
    expect(await state()).toBe('on');
    expect(await verbs.json('journey', 'requests')).toEqual({ requests: [] });
  }, 120_000);

  it('A rejected request changes nothing, and cannot be decided again', async () => {
    await apply({ journeys: [{ ...JOURNEY, state: 'off', steps: JOURNEY.steps.slice(1) }] });
    const requestId = await ask();
    const reject = () => verbs.herald('journey', 'reject', String(requestId), '--words', 'Not now');
    expect(await reject()).toEqual({ code: 0, out: `Request ${requestId} is rejected.\n`, err: '' });
    expect([(await reject()).code, await state()]).toEqual([1, 'off']);
    expect((await verbs.herald('journey', 'approve', String(requestId))).err).toContain(
      'Usage: herald journey approve ID',
    );
  }, 120_000);
});

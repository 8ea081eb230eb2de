import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { secondApplication } from '../../../test/support/contract/second-application.js';

let gateway: TestGateway;
const apply = (file: object, dryRun = false) =>
  gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun });
const post = async (operation: string, body: object, key = 'rest'): Promise<unknown> =>
  (await gateway.call(`/rest/3.0/${operation}`, { body, key })).json;
const bulk = (part: object, key?: string) =>
  post(
    'sendBulkNotification',
    { message: { title: 'T', text: 'x', platforms: ['IOS', 'ANDROID'], ...part }, target: { sendToAll: true } },
    key,
  );
async function frozen(): Promise<{ message: Record<string, unknown> } | undefined> {
  return gateway.fresh.db.row('SELECT message FROM delivery.dispatch ORDER BY dispatch_id DESC LIMIT 1');
}

const FILE = {
  buttonSets: [
    { id: 1, buttons: ['Yes', 'No'] },
    { id: 2, buttons: ['Buy'] },
  ],
  sounds: [
    { platform: 'IOS', name: 'chime' },
    { platform: 'android', name: 'bell' },
  ],
};

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('Sections buttonSets and sounds of an application file', () => {
  it('An application file adds, changes and removes button sets and sounds, and changes nothing when applied again', async () => {
    const changes = async (file: object, dryRun = false) =>
      (await apply(file, dryRun)).differences.map(({ change, subject }) => `${change} ${subject}`);
    const all = ['add buttonSets: 1', 'add buttonSets: 2', 'add sounds: IOS chime', 'add sounds: ANDROID bell'];
    expect(await changes(FILE, true)).toEqual(all);
    expect(await changes(FILE)).toEqual(all);
    expect(await changes(FILE)).toEqual([]);
    expect(await changes({ buttonSets: [{ id: 2, buttons: ['Buy', 'Later'] }], sounds: [], prune: true })).toEqual([
      'change buttonSets: 2',
      'remove buttonSets: 1',
      'remove sounds: ANDROID bell',
      'remove sounds: IOS chime',
    ]);
    await apply(FILE);
  });

  it.each([
    [{ buttonSets: [{ buttons: ['A'] }] }, 'buttonSets[0].id'],
    [{ buttonSets: [{ id: 0, buttons: ['A'] }] }, 'buttonSets[0].id'],
    [{ buttonSets: [{ id: 3 }] }, 'buttonSets[0].buttons'],
    [{ buttonSets: [{ id: 3, buttons: ['A', 'A'] }] }, 'buttonSets[0].buttons'],
    [{ buttonSets: [{ id: 3, buttons: ['a\nb'] }] }, 'buttonSets[0].buttons'],
    [{ buttonSets: [FILE.buttonSets[0], FILE.buttonSets[0]] }, 'buttonSets[1].id'],
    [{ sounds: [{ platform: 'CHROME', name: 'x' }] }, 'sounds[0].platform'],
    [{ sounds: [{ platform: 'IOS', name: '../x' }] }, 'sounds[0].name'],
    [{ sounds: [FILE.sounds[0], FILE.sounds[0]] }, 'sounds[1].name'],
  ])('The file %j is refused naming %s', async (file, path) => {
    await expect(apply(file)).rejects.toThrow(path);
  });
});

describe('References of a message to undefined button sets and sounds', () => {
  it('A reference to an undefined button set or sound is refused in bulk sends, definitions and transactional sends', async () => {
    const unknown = { code: 5006, error: expect.stringContaining('9') };
    const set = { buttonSet: { id: 9, Yes: 'https://a.example' } };
    expect(await bulk(set)).toEqual(unknown);
    expect(await bulk({ buttonSet: { id: 2 ** 40 } })).toMatchObject({ code: 5006 });
    expect(await bulk({ platforms: ['EDGE'], buttonSet: { EDGE: { id: 1 }, MACOS: { id: 9 } } })).toEqual(unknown);
    const definition = { title: 'D', message: 'Hi', platforms: ['IOS', 'ANDROID'] };
    expect(await post('createNotificationDefinition', { ...definition, ...set })).toEqual(unknown);
    const { notificationKey } = (await post('createNotificationDefinition', definition)) as { notificationKey: number };
    const send = (message: object) =>
      post('sendNotification', { notificationKey: String(notificationKey), target: { extId: 'nobody' }, message });
    expect(await send(set)).toEqual(unknown);
    for (const [platform, sound] of [
      ['ios', 'bell'],
      ['android', 'chime'],
      ['ios', 'constructor'],
    ] as const) {
      const refused = (field: string) => ({
        code: 2004,
        error: expect.stringMatching(`^Field '${field}': .*${sound}`),
      });
      const block = { [platform]: { sound } };
      const inside = refused(`message.${platform}.sound`);
      expect(await bulk(block)).toEqual(inside);
      expect(await post('createNotificationDefinition', { ...definition, ...block })).toEqual(
        refused(`${platform}.sound`),
      );
      expect(await post('createNotificationDefinition', { message: { ...definition, ...block } })).toEqual(inside);
      expect(await send(block)).toEqual(inside);
    }
    expect(await send({ ios: { sound: 'chime' }, android: { sound: 'bell' } })).toEqual({});
    expect(await bulk({ ios: { sound: 'default' } })).toEqual({ notificationKey: expect.any(Number) });
  });

  it('A reference to a button set or sound that only another application has is refused', async () => {
    const otherApp = await secondApplication(gateway);
    expect(await bulk({ buttonSet: { id: 1 } }, otherApp.keys.rest)).toMatchObject({ code: 5006 });
    expect(await bulk({ ios: { sound: 'chime' } }, otherApp.keys.rest)).toMatchObject({ code: 2004 });
  });
});

describe('Buttons of a set', () => {
  it.each([
    [
      'all shown, those without an address too',
      { id: 1, No: 'https://n' },
      [{ name: 'Yes' }, { name: 'No', url: 'https://n' }],
    ],
    [
      'under new names, in their old places',
      { id: 1, buttonNames: { No: 'Never', Yes: 'Sure' }, Sure: 'https://y' },
      [{ name: 'Sure', url: 'https://y' }, { name: 'Never' }],
    ],
    [
      'under names that the set does not know, in the places that are left',
      { id: 1, buttonNames: { button2: '15 GB' }, '15 GB': 'https://15', Yes: 'https://y', More: 'https://m' },
      [
        { name: 'Yes', url: 'https://y' },
        { name: '15 GB', url: 'https://15' },
        { name: 'More', url: 'https://m' },
      ],
    ],
  ])('The buttons in the stored message are %s', async (_, buttonSet, buttons) => {
    await bulk({ buttonSet });
    expect((await frozen())?.message).toMatchObject({ buttonSet: { id: 1, buttons } });
  });

  it('Buttons whose names make the push too large are refused', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `${n}${'é'.repeat(99)}`);
    await apply({ buttonSets: [{ id: 7, buttons: names }] });
    expect(await bulk({ text: 'x'.repeat(2500), buttonSet: { id: 7 } })).toMatchObject({ code: 2101 });
  });
});

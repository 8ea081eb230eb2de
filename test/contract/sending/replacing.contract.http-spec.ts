import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

const ALL = { sendToAll: true };
const message = (customJson?: object, text = 'Score 0:0') => ({
  message: { title: 'Match', text, platforms: ['IOS', 'ANDROID'], ...(customJson && { customJson }) },
  target: ALL,
});
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
  await register('ann', 'IOS', 'a'.repeat(64));
  await register('ben', 'ANDROID', 'droid-ben');
});

afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const register = (extId: string, platform: string, deviceToken: string) =>
  sending.post('registerUsers', [{ extId, platform, deviceToken }]);

/** By device: under which name it shows the notification, and the message's own id. */
async function shown(): Promise<Map<string, { place: unknown; messageId: string }>> {
  const places = new Map<string, { place: unknown; messageId: string }>();
  for (const provider of ['apns', 'fcm']) {
    for (const { token, messageId, payload } of await sending.simulators.deliveries(`provider=${provider}`)) {
      places.set(token, { place: placeOf(payload), messageId });
    }
  }
  return places;
}

/** `apns-collapse-id` or `android.notification.tag`, wherever the simulator shows it. */
function placeOf(payload: unknown): unknown {
  const text = JSON.stringify(payload);
  return /"(?:collapseId|apns-collapse-id|tag)":"([^"]+)"/.exec(text)?.[1];
}

describe('4.2 rule 4, customJson.refID: replacement of an earlier notification', () => {
  it('A replacement goes to the devices that got the earlier notification, in its place and under its own id', async () => {
    const first = await sending.bulk(message());
    await sending.drain();
    const before = await shown();
    expect(before.size).toBe(2);
    for (const { place, messageId } of before.values()) {
      expect(place).toBe(messageId);
    }
    await register('cem', 'IOS', 'c'.repeat(64));
    await sending.simulators.clear();

    const second = await sending.bulk(message({ refID: String(first) }, 'Score 1:0'));
    await sending.drain();
    const after = await shown();
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    for (const [token, { place, messageId }] of after) {
      expect(place).toBe(before.get(token)?.place);
      expect(messageId).not.toBe(before.get(token)?.messageId);
    }
    await sending.simulators.clear();

    const third = await sending.bulk(message({ refID: second }, 'Score 1:1'));
    await sending.drain();
    for (const [token, { place }] of await shown()) {
      expect(place).toBe(before.get(token)?.place);
    }
    expect(await sending.ends(third)).toEqual({ SUCCESS: 2 });
  });

  it('A replacement of a definition goes to the users of its sends, each in the place of the last send', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'On its way',
      platforms: ['IOS', 'ANDROID'],
    });
    for (const extId of ['ben', 'ben']) {
      await sending.simulators.clear();
      await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId } });
      await sending.drain();
    }
    const before = await shown();
    await sending.simulators.clear();
    const key = await sending.bulk(message({ refID: notificationKey }));
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect((await shown()).get('droid-ben')?.place).toBe(before.get('droid-ben')?.place);
  });

  it('A replacing send takes the place of the earlier one where that is shown, and reaches all users that it names', async () => {
    await sending.post('tagUsers', { tag: 'fan', extIds: ['ann'] });
    const first = await sending.bulk({ ...message(), target: { tag: 'fan' } });
    await sending.drain();
    const before = await shown();
    expect([...before.keys()]).toEqual(['a'.repeat(64)]);
    await sending.simulators.clear();
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Match',
      message: 'Score 1:0',
      platforms: ['IOS', 'ANDROID'],
    });
    const update = async (refID: unknown) => {
      await sending.simulators.clear();
      await sending.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId: ['ann', 'ben'] },
        message: { customJson: { refID } },
      });
      await sending.drain();
      return shown();
    };
    const second = await update(first);
    expect(second.get('a'.repeat(64))?.place).toBe(before.get('a'.repeat(64))?.place);
    expect(second.get('droid-ben')?.place).toBe(second.get('droid-ben')?.messageId);

    const third = await update(String(notificationKey));
    for (const [token, { place, messageId }] of second) {
      expect(third.get(token)?.place).toBe(place);
      expect(third.get(token)?.messageId).not.toBe(messageId);
    }
  });

  it.each([['999999999'], [4_294_967_296], ['soon'], [1.5], [[1]], [{ a: 1 }], [0], ['1e3'], [true]])(
    'The refID %j is no key of the application: it is passed on unchanged, and the message goes to its target',
    async (refID) => {
      const foreign = await sending.bulk(message({ refID }));
      await sending.drain();
      expect(await sending.ends(foreign)).toEqual({ SUCCESS: 3 });
      const [apns] = await sending.simulators.deliveries('provider=apns');
      expect(apns?.payload).toMatchObject({ body: { customJson: { refID } } });
      const [fcm] = await sending.simulators.deliveries('provider=fcm');
      expect(fcm?.payload).toMatchObject({ message: { data: { customJson: JSON.stringify({ refID }) } } });
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressService } from '#libs/users/registry';
import { PushPermissionService, TokenRetirementService } from '#libs/users/devices';
import { PreferenceService } from '#libs/users/preferences';
import { instIdOf, openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { SegmentUpdaterService } from './segment-updater.service.js';

const SEGMENTS = [
  { name: 'push', target: { reachable: 'IOS' } },
  { name: 'mail', target: { reachable: 'EMAIL' } },
  { name: 'WhatsApp', target: { reachable: 'WHATSAPP' } },
  { name: 'nowhere', target: { reachable: { $not: ['IOS', 'EMAIL', 'WHATSAPP'] } } },
];

describe('Segments by reachability', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;
  let device: { installationId: string };
  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
    appId = (await room.applying.apply({ app: 'shop', segments: SEGMENTS }, { dryRun: false })).app.id;
    await room.registration.registerUsers(appId, [{ extId: 'ann' }]);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  /** Segments that have the only user, before any calculation is due. */
  async function listFollowed(): Promise<string[]> {
    await room.get(SegmentUpdaterService).followFeed(appId);
    const segments = await room.segments.list(appId);
    return segments.filter(({ userCount }) => userCount === 1).map(({ name }) => name);
  }

  const addresses = () => room.get(AddressService);
  const allow = (kind: 'email' | 'wpNumber', permitted: boolean) =>
    room.get(PreferenceService).setOptIn(appId, kind, permitted, ['ann']);

  it.each<[change: string, make: () => Promise<unknown>, segments: string[]]>([
    ['nothing', async () => undefined, ['nowhere']],
    ['an address', () => addresses().setAddress(appId, 'email', 'ann', 'ann@example.com'), ['mail']],
    ['a refusal of it', () => allow('email', false), ['nowhere']],
    ['a number', () => addresses().setAddress(appId, 'wpNumber', 'ann', '+905321234567'), ['WhatsApp']],
    ['a refusal that is no column', () => allow('wpNumber', false), ['nowhere']],
    ['consent to it', () => allow('wpNumber', true), ['WhatsApp']],
    ['a number that is gone', () => addresses().removeAddress(appId, 'wpNumber', { extId: 'ann' }), ['nowhere']],
    ['a device', () => addDevice(), ['push']],
    ['a device without permission', () => permitPush(false), ['nowhere']],
    ['permission', () => permitPush(true), ['push']],
    ['a device that is gone', () => retireDevice(), ['nowhere']],
  ])('Segments by reachability are up to date after this change: %s', async (_, make, segments) => {
    await make();
    expect(await listFollowed()).toEqual(segments);
  });

  const permitPush = (permitted: boolean) => room.get(PushPermissionService).set(appId, { extId: 'ann' }, permitted);

  async function addDevice(): Promise<void> {
    device = await room.installations.register(appId, { platform: 'IOS', token: 'token', extId: 'ann' });
  }

  async function retireDevice(): Promise<void> {
    const uid = await room.devices.getUid(appId, 'ann');
    const instId = instIdOf(device);
    await room.get(TokenRetirementService).retireDevice(appId, { uid, instId }, 'Unregistered');
  }
});

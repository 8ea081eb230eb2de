import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import type { ResolvedTarget } from '#libs/audience';
import {
  AddressService,
  InstallationService,
  UserDeletionService,
  type InstallationCredentials,
  UserTagService,
} from '#libs/users/registry';
import { PushPermissionService, LocationService, TokenRetirementService } from '#libs/users/devices';
import {
  DeviceProfileService,
  DevicePreferencesService,
  PreferenceService,
  ProfileService,
  type CategoryPreference,
} from '#libs/users/preferences';
import { RemovalService, type AttributeDefinition } from '#libs/users/profiles';
import { fromInstallationId } from '#libs/users/identities';
import { Database } from '#platform/db';
import type { AudienceRoom } from './audience-room.js';
import type { Dice } from './dice.js';

/** Attributes that histories write. */
export const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'plan', dataType: 'STRING' },
  { code: 'players', dataType: 'STRING', array: true },
];
/** Names of users. */
export const NAMES = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5'];
const TAGS = ['red', 'blue'];
const PLANS = ['gold', 'silver', ''];
const AGES = [-3, 0, 18, 30, 31];
const PLAYERS = ['7', '15', '23'];
/** On both sides of the 180th meridian, at the poles, and a metre apart. */
const PLACES = [
  { latitude: 41, longitude: 29 },
  { latitude: 41.000004, longitude: 29.000005 },
  { latitude: 41.00001, longitude: 29.00001 },
  { latitude: 41.4, longitude: 29 },
  { latitude: 0, longitude: 180 },
  { latitude: 0, longitude: -180 },
  { latitude: 0.001, longitude: -179.999 },
  { latitude: 90, longitude: 12 },
  { latitude: -90, longitude: -180 },
];
const ADDRESSES = ['a@example.com', 'b@example.com', 'c@example.com'];

/** One request of any kind; one that is refused is as good as any. */
export async function writeSomething(
  room: AudienceRoom,
  appId: number,
  dice: Dice,
  devices: InstallationCredentials[],
): Promise<void> {
  const subset = (): string[] => [...new Set([...dice.some(NAMES), dice.pick(NAMES)])];
  const profile = (): Record<string, unknown> => ({
    ...(dice.isOneIn(2) && { age: dice.pick(AGES) }),
    ...(dice.isOneIn(2) && { plan: dice.pick(PLANS) }),
    ...(dice.isOneIn(2) && { players: PLAYERS.filter(() => dice.isOneIn(2)) }),
    ...(dice.isOneIn(4) && { email: dice.pick(ADDRESSES) }),
  });
  const device = dice.pick([...devices, undefined]);
  const works: (() => Promise<unknown>)[] = [
    () =>
      room.registration.registerUsers(
        appId,
        subset().map((extId) => ({ extId, profile: profile(), tags: [dice.pick(TAGS)] })),
      ),
    () =>
      room.registration.setProfileAttributes(
        appId,
        subset().map((extId) => ({ extId, profile: profile() })),
      ),
    () =>
      room.registration.setProfileAttributes(
        appId,
        subset().map((extId) => ({ extId, profile: profile() })),
      ),
    () =>
      room.registration.pushProfileAttributes(appId, [
        { extId: dice.pick(NAMES), profile: { players: [dice.pick(PLAYERS)] } },
      ]),
    () =>
      room.get(ProfileService).pullProfileAttributes(
        appId,
        subset().map((extId) => ({ extId, profile: { players: ['7'] } })),
      ),
    () =>
      room
        .get(ProfileService)
        .unsetProfileAttributes(appId, [{ extId: dice.pick(NAMES), profile: ['age', 'plan', 'email'] }]),
    () => room.get(UserTagService).tagUsers(appId, { tag: dice.pick(TAGS), extIds: subset() }),
    () => room.get(UserTagService).untagUsers(appId, { tag: dice.pick(TAGS), extIds: subset() }),
    () =>
      room
        .get(PreferenceService)
        .setCategoryPreferences(appId, [{ ...choiceOf(dice.pick(NAMES)), enable: dice.isOneIn(2) }]),
    () => room.get(PreferenceService).setOptIn(appId, 'email', dice.isOneIn(2), subset()),
    () => room.get(AddressService).setAddress(appId, 'email', dice.pick(NAMES), dice.pick(ADDRESSES)),
    () => room.get(AddressService).removeAddress(appId, 'email', { extId: dice.pick(NAMES) }),
    () => room.get(AddressService).uploadAddresses(appId, 'email', ADDRESSES),
    () => room.get(PushPermissionService).set(appId, { extId: dice.pick(NAMES) }, dice.isOneIn(2)),
    () => room.get(UserDeletionService).deleteUsers(appId, [dice.pick(NAMES)]),
    () =>
      room.get(ProfileService).deleteProfileAttributes(appId, [{ profile: [dice.pick(['age', 'plan', 'players'])] }]),
    () => room.get(ProfileService).deleteProfileAttributeValue(appId, [{ key: 'plan', value: dice.pick(PLANS) }]),
    () => room.get(RemovalService).processRemovals(0),
    async () => {
      const created = await room.installations.register(appId, {
        platform: dice.pick(['IOS', 'ANDROID']),
        token: `token-${dice.below(6)}`,
        ...(dice.isOneIn(2) && { extId: dice.pick(NAMES) }),
        ...(dice.isOneIn(2) && { appVersion: dice.pick(['2', '2.9', '2.10']) }),
      });
      if (created.secret !== undefined) {
        devices.push({ installationId: created.installationId, secret: created.secret });
      }
    },
    async () => {
      const instId = device && fromInstallationId(device.installationId);
      if (instId !== undefined) {
        const dead = { instId, token: `token-${dice.below(6)}`, reason: 'gone', raw: 'gone' };
        await room.get(Database).tx((tx) => room.get(TokenRetirementService).retireTokens(tx, appId, [dead], null));
      }
    },
    async () => {
      const instId = device && fromInstallationId(device.installationId);
      if (instId !== undefined) {
        await room.get(LocationService).setLocation(undefined, appId, instId, dice.pick(PLACES));
      }
    },
    async () => device && room.installations.register(appId, { ...device, extId: dice.pick(NAMES) }),
    async () => {
      if (device) {
        const ownValue = await room.get(InstallationService).authenticate(appId, device);
        await room.get(DeviceProfileService).setAttributes(appId, ownValue, profile());
        await room.get(DevicePreferencesService).set(appId, ownValue, {
          categories: { news: { EMAIL: true, PUSH: false } },
          emailPermitted: false,
        });
      }
    },
  ];
  await dice
    .pick(works)()
    .catch((error: unknown) => {
      if (!(error instanceof Error) || !('refusal' in error)) {
        throw error;
      }
    });
}

/** Every other user chooses by a channel. */
function choiceOf(extId: string): Omit<CategoryPreference, 'enable'> {
  const index = NAMES.indexOf(extId);
  const channel = index % 2 === 0 ? undefined : TOPIC_CHANNEL_NAMES[index % TOPIC_CHANNEL_NAMES.length];
  return { extId, category: 'news', channel };
}

/** True where a target names an attribute with a value that is being removed. */
export function isRemoving(target: ResolvedTarget): boolean {
  return 'of' in target ? target.of.some(isRemoving) : 'removing' in target;
}

/** Any target over what histories write. */
export function randomQuestion(dice: Dice, definitions: readonly AttributeDefinition[], depth = 0): ResolvedTarget {
  if (depth < 2 && dice.isOneIn(3)) {
    const select = Array.from({ length: 2 + dice.below(2) }, () => randomQuestion(dice, definitions, depth + 1));
    return { type: dice.pick(['and', 'or', 'not'] as const), of: select };
  }
  if (dice.isOneIn(6)) {
    return randomDeviceQuestion(dice);
  }
  if (dice.isOneIn(6)) {
    return { type: 'location', ...dice.pick(PLACES), radius: dice.pick([0, 0.0005, 0.001, 1, 50, 5000, 15_000]) };
  }
  const definition = dice.pick([...definitions, undefined]);
  const current = definition && {
    attrId: definition.attrId,
    ...(definition.removing && { removing: definition.removing }),
  };
  if (!definition || !current || dice.isOneIn(4)) {
    return dice.pick<ResolvedTarget>([
      { type: 'all' },
      { type: 'tag', mode: dice.pick(['any', 'all', 'none'] as const), tagIds: dice.pick([[1], [2], [1, 2], []]) },
      { type: 'addressExists', column: 'email', exists: dice.isOneIn(2) },
    ]);
  }
  if (dice.isOneIn(3)) {
    return { type: 'attributeExists', ...current, exists: dice.isOneIn(2) };
  }
  if (dice.isOneIn(3)) {
    const bound = (at: number) => (dice.isOneIn(3) ? null : { at, isInside: dice.isOneIn(2) });
    return definition.code === 'age'
      ? { type: 'range', ...current, array: false, least: bound(dice.pick(AGES)), most: bound(dice.pick(AGES)) }
      : { type: 'contains', ...current, array: definition.array, texts: [dice.pick(['l', 'old', '5', 'x'])] };
  }
  const values = { age: AGES, plan: PLANS, players: PLAYERS }[definition.code] ?? PLANS;
  // Long lists are looked up in another way than short ones.
  const others = dice.isOneIn(3) ? Array.from({ length: 120 }, (_, i) => `other ${i}`) : [];
  const asked = [...values.filter(() => dice.isOneIn(2)), ...others];
  return { type: 'attribute', ...current, array: definition.array, values: asked };
}

function randomDeviceQuestion(dice: Dice): ResolvedTarget {
  const bound = (at: string) => (dice.isOneIn(3) ? null : { at, isInside: dice.isOneIn(2) });
  return dice.pick<ResolvedTarget>([
    { type: 'device', column: 'platform', test: 'values', values: [dice.pick(['1', '2', '9'])] },
    { type: 'device', column: 'app_version', test: 'exists', exists: dice.isOneIn(2) },
    { type: 'device', column: 'app_version', test: 'contains', texts: [dice.pick(['.', '9'])] },
    { type: 'device', column: 'app_version', test: 'versions', least: bound('2.9'), most: bound('2.10') },
  ]);
}

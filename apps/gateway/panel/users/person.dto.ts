import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CHOSEN_FREQUENCIES, TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import type { UserOverview } from '#libs/reporting';
import { CONSENT_KINDS, namesOf, type PersonHead } from '#libs/reporting/people';
import { DATA_TYPES, type DataType } from '#libs/users/profiles';
import { AnyJson, Describe, Nested, NestedList, Text, Texts } from '#platform/validation';
import { maskEmail, maskNumber } from '../access/masks.js';
import { OrNull } from '../access/or-null.js';

const MAX_LISTED = 100_000;
const TOKEN_STATES = ['VALID', 'INVALID', 'NONE'] as const;
/** These addresses have fields of their own. */
const ADDRESSES: readonly string[] = ['email', 'msisdn'];

export class PersonDeviceDto {
  @Text() @Describe({ example: '0rnive3' }) installationId!: string;
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @OrNull() @Describe({ example: 'Pixel 5' }) model!: string | null;
  @Text() @OrNull() @Describe({ description: 'Version of the app' }) appVersion!: string | null;
  @Text() @OrNull() @Describe({ example: 'tr' }) language!: string | null;
  @IsBoolean() @Describe({ description: 'Whether it is opted in to push' }) permitted!: boolean;
  @IsIn(TOKEN_STATES) @Describe({ description: 'INVALID: out of use' }) tokenState!: string;

  @Text()
  @OrNull()
  @Describe({ description: 'Why it is out of use. BY_MEMBER: somebody in the panel', example: 'INVALID_TOKEN' })
  retiredReason!: string | null;

  @Text() @OrNull() @Describe({ description: 'When it last reported' }) lastSeen!: string | null;
  @Text() @OrNull() @Describe({ description: 'When it last told its place' }) placeAt!: string | null;
}

export class PersonConsentDto {
  @Text()
  @Describe({ description: 'PUSH, EMAIL, SMS, TRACKING, EMAIL_FREQUENCY, or the name of a category', example: 'EMAIL' })
  subject!: string;
  @IsIn(CONSENT_KINDS) @Describe({ description: 'What it is about' }) kind!: string;

  @IsOptional()
  @IsIn(TOPIC_CHANNEL_NAMES)
  @Describe({ description: 'Of a category; absent: all of it' })
  channel?: string;

  @IsBoolean()
  @OrNull()
  @Describe({ description: 'Whether the user takes such messages, or allows tracking; null: nothing was said' })
  value!: boolean | null;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come, of EMAIL_FREQUENCY alone', example: 'week' })
  frequency?: string;

  @IsOptional()
  @Texts({ max: CHOSEN_FREQUENCIES.length })
  @IsIn(CHOSEN_FREQUENCIES, { each: true })
  @Describe({ description: 'The choices for `frequency`', example: ['always', 'week'] })
  frequencies?: string[];

  @Text() @OrNull() @Describe({ description: 'When it last changed, where it is recorded' }) since!: string | null;
  @Text() @OrNull() @Describe({ description: 'From where that came', example: 'DEVICE' }) source!: string | null;
}

export class PersonAttributeDto {
  @Text() @Describe({ example: 'city' }) name!: string;

  @IsIn(DATA_TYPES)
  @OrNull()
  @Describe({ description: 'DATE and TIME_STAMP are milliseconds since 1970; null: not defined any more' })
  type!: DataType | null;

  @AnyJson() @Describe({ description: 'Its value; null where it is hidden' }) value!: unknown;
  @IsBoolean() @Describe({ description: 'Whether the value is hidden' }) masked!: boolean;
}

export class PersonSegmentDto {
  @Text() @Describe({ example: 'Loyal customers' }) name!: string;
  @Text() @OrNull() @Describe({ description: 'When it was calculated, where it is known' }) asOf!: string | null;
}

/** A user that became another one: what is shown is about that one. */
export class PersonMergeDto {
  @Text() @Describe({ description: 'The user that was asked for' }) uid!: string;
  @Text() @Describe({ description: 'When it became this one' }) since!: string;
}

/**
 * A user. Private values are hidden, also from members with the permission `users.private`, who may reveal them. They see
 * the end of addresses; others see none.
 */
export class PersonHeadDto {
  @Text() @Describe({ description: "Herald's id of the user" }) uid!: string;
  @Text() @OrNull() @Describe({ description: "The client system's own id" }) extId!: string | null;
  @Text() @OrNull() @Describe({ description: 'Of the profile' }) names!: string | null;
  @Text() @OrNull() @Describe({ description: 'In part; null: none, or not for this member' }) email!: string | null;
  @Text() @OrNull() @Describe({ description: 'In part; null: none, or not for this member' }) msisdn!: string | null;
  @Text() @OrNull() @Describe({ description: 'When the user was created' }) firstSeen!: string | null;
  @Text() @OrNull() @Describe({ description: 'When a device last reported' }) lastSeen!: string | null;

  @NestedList(() => PersonDeviceDto, { max: MAX_LISTED })
  @Describe({ description: 'All installations, retired ones too' })
  devices!: PersonDeviceDto[];

  @NestedList(() => PersonConsentDto, { max: MAX_LISTED })
  @Describe({ description: 'Channels first, then categories, then tracking' })
  consents!: PersonConsentDto[];

  @NestedList(() => PersonAttributeDto, { max: MAX_LISTED })
  @Describe({ description: 'Of the profile' })
  attributes!: PersonAttributeDto[];

  @Texts({ max: MAX_LISTED }) @Describe({ description: 'Names of tags' }) tags!: string[];

  @NestedList(() => PersonSegmentDto, { max: MAX_LISTED })
  @Describe({ description: 'Segments that have the user, as they were last calculated' })
  segments!: PersonSegmentDto[];

  @Nested(() => PersonMergeDto)
  @OrNull()
  @Describe({ description: 'Null: it is the user that was asked for' })
  merged!: PersonMergeDto | null;
}

/** The private values that the caller sees: nothing, that there are some, or them. */
export type Sight = 'none' | 'masked' | 'all';

export function toPersonHead(
  { uid, extId, overview, consents, hidden, types, merged }: PersonHead,
  sight: Sight,
): PersonHeadDto {
  const { user, profile, devices, tags, segments = [] } = overview;
  const seen = devices.flatMap(({ lastActiveAt }) => lastActiveAt ?? []).map((at) => at.getTime());
  const open = Object.fromEntries(Object.entries(profile).filter(([name]) => sight !== 'none' || !hidden.has(name)));
  const showAddress = (address: string | null, mask: (address: string) => string): string | null =>
    address === null || sight === 'none' ? null : sight === 'all' ? address : mask(address);
  return {
    uid: String(uid),
    extId,
    names: namesOf(open),
    email: showAddress(user.email, maskEmail),
    msisdn: showAddress(user.msisdn, maskNumber),
    firstSeen: user.createdAt.toISOString(),
    lastSeen: seen.length > 0 ? new Date(Math.max(...seen)).toISOString() : null,
    devices: devices.map(toDevice),
    consents: consents.map(({ since, frequencies, ...consent }) => ({
      ...consent,
      ...(frequencies && { frequencies: [...frequencies] }),
      since: since?.toISOString() ?? null,
    })),
    attributes: Object.entries(profile)
      .filter(([name]) => !ADDRESSES.includes(name))
      .map(([name, value]) => {
        const masked = hidden.has(name) && sight !== 'all';
        return { name, type: types.get(name) ?? null, value: masked ? null : value, masked };
      }),
    tags: [...tags],
    segments: segments.map(({ name, calculatedAt }) => ({ name, asOf: calculatedAt?.toISOString() ?? null })),
    merged: merged && { uid: String(merged.uid), since: merged.since.toISOString() },
  };
}

function toDevice(device: UserOverview['devices'][number]): PersonDeviceDto {
  const { installationId, platform, deviceModel, appVersion, language, pushPermitted, lastActiveAt, location } = device;
  return {
    installationId,
    platform,
    model: deviceModel,
    appVersion,
    language,
    permitted: pushPermitted,
    retiredReason: device.retiredReason,
    tokenState: device.retiredAt ? 'INVALID' : device.token === null ? 'NONE' : 'VALID',
    lastSeen: lastActiveAt?.toISOString() ?? null,
    placeAt: location && new Date(location.at).toISOString(),
  };
}

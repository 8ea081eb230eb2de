import { CHOSEN_FREQUENCIES, type ChosenFrequency, CONTACT_KINDS } from '#libs/channels/definitions';
import { IsBoolean, IsIn, IsNumber, IsOptional } from 'class-validator';
import type { UserOverview } from '#libs/reporting';
import type { PresentedDevice } from '#libs/users/preferences';
import type { Profile } from '#libs/users/profiles';
import { Describe, ExtId, FreeObject, Int, Millis, Nested, NestedList, Text, Texts } from '#platform/validation';
import { ResultDto, toResultDto } from '../messaging/results.dto.js';

const MAX_RESULTS = 100;
const MAX_LISTED = 100_000;

export class UserQuery {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;

  @IsOptional()
  @Int({ min: 0, max: MAX_RESULTS })
  @Describe({ description: 'How many of the last results are shown; 0: none' })
  results = 20;
}

export class PlaceDto {
  @IsNumber() @Describe({ example: 41.01 }) latitude!: number;
  @IsNumber() @Describe({ example: 28.97 }) longitude!: number;
}

/** Fields without a value are left out. */
export class UserDeviceDto {
  @Text() @Describe({ description: 'Id of the installation, as results name it' }) installationId!: string;
  @Text() @Describe({ example: 'ANDROID' }) platform!: string;
  @IsOptional() @Text() @Describe({ description: 'Push token, or the subscription of a browser' }) token?: string;
  @IsBoolean() @Describe({ description: 'Whether it is opted in to push' }) pushPermitted!: boolean;
  @IsOptional() @Text() @Describe({ example: 'Pixel 5' }) deviceModel?: string;
  @IsOptional() @Text() @Describe({ description: 'Version of the operating system', example: '14' }) osVersion?: string;
  @IsOptional() @Text() @Describe({ description: 'Version of the app', example: '3.1.0' }) appVersion?: string;
  @IsOptional() @Text() @Describe({ description: 'Language of the device', example: 'tr' }) language?: string;
  @IsOptional() @Text() @Describe({ description: 'IANA name', example: 'Europe/Istanbul' }) timeZone?: string;
  @IsOptional() @Text() @Describe({ description: 'Country of the device', example: 'TR' }) country?: string;
  @Millis() @Describe({ description: 'When it was registered, in epoch ms' }) createdAt!: number;
  @IsOptional() @Millis() @Describe({ description: 'When it last reported, in epoch ms' }) lastActiveAt?: number;

  @IsOptional()
  @Millis()
  @Describe({ description: 'When the token was taken out of use, in epoch ms; nothing is sent to it' })
  retiredAt?: number;

  @IsOptional()
  @Text()
  @Describe({ description: 'What the provider said; BY_MEMBER: somebody in the panel', example: 'INVALID_TOKEN' })
  retiredReason?: string;

  @IsOptional()
  @Nested(() => PlaceDto)
  @Describe({ description: 'Last place; only with the scope `private`' })
  location?: PlaceDto;
}

export class ConsentsDto {
  @IsBoolean() @Describe({ description: 'Whether the user takes commercial e-mails' }) email!: boolean;
  @IsBoolean() @Describe({ description: 'Whether the user takes commercial text messages' }) sms!: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Whether opens and clicks may be recorded with the user; absent: nothing was said' })
  tracking?: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come at most; absent: as it is sent', example: 'week' })
  emailFrequency?: ChosenFrequency;

  @FreeObject()
  @Describe({ description: 'Whether the user takes messages of each category, by name', example: { News: true } })
  categories!: Record<string, boolean>;

  @FreeObject()
  @Describe({
    description: 'The state by channel, of categories that are offered on some channels or whose channels differ',
    example: { News: { EMAIL: 'on', PUSH: 'off' } },
  })
  topics!: Record<string, object>;
}

export class UserSuppressionDto {
  @IsIn(CONTACT_KINDS) channel!: string;
  @Text() @Describe({ description: 'Why nothing is sent to the address', example: 'UNSUBSCRIBED' }) reason!: string;
  @IsOptional() @Text() @Describe({ description: 'What the provider said' }) detail?: string;
  @Millis() @Describe({ description: 'Since when, in epoch ms' }) addedAt!: number;
}

export class UserOverviewDto {
  @ExtId() @Describe({ example: 'id1' }) extId!: string;
  @Millis() @Describe({ description: 'When the user was created, in epoch ms' }) createdAt!: number;
  @Millis() @Describe({ description: 'When the user last changed, in epoch ms' }) updatedAt!: number;

  @FreeObject()
  @Describe({
    description: 'Values by attribute code, the addresses too; private ones only with the scope `private`',
    example: { name: 'Jo', email: 'jo@example.com', age: 34 },
  })
  profile!: Profile;

  @Texts({ max: MAX_LISTED }) @Describe({ description: 'Names of tags', example: ['Sport'] }) tags!: string[];
  @Nested(() => ConsentsDto) consent!: ConsentsDto;

  @NestedList(() => UserSuppressionDto, { max: MAX_LISTED })
  @Describe({ description: 'Refusals and faults of the addresses themselves' })
  suppressions!: UserSuppressionDto[];

  @NestedList(() => UserDeviceDto, { max: MAX_LISTED })
  @Describe({ description: 'All installations, retired ones too, the oldest first' })
  devices!: UserDeviceDto[];

  @IsOptional()
  @Texts({ max: MAX_LISTED })
  @Describe({
    description: 'Segments that have the user, as they were last calculated; only with the scope `segment-users`',
    example: ['Loyal customers'],
  })
  segments?: string[];

  @IsOptional()
  @NestedList(() => ResultDto, { max: MAX_RESULTS })
  @Describe({ description: 'Last results, as `getPushResult` lists them; only with the scope `reports`' })
  results?: ResultDto[];
}

function toConsentsDto(consents: UserOverview['consents']): ConsentsDto {
  const {
    tracking = null,
    emailFrequency = 'always',
    ...rest
  } = consents ?? { email: false, sms: false, categories: {}, topics: {} };
  return { ...rest, ...(tracking !== null && { tracking }), ...(emailFrequency !== 'always' && { emailFrequency }) };
}

export function toUserOverviewDto(extId: string, overview: UserOverview): UserOverviewDto {
  const { user, profile, tags, consents, suppressions, devices, segments, results } = overview;
  return {
    extId,
    createdAt: user.createdAt.getTime(),
    updatedAt: user.updatedAt.getTime(),
    profile,
    tags: [...tags],
    consent: toConsentsDto(consents),
    suppressions: suppressions.map(({ channel, reason, detail, addedAt }) => ({
      channel,
      reason,
      ...(detail !== null && { detail }),
      addedAt: addedAt.getTime(),
    })),
    devices: devices.map(toDeviceDto),
    ...(segments && { segments: segments.map(({ name }) => name) }),
    ...(results && { results: results.map(toResultDto) }),
  };
}

function toDeviceDto({ location, ...device }: PresentedDevice): UserDeviceDto {
  const { installationId, platform, pushPermitted, createdAt, lastActiveAt, retiredAt } = device;
  const { token, deviceModel, osVersion, appVersion, language, timeZone, country, retiredReason } = device;
  const texts = { token, deviceModel, osVersion, appVersion, language, timeZone, country, retiredReason };
  return {
    installationId,
    platform,
    pushPermitted,
    createdAt: createdAt.getTime(),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
    ...(lastActiveAt && { lastActiveAt: lastActiveAt.getTime() }),
    ...(retiredAt && { retiredAt: retiredAt.getTime() }),
    ...(location && { location: { latitude: location.latitude, longitude: location.longitude } }),
  };
}

import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CHOSEN_FREQUENCIES, type ChosenFrequency } from '#libs/channels/definitions';
import { addAddressFields, type UserConsent } from '#libs/users/identities';
import { compose, Describe, ExtId, FreeObject, Nested, Text, Texts } from '#platform/validation';
import type { UserRegistration } from './registration.types.js';

const MAX_TOKEN = 8192;
/** The length of details that devices report of themselves. */
const MAX_DETAIL = 100;

/** Tests if a user takes commercial messages, and allows tracking. Absent: as it is; new users take messages. */
export class UserConsentDto implements UserConsent {
  @IsOptional() @IsBoolean() @Describe({ description: 'E-mail', example: false }) email?: boolean;
  @IsOptional() @IsBoolean() @Describe({ description: 'SMS', example: true }) sms?: boolean;

  @IsOptional()
  @IsBoolean()
  @Describe({
    description:
      'Whether opens and clicks may be recorded with the person, also of messages that were sent before. Until somebody says so, `settings.tracking.without` holds',
    example: true,
  })
  tracking?: boolean;

  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({
    description:
      'How often marketing by e-mail may come: as it is sent (`always`), or at most once a day, week or month, where `settings.emailFrequency` offers it',
    example: 'week',
  })
  emailFrequency?: ChosenFrequency;
}

/** One user as servers and files name it: an entry of `registerUsers`, or what a line of an import becomes. */
export class RegisterUserDto implements UserRegistration {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'With `deviceToken`', example: 'ANDROID' })
  platform?: string;

  @IsOptional()
  @Text({ max: MAX_TOKEN, empty: true })
  @Describe({ description: 'For web push the subscription as JSON', example: 'token1' })
  deviceToken?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({
    description: 'Whether this device takes push, with `deviceToken`. Absent: as it is; a new device takes it',
    example: true,
  })
  pushPermitted?: boolean;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'With `deviceToken`', example: 'Pixel 5' })
  deviceModel?: string;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'Version of the operating system, with `deviceToken`', example: '14' })
  osVersion?: string;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'Version of the app, with `deviceToken`', example: '3.1.0' })
  appVersion?: string;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({
    description: 'Zone of the device, for sends by local time: an IANA name or an offset; with `deviceToken`',
    example: 'Europe/Istanbul',
  })
  timeZone?: string;

  @IsOptional()
  @Nested(() => UserConsentDto)
  @Describe({
    description:
      'Whether the user takes commercial e-mails and text messages, and allows tracking. It holds from the same moment as the addresses. Consent given here lifts no refusal of the address itself',
  })
  consent?: UserConsentDto;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'The same as `profile.language`: a language tag', example: 'tr' })
  language?: string;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'The same as `profile.country`: a code of ISO 3166', example: 'TR' })
  country?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ example: 'jo@example.com' })
  @Describe({ description: 'E-mail address of the user; an empty text keeps what is there' })
  email?: string;
  @IsOptional()
  @Text({ empty: true })
  @Describe({
    description: 'With country code; without one a number of settings.defaultCountry',
    example: '+905321234567',
  })
  msisdn?: string;
  @IsOptional() @Texts({ max: 1000 }) @Describe({ description: 'Tags that the user gets' }) tags?: string[];

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Values by attribute code' })
  profile?: Record<string, unknown>;
}

addAddressFields(RegisterUserDto, ({ label, example }) =>
  compose(
    IsOptional(),
    Text({ empty: true }),
    Describe({ description: `${label}; an empty text keeps what is there`, example }),
  ),
);

import { IsBoolean, IsOptional } from 'class-validator';
import type { RegisteredInstallation, InstallationRegistration } from '#libs/users/registry';
import { Describe, ExtId, Text } from '#platform/validation';
import { IdentityToken } from './credentials/credentials.dto.js';

const MAX_TOKEN = 8192;
const MAX_DETAIL = 100;

export class RegisterInstallationDto implements InstallationRegistration {
  @IsOptional()
  @Text({ max: 20, empty: true })
  @Describe({ description: 'With `secret`: updates this installation' })
  installationId?: string;

  @IsOptional() @Text({ max: 100, empty: true }) secret?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Required for a new installation', example: 'IOS' })
  platform?: string;

  @IsOptional()
  @Text({ max: MAX_TOKEN, empty: true })
  @Describe({ description: 'For web push the subscription as JSON' })
  token?: string;

  @IsOptional()
  @ExtId({ empty: true })
  @Describe({
    description: 'The user that is logged in. May be absent beside `identityToken`, which names the user too',
  })
  extId?: string;

  @IdentityToken() identityToken?: string;

  @IsOptional() @IsBoolean() pushPermitted?: boolean;
  @IsOptional() @Text({ max: MAX_DETAIL, empty: true }) @Describe({ example: 'Pixel 5' }) deviceModel?: string;
  @IsOptional() @Text({ max: MAX_DETAIL, empty: true }) osVersion?: string;
  @IsOptional() @Text({ max: MAX_DETAIL, empty: true }) appVersion?: string;
  @IsOptional() @Text({ max: MAX_DETAIL, empty: true }) @Describe({ example: 'tr-TR' }) language?: string;
  @IsOptional() @Text({ max: MAX_DETAIL, empty: true }) @Describe({ example: 'Europe/Istanbul' }) timeZone?: string;

  @IsOptional()
  @Text({ max: MAX_DETAIL, empty: true })
  @Describe({ description: 'ISO 3166-1 alpha-2 as a rule', example: 'TR' })
  country?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({
    description:
      'Android: the app draws the notification of a data message itself. Messages with a carousel, a slider, buttons, ' +
      '`bigText`, sub text, `threadId` or a thumbnail then come as data messages',
  })
  drawsMessages?: boolean;
}

export class InstallationDto implements RegisteredInstallation {
  @Text() @Describe({ example: '0k3v91z' }) installationId!: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Shown once. It authenticates the device from now on' })
  secret?: string;
}

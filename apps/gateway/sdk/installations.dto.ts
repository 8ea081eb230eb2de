import type { RegisteredInstallation, InstallationRegistration } from '#libs/users';
import { Flag, Text } from '../http/validation/fields.js';

const MAX_TOKEN = 8192;
const MAX_DETAIL = 100;

export class RegisterInstallationDto implements InstallationRegistration {
  @Text({ optional: true, max: 20, description: 'With `secret`: refreshes this installation' }) installationId?: string;
  @Text({ optional: true, max: 100 }) secret?: string;
  @Text({ optional: true, description: 'Required for a new installation', example: 'IOS' }) platform?: string;
  @Text({ optional: true, max: MAX_TOKEN, description: 'For web push the subscription as JSON' }) token?: string;
  @Text({ optional: true, max: 255, description: 'The user that is logged in' }) extId?: string;
  @Flag({ optional: true }) pushPermitted?: boolean;
  @Text({ optional: true, max: MAX_DETAIL, example: 'Pixel 5' }) deviceModel?: string;
  @Text({ optional: true, max: MAX_DETAIL }) osVersion?: string;
  @Text({ optional: true, max: MAX_DETAIL }) appVersion?: string;
  @Text({ optional: true, max: MAX_DETAIL, example: 'tr-TR' }) language?: string;
  @Text({ optional: true, max: MAX_DETAIL, example: 'Europe/Istanbul' }) timeZone?: string;
  @Text({ optional: true, max: MAX_DETAIL, description: 'ISO 3166-1 alpha-2 as a rule', example: 'TR' })
  country?: string;
}

export class InstallationDto implements RegisteredInstallation {
  @Text({ example: '0k3v91z' }) installationId!: string;
  @Text({ optional: true, description: 'Shown once, to the device that it identifies from now on' }) secret?: string;
}

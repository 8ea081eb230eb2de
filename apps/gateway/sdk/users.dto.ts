import type { InstallationCredentials, DevicePreferences, DeviceTags } from '#libs/users';
import { Flag, FreeObject, Id, Num, Text, TextList } from '../http/validation/fields.js';

const MAX_TAGS = 100;

/** What every request of a device shows. */
class ProofDto implements InstallationCredentials {
  @Text({ max: 20, example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
}

export class IdentifyDto extends ProofDto {
  @Id({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
}

export class OwnProfileDto extends ProofDto {
  @FreeObject({ description: 'Values by attribute code', example: { city: 'Izmir' } }) profile!: Record<
    string,
    unknown
  >;
}

export class OwnTagsDto extends ProofDto implements DeviceTags {
  @TextList({ optional: true, max: MAX_TAGS, example: ['Sport'] }) add?: string[];
  @TextList({ optional: true, max: MAX_TAGS, description: 'Those that the user does not have are skipped' })
  remove?: string[];
}

export class OwnPreferencesDto extends ProofDto implements DevicePreferences {
  @Flag({ optional: true, description: 'Of this installation' }) pushPermitted?: boolean;
  @Flag({ optional: true }) emailPermitted?: boolean;
  @Flag({ optional: true }) smsPermitted?: boolean;
  @FreeObject({
    optional: true,
    description: 'Whether the user gets a category, by its name',
    example: { News: false },
  })
  categories?: Record<string, unknown>;
}

export class OwnLocationDto extends ProofDto {
  @Num({ min: -90, max: 90, example: 41.0082 }) latitude!: number;
  @Num({ min: -180, max: 180, example: 28.9784 }) longitude!: number;
}

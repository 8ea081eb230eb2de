import { IsBoolean, IsNumber, IsOptional, Max, Min } from 'class-validator';
import type { InstallationCredentials, DevicePreferences, DeviceTags } from '#libs/users';
import { Describe, ExtId, FreeObject, Text, Texts } from '#platform/validation';

const MAX_TAGS = 100;

/** Credentials in every request of a device. */
class ProofDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
}

export class IdentifyDto extends ProofDto {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
}

export class OwnProfileDto extends ProofDto {
  @FreeObject()
  @Describe({ description: 'Values by attribute code', example: { city: 'Izmir' } })
  profile!: Record<string, unknown>;
}

export class OwnTagsDto extends ProofDto implements DeviceTags {
  @IsOptional() @Texts({ max: MAX_TAGS }) @Describe({ example: ['Sport'] }) add?: string[];

  @IsOptional()
  @Texts({ max: MAX_TAGS })
  @Describe({ description: 'Unknown tags are ignored' })
  remove?: string[];
}

export class OwnPreferencesDto extends ProofDto implements DevicePreferences {
  @IsOptional() @IsBoolean() @Describe({ description: 'Of this installation' }) pushPermitted?: boolean;
  @IsOptional() @IsBoolean() emailPermitted?: boolean;
  @IsOptional() @IsBoolean() smsPermitted?: boolean;

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Whether the user gets a category, by its name', example: { News: false } })
  categories?: Record<string, unknown>;
}

export class OwnLocationDto extends ProofDto {
  @IsNumber() @Min(-90) @Max(90) @Describe({ example: 41.0082 }) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) @Describe({ example: 28.9784 }) longitude!: number;
}

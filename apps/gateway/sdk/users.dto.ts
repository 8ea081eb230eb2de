import { IsBoolean, IsNumber, IsOptional, Max, Min } from 'class-validator';
import type { DevicePreferences, DeviceTags } from '#libs/users/preferences';
import { Describe, ExtId, FreeObject, Nested, Texts } from '#platform/validation';
import { CredentialsDto, ProvingDto } from './credentials/credentials.dto.js';

const MAX_TAGS = 100;

export class IdentifyDto extends ProvingDto {
  @ExtId() @Describe({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
}

export class OwnProfileDto extends ProvingDto {
  @FreeObject()
  @Describe({ description: 'Values by attribute code', example: { city: 'Izmir' } })
  profile!: Record<string, unknown>;
}

export class OwnTagsDto extends ProvingDto implements DeviceTags {
  @IsOptional() @Texts({ max: MAX_TAGS }) @Describe({ example: ['Sport'] }) add?: string[];

  @IsOptional()
  @Texts({ max: MAX_TAGS })
  @Describe({ description: 'Unknown tags are ignored' })
  remove?: string[];
}

export class OwnConsentDto {
  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'Whether opens and clicks may be recorded with the user' })
  tracking?: boolean;
}

export class OwnPreferencesDto extends ProvingDto implements DevicePreferences {
  @IsOptional() @IsBoolean() @Describe({ description: 'Of this installation' }) pushPermitted?: boolean;
  @IsOptional() @IsBoolean() emailPermitted?: boolean;
  @IsOptional() @IsBoolean() smsPermitted?: boolean;
  @IsOptional() @Nested(() => OwnConsentDto) consent?: OwnConsentDto;

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Whether the user gets a category, by its name', example: { News: false } })
  categories?: Record<string, unknown>;
}

export class OwnLocationDto extends CredentialsDto {
  @IsNumber() @Min(-90) @Max(90) @Describe({ example: 41.0082 }) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) @Describe({ example: 28.9784 }) longitude!: number;
}

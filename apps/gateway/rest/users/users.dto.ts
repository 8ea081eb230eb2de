import { IsOptional } from 'class-validator';
import type { UserRegistration, TagAssignment } from '#libs/users';
import { Describe, ExtId, FreeObject, Text, Texts } from '#platform/validation';

/** Repeated ids count once, so a list may be longer than the 1000 different ids that a request may name. */
export const MAX_ENTRIES = 100_000;
const MAX_TOKEN = 8192;

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

  @IsOptional() @Text({ empty: true }) @Describe({ example: 'jo@example.com' }) email?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ example: '+905321234567' }) msisdn?: string;
  @IsOptional() @Texts({ max: 1000 }) tags?: string[];

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Values by attribute code' })
  profile?: Record<string, unknown>;
}

export class TagUsersDto implements TagAssignment {
  @Text({ max: 255 }) @Describe({ example: 'Sport' }) tag!: string;
  @Texts({ max: MAX_ENTRIES }) @Describe({ example: ['id1', 'id2'] }) extIds!: string[];
}

export class ExtIdsDto {
  @Texts({ max: MAX_ENTRIES }) @Describe({ example: ['id1', 'id2'] }) extIds!: string[];
}

import { IsOptional } from 'class-validator';
import { Describe, ExtId, FreeObject, Text, Texts } from '#platform/validation';
import type { UserRegistration } from '../model/users.types.js';

const MAX_TOKEN = 8192;

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

  @IsOptional() @Text({ empty: true }) @Describe({ example: 'jo@example.com' }) email?: string;
  @IsOptional() @Text({ empty: true }) @Describe({ example: '+905321234567' }) msisdn?: string;
  @IsOptional() @Texts({ max: 1000 }) tags?: string[];

  @IsOptional()
  @FreeObject()
  @Describe({ description: 'Values by attribute code' })
  profile?: Record<string, unknown>;
}

import { IsOptional } from 'class-validator';
import type { Tester } from '#libs/users/registry';
import { Describe, ExtId, Text } from '#platform/validation';

/** A user by extId; by the address where there is no extId. */
export class TesterDto implements Tester {
  @IsOptional()
  @ExtId()
  @Describe({ description: 'All devices of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Text({ max: 254 })
  @Describe({ description: 'Counts without `extId`: all users with this address', example: 'jo@example.com' })
  email?: string;
}

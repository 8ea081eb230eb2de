import { IsOptional } from 'class-validator';
import type { InstallationCredentials } from '#libs/users/registry';
import { Describe, Text } from '#platform/validation';

export class PushDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;

  @Text({ max: 36 })
  @Describe({ description: '`heraldId` of the push', example: '0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11' })
  messageId!: string;
}

export class ButtonClickDto extends PushDto {
  @IsOptional()
  @Text({ max: 100, empty: true })
  @Describe({ description: '`action` of the button that was tapped', example: '0' })
  button?: string;
}

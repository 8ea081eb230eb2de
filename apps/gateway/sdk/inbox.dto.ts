import type { InstallationCredentials } from '#libs/users';
import { Describe, Int, Text } from '#platform/validation';
import { InboxQueryDto, StatusChangeDto } from '../rest/messaging/inbox.dto.js';

export class OwnInboxDto extends InboxQueryDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
}

export class OwnStatusChangeDto extends StatusChangeDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
}

export class OwnMessageDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @Int({ min: 0 }) @Describe({ description: '`pushInstanceId` of the message', example: 40652173 }) piid!: number;
}

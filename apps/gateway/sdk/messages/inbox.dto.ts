import type { ProvingCredentials } from '#libs/identity';
import { Describe, Int, Text } from '#platform/validation';
import { InboxQueryDto, StatusChangeDto } from '../../rest/messaging/inbox.dto.js';
import { IdentityToken } from '../credentials/credentials.dto.js';

export class OwnInboxDto extends InboxQueryDto implements ProvingCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @IdentityToken() identityToken?: string;
}

export class OwnStatusChangeDto extends StatusChangeDto implements ProvingCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @IdentityToken() identityToken?: string;
}

export class OwnMessageDto implements ProvingCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @Int({ min: 0 }) @Describe({ description: '`pushInstanceId` of the message', example: 40652173 }) piid!: number;
  @IdentityToken() identityToken?: string;
}

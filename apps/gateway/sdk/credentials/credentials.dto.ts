import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import type { ProvingCredentials } from '#libs/identity';
import type { InstallationCredentials } from '#libs/users/registry';
import { Describe, Text } from '#platform/validation';

const MAX_TOKEN_LENGTH = 4096;

/** The token of the application's server that proves the user of a device. */
export const IdentityToken = () =>
  applyDecorators(
    IsOptional(),
    Text({ max: MAX_TOKEN_LENGTH, empty: true }),
    Describe({
      description:
        'JWT of your server that proves the user: `sub` is the extId, `aud` the application, `exp` its end, `kid` one of ' +
        '`identityKeys` (docs/user-authentication.md)',
    }),
  );

/** Credentials in every request of a device. */
export class CredentialsDto implements InstallationCredentials {
  @Text({ max: 20 }) @Describe({ example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
}

/** Credentials in the requests of a device for its user. */
export class ProvingDto extends CredentialsDto implements ProvingCredentials {
  @IdentityToken() identityToken?: string;
}

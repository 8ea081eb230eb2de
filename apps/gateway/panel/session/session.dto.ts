import { IsBoolean } from 'class-validator';
import { Describe, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

export class LinkTokenDto {
  @Text({ max: 100 })
  @Describe({ description: 'Of the link, behind `#link=`', example: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng' })
  token!: string;
}

/** How someone may sign in. */
export class SignInWaysDto {
  @IsBoolean() @Describe({ description: 'Whether passkeys are taken' }) passkeys!: boolean;
  @IsBoolean() @Describe({ description: 'Whether links of members are taken' }) links!: boolean;

  @Text()
  @OrNull()
  @Describe({ description: 'What people call the OpenID Connect provider; null: there is none', example: 'Keycloak' })
  oidc!: string | null;

  @IsBoolean() @Describe({ description: 'Nobody is a member yet: the first start prints a link' }) first!: boolean;
}

export class SignedOutDto {
  @Text()
  @OrNull()
  @Describe({ description: 'Where the browser ends its session with the OpenID Connect provider; null: nowhere' })
  address!: string | null;
}

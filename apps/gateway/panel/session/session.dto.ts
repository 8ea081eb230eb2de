import { IsBoolean } from 'class-validator';
import { Describe, NestedList, Text } from '#platform/validation';

export class LinkTokenDto {
  @Text({ max: 100 })
  @Describe({ description: 'Of the link, behind `#link=`', example: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng' })
  token!: string;
}

export class OidcWayDto {
  @Text() @Describe({ description: 'Part of the address of its sign-in', example: 'company' }) name!: string;
  @Text() @Describe({ description: 'For people', example: 'Company account' }) title!: string;
}

/** How somebody may sign in. */
export class SignInWaysDto {
  @IsBoolean() @Describe({ description: 'Whether passkeys are taken' }) passkeys!: boolean;
  @NestedList(() => OidcWayDto) @Describe({ description: 'OpenID Connect providers' }) oidc!: OidcWayDto[];
  @IsBoolean() @Describe({ description: 'Nobody is a member yet: the first start prints a link' }) first!: boolean;
}

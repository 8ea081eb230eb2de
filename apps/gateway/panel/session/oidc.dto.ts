import { IsBoolean, Matches } from 'class-validator';
import { Describe, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_PATH = 1000;
/** A path of the panel itself: no other host, no interface, nothing that a browser reads as a host. */
const PANEL_PATH = /^\/panel\/(?!1\.0(\/|$))[^\\\s#]*$/;

export class OidcStartDto {
  @Text({ max: MAX_PATH })
  @Matches(PANEL_PATH)
  @Describe({ description: 'Path of the panel where the browser comes back to', example: '/panel/apps/shop' })
  returnTo!: string;
}

export class OidcAddressDto {
  @Text()
  @Describe({ description: 'Of the provider; the browser goes there', example: 'https://id.example/auth?client_id=…' })
  address!: string;
}

export class OidcAccountDto {
  @Text() @OrNull() @Describe({ description: 'What people call it; null: there is none' }) provider!: string | null;
  @IsBoolean() @Describe({ description: 'Whether the member signs in with it' }) connected!: boolean;
}

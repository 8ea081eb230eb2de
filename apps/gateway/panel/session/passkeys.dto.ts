import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { IsBoolean } from 'class-validator';
import type { Passkey } from '#libs/members';
import { Describe, FreeObject, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 100;

export class PasskeyAnswerDto {
  @FreeObject()
  @Describe({ description: 'What `navigator.credentials.get` answered, by `toJSON()` (W3C Web Authentication)' })
  response!: AuthenticationResponseJSON;
}

export class NewPasskeyDto {
  @FreeObject()
  @Describe({ description: 'What `navigator.credentials.create` answered, by `toJSON()` (W3C Web Authentication)' })
  response!: RegistrationResponseJSON;

  @Text({ max: MAX_NAME }) @Describe({ description: 'For its member', example: 'Phone' }) name!: string;
}

/** Options of a browser, for `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON`. */
export class PasskeyOptionsDto {
  @Text() @Describe({ description: 'Of this question; it is answered within five minutes, once' }) challenge!: string;
}

export class PasskeyDto {
  @Text() @Describe({ example: '1' }) id!: string;
  @Text() @Describe({ example: 'Phone' }) name!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @OrNull() @Describe({ description: 'Null: never yet' }) usedAt!: string | null;
}

export class PasskeyListDto {
  @NestedList(() => PasskeyDto) @Describe({ description: 'The oldest first' }) items!: PasskeyDto[];
  @IsBoolean() @Describe({ description: 'Whether passkeys hold for the host that was asked' }) possible!: boolean;
}

export function toPasskeyDto({ passkeyId, name, createdAt, usedAt }: Passkey): PasskeyDto {
  return {
    id: String(passkeyId),
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}

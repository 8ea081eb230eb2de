import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { KEY_KINDS, SCOPES, type ApiKey, type KeyKind, type KeyStatus, type Scope } from '#libs/tenancy';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_NAME = 200;
const MAX_LISTED = 100;
const MAX_ADDRESS = 100;
/** A month: longer overlaps are two keys. */
const MAX_OVERLAP_HOURS = 31 * 24;

export class NewKeyDto {
  @IsIn(KEY_KINDS) @Describe({ description: 'Who uses it', example: 'rest' }) kind!: KeyKind;
  @Text({ max: MAX_NAME }) @Describe({ description: 'What it is for', example: 'backend' }) name!: string;

  @IsOptional()
  @Texts({ max: SCOPES.length, length: MAX_NAME })
  @Describe({
    description:
      'Parts of the REST interface; absent: all of its kind, which only a member with all permissions may give',
    example: ['users'],
  })
  scopes?: Scope[];

  @IsOptional()
  @Texts({ max: MAX_LISTED, length: MAX_ADDRESS })
  @Describe({ description: 'Addresses and networks that may use it; absent: any', example: ['10.0.0.0/8'] })
  addresses?: string[];

  @IsOptional()
  @Texts({ max: MAX_LISTED, length: MAX_NAME })
  @Describe({ description: 'Origins of the pages that may use it, of a js key', example: ['https://shop.example.com'] })
  origins?: string[];

  @IsOptional()
  @Text({ max: 40 })
  @Describe({ description: 'It is valid before this day or time', example: '2031-01-31' })
  expires?: string;
}

export class RotationDto {
  @Int({ min: 0, max: MAX_OVERLAP_HOURS })
  @Describe({ description: 'Hours in which both secrets are valid; 0: the first ends at once', example: 24 })
  overlapHours!: number;
}

export class KeyDto {
  @Text() @Describe({ example: '3' }) id!: string;
  @IsIn(KEY_KINDS) @Describe({ example: 'rest' }) kind!: string;
  @Text() @Describe({ example: 'backend' }) name!: string;
  @Text() @Describe({ description: 'The begin of the secret, to tell keys apart' }) prefix!: string;
  @Texts({ max: MAX_LISTED }) @OrNull() @Describe({ description: 'Null: all of its kind' }) scopes!: string[] | null;
  @Texts({ max: MAX_LISTED }) @OrNull() @Describe({ description: 'Null: any address' }) addresses!: string[] | null;
  @Texts({ max: MAX_LISTED }) @OrNull() @Describe({ description: 'Null: any page' }) origins!: string[] | null;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) createdAt!: string;
  @Text() @OrNull() @Describe({ description: 'When it ends or ended; null: it is current' }) endsAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'Null: it does not expire' }) expiresAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'Null: no use is noted' }) lastUsedAt!: string | null;
}

export class ListedKeyDto extends KeyDto {
  @IsBoolean()
  @Describe({ description: 'Whether the member may do all that the key may, and so give it another secret' })
  rotatable!: boolean;
}

export class KeyListDto {
  @NestedList(() => ListedKeyDto) @Describe({ description: 'Ended ones too' }) items!: ListedKeyDto[];

  @Texts({ max: SCOPES.length })
  @Describe({ description: 'Scopes that the member may give to a REST key', example: ['audit'] })
  scopes!: string[];

  @IsBoolean()
  @Describe({ description: 'Whether these are all, so that the member may make a REST key without a list' })
  all!: boolean;
}

export class KeySecretDto {
  @Nested(() => KeyDto) key!: KeyDto;
  @Text() @Describe({ description: 'It is told once, and stored nowhere' }) secret!: string;
}

export function toKeyDto(key: ApiKey & Partial<KeyStatus>): KeyDto {
  const { id, kind, name, prefix, scopes, addresses, origins, createdAt, endsAt, expiresAt, lastUsedAt } = key;
  const listed = (list: readonly string[] | null): string[] | null => (list === null ? null : [...list]);
  return {
    id: String(id),
    kind,
    name,
    prefix,
    scopes: listed(scopes),
    addresses: listed(addresses),
    origins: listed(origins),
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** @param rotatable  whether the member may give it another secret */
export function toListedKey(key: ApiKey & KeyStatus, rotatable: boolean): ListedKeyDto {
  return Object.assign(new ListedKeyDto(), toKeyDto(key), { rotatable });
}

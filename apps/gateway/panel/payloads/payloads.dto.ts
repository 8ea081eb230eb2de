import { IsBoolean, IsOptional } from 'class-validator';
import type { PayloadPreview, PersonalPayload } from '#libs/delivery';
import { Describe, FreeObject, Int, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_ID = 20;
const MAX_ATTRIBUTES = 1000;

export class PayloadsQuery {
  @IsOptional()
  @Text({ max: MAX_ID })
  @Describe({ description: "Herald's id of a user: what its addresses would get now" })
  uid?: string;
}

/** The payload for a provider, without the address and the ids that the sender adds. */
export class PayloadDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @Describe({ example: 'apns' }) channel!: string;
  @Text() @OrNull() @Describe({ description: 'Null: the message itself', example: 'TURKISH' }) language!: string | null;

  @IsBoolean()
  @Describe({ description: 'Android: for installations whose app draws the notification' })
  drawnByApp!: boolean;

  @Texts({ max: MAX_ATTRIBUTES })
  @Describe({ description: 'Attributes by which it differs between recipients' })
  attributes!: string[];

  @Text() @OrNull() @Describe({ description: 'Device of the user; null: an address, or nobody' }) installationId!:
    | string
    | null;

  @IsOptional()
  @Int()
  @Describe({ description: 'Index of the content, of a campaign with several' })
  content?: number;

  @FreeObject() @OrNull() @Describe({ description: 'Null: it is not sent, by the reason' }) payload!: object | null;
  @Text() @OrNull() @Describe({ description: 'Why it is not sent', example: 'MISSING_ATTRIBUTE' }) reason!:
    | string
    | null;
}

export class PayloadListDto {
  @NestedList(() => PayloadDto) @Describe({ description: 'By platform and language' }) items!: PayloadDto[];
}

export function toPayload({
  isDrawn,
  attributes,
  size: _size,
  missing: _missing,
  ...preview
}: PayloadPreview): PayloadDto {
  return { ...preview, drawnByApp: isDrawn, attributes: [...attributes], installationId: null };
}

export function toPersonalPayload({
  size: _size,
  missing: _missing,
  ownLanguage: _own,
  shown: _shown,
  ...preview
}: PersonalPayload): PayloadDto {
  return { ...preview, drawnByApp: false, attributes: [] };
}

import { IsIn } from 'class-validator';
import type { TemplateField } from '#libs/channels';
import { WHATSAPP_MEDIA } from '#libs/channels/definitions';
import type { FillableTemplate } from '#libs/delivery/accounts';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** Meta lets an account have 6000. */
const MANY = 10_000;
const MAX_FIELDS = 100;

export class WhatsAppTemplateFieldDto {
  @IsIn(['header', 'body', 'button']) @Describe({ description: 'Part of the template' }) part!: TemplateField['part'];
  @Int() @OrNull() @Describe({ description: 'Place of the button, from 0; null: no button' }) index!: number | null;

  @IsIn(['text', 'coupon_code', ...WHATSAPP_MEDIA])
  @Describe({ description: 'What it is; of a file a message has the address', example: 'text' })
  type!: TemplateField['type'];

  @Text()
  @OrNull()
  @Describe({ description: '`parameter_name` of the value; null: values are counted', example: 'first_name' })
  name!: string | null;
}

export class WhatsAppTemplateItemDto {
  @Text() @Describe({ example: 'order_update' }) name!: string;
  @Text() @Describe({ description: 'As at Meta', example: 'en_US' }) language!: string;
  @Text({ empty: true })
  @Describe({ description: 'Its text, with the places of its values', example: 'Hello {{1}}, your order is here.' })
  body!: string;
  @NestedList(() => WhatsAppTemplateFieldDto, { max: MAX_FIELDS })
  @Describe({ description: 'Its values, in the order in which a message has them' })
  fields!: WhatsAppTemplateFieldDto[];
}

export class WhatsAppTemplateListDto {
  @NestedList(() => WhatsAppTemplateItemDto, { max: MANY })
  @Describe({ description: 'By name and language, without those that take more than texts, codes and files' })
  items!: WhatsAppTemplateItemDto[];
}

export function toWhatsAppTemplate({ name, language, body, fields }: FillableTemplate): WhatsAppTemplateItemDto {
  return {
    name,
    language,
    body,
    fields: fields.map(({ part, index, type, name: place }) => ({
      part,
      index: index ?? null,
      type,
      name: place ?? null,
    })),
  };
}

import { ArrayMaxSize, IsArray, IsIn, IsObject, IsOptional, Matches } from 'class-validator';
import { WHATSAPP_MEDIA, type WhatsAppMediaType } from '#libs/channels/definitions';
import { Describe, FalseIsAbsent, Nested, Normalize } from '#platform/validation';
import { cleanObject, isTooDeep } from '../model/clean-values.js';
import { isJsonObject } from '#platform/collections';
import { ExcludesField, LenientText, LenientTextMap } from './lenient.decorators.js';

/** Meta, "Template components": a header, a body and ten buttons. */
const MAX_COMPONENTS = 12;
const NAME = { message: "Field '$property' should be a name of small letters, digits and _" };
const LANGUAGE = { message: "Field '$property' should be a language as Meta writes it, such as en_US" };
const HTTPS = { message: "Field '$property' should start with https" };

/** A template that Meta has approved, with the values of this message. */
export class WhatsAppTemplateDto {
  @LenientText()
  @Matches(/^[a-z0-9_]{1,512}$/, NAME)
  @Describe({ description: 'As at Meta', example: 'order_update' })
  name!: string;

  @LenientText()
  @Matches(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, LANGUAGE)
  @Describe({ description: 'Of the template, as at Meta', example: 'en_US' })
  language!: string;

  @LenientTextMap()
  @Describe({
    description: 'Languages of the template for people of other languages, by the names in `languages` of the message',
    example: { tr: 'tr' },
  })
  languages?: Map<string, string>;

  @IsOptional()
  @FalseIsAbsent()
  @Normalize((value) =>
    Array.isArray(value)
      ? value.map((entry: unknown) => (isJsonObject(entry) && !isTooDeep(entry) ? cleanObject(entry) : entry))
      : value,
  )
  @IsArray()
  @ArrayMaxSize(MAX_COMPONENTS)
  @IsObject({ each: true, message: "Field '$property' should hold objects" })
  @Describe({
    description: 'Values, as the Cloud API takes them; texts and links may have placeholders',
    schema: { type: 'array', items: { type: 'object' } },
    example: [{ type: 'body', parameters: [{ type: 'text', text: '@{name|there}' }] }],
  })
  components?: Record<string, unknown>[];
}

/** A file, by its public address or by the id of an upload at Meta. */
export class WhatsAppMediaDto {
  @IsIn(WHATSAPP_MEDIA) @Describe({ description: 'What the file is', example: 'image' }) type!: WhatsAppMediaType;

  @IsOptional()
  @LenientText()
  @Matches(/^https:\/\//, HTTPS)
  @Describe({ description: 'Public address; begins with https' })
  link?: string;

  @IsOptional()
  @LenientText()
  @ExcludesField('link', "Field '$object' takes one of link and id")
  @Describe({ description: 'Of a file that was uploaded to the account at Meta' })
  id?: string;

  @IsOptional() @LenientText() @Describe({ description: 'Shown name of a document' }) filename?: string;
}

/** The content of a message on WhatsApp. */
export class WhatsAppDto {
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => WhatsAppTemplateDto)
  @Describe({ description: 'Left out: the text of the message, for people who wrote within the last 24 hours' })
  template?: WhatsAppTemplateDto;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => WhatsAppMediaDto)
  @ExcludesField('template', "Field '$object' takes one of template and media")
  @Describe({ description: 'A file with the text of the message as its caption, for the same people' })
  media?: WhatsAppMediaDto;
}

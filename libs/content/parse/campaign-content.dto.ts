import { ArrayNotEmpty, IsArray, IsIn, IsOptional, ValidateBy } from 'class-validator';
import {
  CheckedFirst,
  Describe,
  FalseIsAbsent,
  nameFields,
  Normalize,
  REQUIRED,
  writtenName,
} from '#platform/validation';
import type { Message } from '../model/message.types.js';
import { PLATFORMS, type Platform } from '../model/platforms.js';
import { LenientText } from './lenient.decorators.js';
import { BulkContentDto, MessageDto } from './message.dto.js';

/** The name under which the inbox stands among the platforms of a content. */
export const INBOX = 'INBOX';
const NAMES = [...Object.keys(PLATFORMS), INBOX];

/** One content of a campaign: its platforms, and the fields of a message. */
@CheckedFirst('platforms', 'title', 'text')
export class CampaignContentDto extends MessageDto {
  @FalseIsAbsent()
  @Normalize((value) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value))
  @IsArray({ message: "Field '$property' should be an array" })
  @ArrayNotEmpty({ context: REQUIRED })
  @IsIn(NAMES, { each: true, message: "Field '$entry': unknown platform '$value'" })
  @IsInboxAlone()
  @Describe({ description: 'Where it goes: no platform of another content. `INBOX` stands alone' })
  platforms!: (Platform | typeof INBOX)[];

  @IsOptional()
  @LenientText()
  @Describe({ description: 'What browsers and e-mails show; the title of the campaign where it is left out' })
  title?: string;

  @Normalize((value, { message }) => value ?? (typeof message === 'string' ? message : undefined))
  @LenientText()
  @Describe({ description: 'Text that users see; the HTML of an e-mail' })
  text!: string;
}

/**
 * The content as that of a bulk send. One for the inbox is read as what an app on Android shows.
 *
 * @param title  of the campaign, where the content has none
 */
export function toBulkContent(content: CampaignContentDto, title: string): BulkContentDto {
  const platforms = content.platforms.map((name) => (name === INBOX ? 'ANDROID' : name));
  const request = Object.assign(new BulkContentDto(), content, { title: content.title ?? title, platforms });
  nameFields(request, (field) => writtenName(content, field));
  return request;
}

/** The message of an inbox content: no device gets it, and every user of the target has it in the inbox. */
export function toInboxContent(message: Message): Message {
  return { ...message, platforms: [], inbox: true, inboxOnly: true };
}

function IsInboxAlone(): PropertyDecorator {
  const validate = (value: unknown): boolean => !Array.isArray(value) || value.length < 2 || !value.includes(INBOX);
  return ValidateBy(
    { name: 'isInboxAlone', validator: { validate } },
    { message: "Field '$property': INBOX is a content of its own" },
  );
}

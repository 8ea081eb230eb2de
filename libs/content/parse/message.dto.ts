import {
  Allow,
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateBy,
} from 'class-validator';
import { TEMPLATE_LANGUAGES, type TemplateLanguage } from '#libs/templates';
import {
  CheckedFirst,
  compose,
  Describe,
  DescribeBody,
  FalseIsAbsent,
  MayStandIn,
  Nested,
  NestedMap,
  Normalize,
  OneOrList,
  REQUIRED,
  Text,
} from '#platform/validation';
import { MESSAGE_POLICIES, type MessagePolicy } from '../model/message-policy.js';
import { CONTACT_PLATFORMS, PLATFORMS, type Platform } from '../model/platforms.js';
import { WhatsAppDto } from './whatsapp.dto.js';
import { LiveActivityStateDto } from './live-activity.dto.js';
import { AsMap, LenientBoolean, LenientJson, LenientText, Mailbox } from './lenient.decorators.js';
import {
  AndroidPartDto,
  ButtonSetDto,
  ClickActionDto,
  HookDto,
  IosPartDto,
  LanguagePartDto,
  Pages,
  TrackingDto,
  type CarouselPageDto,
} from './message-parts.dto.js';

const TTL = { message: "Field '$property' should be a number above 0 followed by d, h or m" };
/** The number of two-letter language tags: every one is rendered when sizes are checked. */
const MAX_LANGUAGES = 200;

/** Names of platforms: at least one, spelt as the interface writes them. */
export function PlatformNames(): PropertyDecorator {
  const each = true;
  return compose(
    FalseIsAbsent(),
    IsArray({ message: "Field '$property' should be an array" }),
    ArrayNotEmpty({ context: REQUIRED }),
    IsString({ each, message: "Field '$property' should be an array of texts" }),
    IsIn(Object.keys(PLATFORMS), { each, message: "Unknown platform '$value' in '$property'" }),
    Describe({ description: 'To `WP` no provider delivers any more: its recipients are skipped with NO_PROVIDER' }),
  );
}

/** A type of the Turkish register of consent (İYS): a letter or word. */
function IysType(): PropertyDecorator {
  const message = "Field '$property' should be a letter such as N or B";
  return compose(IsOptional(), LenientText(), Matches(/^\s*[A-Za-z]{1,20}\s*$/, { message }));
}

/** The fields of a definition that a send may change (interface, sections 2.6 and 4.3). */
export class ChangeableDto extends LiveActivityStateDto {
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ClickActionDto)
  @Describe({ description: 'One of the two' })
  click?: ClickActionDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => IosPartDto)
  @Describe({ description: 'Differences on iOS' })
  ios?: IosPartDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => AndroidPartDto)
  @Describe({ description: 'Differences on Android' })
  android?: AndroidPartDto;
  @LenientJson() @Describe({ description: 'Delivered to the application as it is' }) customJson?: Record<
    string,
    unknown
  >;

  @IsOptional()
  @LenientText()
  @Matches(/^\s*(?!0+[dhm])\d{1,9}[dhm]\s*$/, TTL)
  @Describe({ description: 'Days, hours or minutes: a number followed by d, h or m', example: '2h' })
  ttl?: string;

  @LenientBoolean()
  @Describe({
    description:
      'Its e-mails and text messages inform and sell nothing, such as codes and receipts. They go also to users who ' +
      'refused commercial ones, never to a suppressed address',
    example: true,
  })
  transactional?: boolean;

  @IysType()
  @Describe({
    description: 'Of a text message: `N` informs and is as `transactional`; any other value is commercial',
    example: 'N',
  })
  smsIysMessageType?: string;

  @IysType()
  @Describe({
    description: 'Of a text message: `B` for individuals, `T` for merchants. Kept, without effect',
    example: 'B',
  })
  smsIysRecipientType?: string;

  @IysType()
  @Describe({ description: 'Of an e-mail, as `smsIysMessageType`', example: 'N' })
  emailIysMessageType?: string;

  @IysType()
  @Describe({ description: 'Of an e-mail, as `smsIysRecipientType`', example: 'B' })
  emailIysRecipientType?: string;

  @LenientBoolean() @Describe({ description: 'Also stored in the inbox of the user' }) inbox?: boolean;
  @LenientBoolean()
  @Describe({ description: 'true: delivered to the app, and not shown in the notification center' })
  doNotNotify?: boolean;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ButtonSetDto)
  @Describe({
    description:
      'Beside `id` each button by its name: the address that it opens. For web push a set for each browser may stand ' +
      'under the name of its platform',
  })
  buttonSet?: ButtonSetDto;
}

/** `message` of a transactional send. */
export class SendMessageDto extends ChangeableDto {
  @LenientJson()
  @Describe({
    description:
      'Values of placeholders. `_nm_badge_count` is the badge of the icon on iOS, where `ios.badge` is absent',
  })
  params?: Record<string, unknown>;
}

/** The fields that every stored message may have beside its title, text and platforms. */
export class MessageDto extends ChangeableDto {
  @Allow()
  @IsOptional()
  @Describe({
    description: '`LIVE_ACTIVITY`: the message is one, for IOS alone. Others are not read',
    schema: { type: 'string' },
    example: 'LIVE_ACTIVITY',
  })
  type?: unknown;

  @Allow()
  @IsOptional()
  @Describe({
    description: 'Live activity: the type of its attributes (`attributes-type`), as the app declares it',
    schema: { type: 'string' },
    example: 'MatchScoreAttributes',
  })
  liveActAttrType?: unknown;

  @Allow()
  @IsOptional()
  @Describe({
    description: 'Live activity: its attributes (`attributes`), with which it starts',
    schema: { type: 'object' },
    example: { homeTeamName: 'Aston Villa', awayTeamName: 'Chelsea' },
  })
  liveActAttr?: unknown;

  @Pages() @Describe({ description: 'Pages to swipe through, on iOS and Android' }) carousel?: CarouselPageDto[];
  @Pages() @Describe({ description: 'Pages that change by themselves, on iOS and Android' }) slider?: CarouselPageDto[];

  @IsOptional()
  @FalseIsAbsent()
  @AsMap()
  @NestedMap(() => LanguagePartDto)
  @HasAtMost(MAX_LANGUAGES, `Field '$property' holds more than ${MAX_LANGUAGES} languages`)
  @Describe({ description: `By name of the language, at most ${MAX_LANGUAGES}` })
  languages?: Map<string, LanguagePartDto>;

  @IsOptional()
  @LenientText()
  @Describe({
    description:
      'With `@{attribute}` or `@{attribute|default}` for values of the user. Without a value the plain text is sent',
    example: 'Hi @{name|there}, you have @{points} points',
  })
  personalizedMessage?: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'As `personalizedMessage`. Without a value the plain sub text is sent, or none' })
  personalizedSubText?: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'Title of web pushes, as `personalizedMessage`. Without a value nothing is sent' })
  personalizedTitle?: string;
  @IsOptional() @LenientText() @Describe({ description: 'Label of the reports' }) labels?: string;
  @IsOptional()
  @LenientText()
  @Describe({ description: 'Notifications of one thread are shown as a group (iOS, Android)' })
  threadId?: string;

  @IsOptional()
  @LenientText()
  @Matches(/^https:\/\//, { message: "Field '$property' should start with https" })
  @Describe({ description: 'Large image of web pushes; begins with https' })
  wpChromeImage?: string;

  @IsOptional()
  @LenientText()
  @Describe({
    description:
      'Icon of web pushes. Absent: `settings.iconUrl` of the application; without both a bulk send to CHROME or FIREFOX is refused',
  })
  iconUrl?: string;

  @LenientBoolean()
  @Describe({ description: 'true: a web push stays until it is clicked or closed' })
  interactionRequired?: boolean;

  @LenientBoolean()
  @Describe({
    description:
      'true: a campaign by e-mail, SMS, WhatsApp or chat goes to every user, such as an invoice; else of several users ' +
      'with one address to the one seen last',
  })
  perUser?: boolean;

  @IsOptional()
  @IsIn(MESSAGE_POLICIES, { message: `Field '$property' should be one of ${MESSAGE_POLICIES.join(', ')}` })
  @Describe({
    description:
      'Caps, quiet hours and holdouts hold back `marketing`; `service` counts for caps, `exempt` does not. Without it ' +
      'single sends and messages that inform are `service`, all others `marketing`',
  })
  policy?: MessagePolicy;

  @IsOptional()
  @IsIn(TEMPLATE_LANGUAGES, { message: `Field '$property' should be one of ${TEMPLATE_LANGUAGES.join(', ')}` })
  @Describe({ description: 'Language of its texts; without it that of `settings.templates`', example: 'liquid' })
  templates?: TemplateLanguage;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => HookDto)
  @Describe({ description: 'Webhook that gets the results' })
  hook?: HookDto;

  @IsOptional()
  @FalseIsAbsent()
  @OneOrList()
  @IsNameOrId("Field '$property' should hold names or ids of categories")
  @Describe({
    schema: {
      oneOf: [
        { type: 'string' },
        { type: 'integer' },
        { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
      ],
    },
  })
  @Describe({ description: 'Names or ids of categories: who opted out of one of them is left out' })
  categories?: (string | number)[];

  @IsOptional()
  @LenientText()
  @Mailbox()
  @Describe({
    description:
      "Of an e-mail. Of a domain of the account's own; else the account's address sends and this one gets the answers",
  })
  from?: string;

  @IsOptional() @LenientText() @Describe({ description: 'Name of the sender of an e-mail' }) senderName?: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'Of an e-mail; the title where it is left out' })
  subject?: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: "Of a text message: one of the account's senders" })
  smsHeader?: string;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => WhatsAppDto)
  @Describe({ description: 'What the message is on WhatsApp' })
  whatsapp?: WhatsAppDto;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => TrackingDto)
  @Describe({ description: 'What is followed of e-mails and text messages; absent: as the application has it' })
  tracking?: TrackingDto;
}

/** The content of a campaign. */
@CheckedFirst('title', 'platforms', 'text')
export class BulkContentDto extends MessageDto {
  @LenientText() @Describe({ description: 'Name of the campaign; browsers and e-mails show it' }) title!: string;
  @PlatformNames() @Describe({ description: 'Where it goes' }) platforms!: Platform[];

  /** Without `message` as an object, `message` may be the text. */
  @Normalize((value, { message }) => value ?? (typeof message === 'string' ? message : undefined))
  @LenientText()
  @Describe({ description: 'Text that users see; the HTML of an e-mail' })
  text!: string;
}

/** The content of a definition or of one direct send. */
class DefinedContentDto extends MessageDto {
  @IsOptional()
  @LenientText()
  @Describe({
    description: 'The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link',
  })
  message?: string;

  @IsOptional() @LenientText() @Describe({ description: 'The default text where `message` is left out' }) text?: string;
}

/** Characters of the name of a definition. */
const MAX_DEFINITION_NAME = 100;

/** A definition: without title or message it is a silent notification. */
@MayStandIn('message', () => DefinitionDto)
@CheckedFirst('title', 'message', 'text', 'platforms')
@DescribeBody({
  description: 'Without title or message it is a silent notification',
  example: {
    title: 'Order shipped',
    message: 'Your order @{order} is on its way',
    platforms: ['IOS', 'ANDROID'],
    ios: { mediaUrl: 'https://shop.example/parcel.jpg' },
    android: { mediaUrl: 'https://shop.example/parcel.jpg' },
    click: { deeplink: 'shop://orders/@{order}' },
    languages: { tr: { title: 'Siparişiniz yolda', text: 'Siparişiniz @{order} yola çıktı' } },
  },
})
export class DefinitionDto extends DefinedContentDto {
  @IsOptional()
  @LenientText()
  @Describe({ description: 'Name of the definition; browsers and e-mails show it' })
  title?: string;
  @PlatformNames() @Describe({ description: 'Where it goes' }) platforms!: Platform[];

  @IsOptional()
  @Text({ max: MAX_DEFINITION_NAME })
  @Describe({ description: 'By which journeys name it; the only one of the application', example: 'cart reminder' })
  name?: string;
}

const ONE_CHANNEL = {
  message: `Field '$property' should be ${CONTACT_PLATFORMS.map((name) => `["${name}"]`).join(' or ')}`,
};

/** The content of an e-mail or text message to one address. */
@CheckedFirst('platforms', 'title', 'message', 'text')
export class DirectContentDto extends DefinedContentDto {
  @FalseIsAbsent()
  @Normalize((value) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value))
  @IsArray(ONE_CHANNEL)
  @ArrayNotEmpty({ context: REQUIRED })
  @ArrayMaxSize(1, ONE_CHANNEL)
  @IsIn(CONTACT_PLATFORMS, { each: true, ...ONE_CHANNEL })
  @Describe({ description: CONTACT_PLATFORMS.join(' or ') })
  platforms!: [Platform];

  @LenientText()
  @Describe({ description: 'Name of the message; the subject of an e-mail without `subject`' })
  title!: string;
}

function HasAtMost(max: number, message: string): PropertyDecorator {
  const validate = (value: unknown): boolean => value instanceof Map && value.size <= max;
  return ValidateBy({ name: 'hasAtMost', constraints: [max], validator: { validate } }, { message });
}

function IsNameOrId(message: string): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);
  return ValidateBy({ name: 'isNameOrId', validator: { validate } }, { each: true, message });
}

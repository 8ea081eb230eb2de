import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { MailCard, PushCard, ShownFact, SimulatedDeliveries, SimulatedDelivery, SmsCard } from '#libs/simulation';
import { REPORT_KINDS, type ReportKind } from '#libs/simulation';
import { CHANNEL_NAMES, type Channel } from '#libs/channels/definitions';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_FILTER = 200;
const MAX_SEQ = 999_999_999_999_999;
const MANY = 100;
const MAX_ANSWER = 1600;

export class SimulatedDeliveriesQuery {
  @IsOptional()
  @IsIn(CHANNEL_NAMES)
  @Describe({ description: 'Only of this channel', example: 'apns' })
  channel?: Channel;

  @IsOptional() @Text({ max: MAX_FILTER }) @Describe({ description: 'A part of the address' }) address?: string;
  @IsOptional() @Text({ max: MAX_FILTER }) @Describe({ description: 'Words of the message' }) text?: string;

  @IsOptional()
  @Int({ min: 1, max: MAX_SEQ })
  @Describe({ description: '`older` of the page before' })
  before?: number;
}

export class SendReportDto {
  @IsIn(REPORT_KINDS)
  @Describe({ description: 'What is reported, one of `reports` of the delivery' })
  kind!: ReportKind;

  @IsOptional()
  @Text({ max: MAX_ANSWER })
  @Describe({ description: 'Of an answer', example: 'STOP' })
  text?: string;
}

export class SentReportDto {
  @Text() @Describe({ description: 'What Herald answered to the report', example: '250 OK' }) answer!: string;
}

export class CardFactDto {
  @Text() @Describe({ example: 'sound' }) name!: string;
  @Text() @Describe({ example: 'chime' }) value!: string;
}

export class SlideDto {
  @Text() @Describe({ example: 'One' }) title!: string;
  @Text() @Describe({ example: 'The first' }) text!: string;
}

export class ActivityDto {
  @IsIn(['start', 'update', 'end']) @Describe({ description: 'What is done with it' }) event!: string;
  @Text() @OrNull() @Describe({ description: 'Type of its attributes' }) type!: string | null;
  @NestedList(() => CardFactDto) @Describe({ description: 'Its state' }) state!: CardFactDto[];
}

/** A push as a device shows it. */
export class PushCardDto {
  @IsIn(['iPhone', 'Android', 'Browser']) @Describe({ description: 'What draws it' }) device!: string;
  @Text() @OrNull() @Describe({ description: 'The app that it belongs to' }) app!: string | null;
  @Text() @OrNull() @Describe({ example: 'Spring is here' }) title!: string | null;
  @Text() @OrNull() @Describe({ description: 'The second line' }) subtitle!: string | null;
  @Text() @OrNull() @Describe({ description: 'Null: nothing is shown' }) text!: string | null;
  @Text() @OrNull() @Describe({ description: 'Address of the picture, which is not loaded' }) picture!: string | null;
  @Texts({ max: MANY }) @Describe({ example: ['Show'] }) buttons!: string[];
  @Text() @OrNull() @Describe({ description: 'Number on the icon' }) badge!: string | null;
  @NestedList(() => SlideDto) @Describe({ description: 'Pictures with texts to turn over' }) slides!: SlideDto[];
  @Nested(() => ActivityDto) @OrNull() @Describe({ description: 'Of a live activity' }) activity!: ActivityDto | null;
  @NestedList(() => CardFactDto) @Describe({ description: 'What it says beside its text' }) facts!: CardFactDto[];
  @Text() @OrNull() @Describe({ description: 'Why no text is shown' }) note!: string | null;
}

export class MailFileDto {
  @Text() @Describe({ example: 'invoice.pdf' }) name!: string;
  @Text() @Describe({ example: 'application/pdf' }) type!: string;
  @Int() @Describe({ description: 'Size' }) bytes!: number;
}

/** A mail as a receiver stores it. */
export class MailCardDto {
  @Text() @Describe({ example: 'Spring is here' }) subject!: string;
  @Text() @Describe({ example: 'Shop <news@shop.example>' }) from!: string;
  @Text() @Describe({ description: 'Receiver of the envelope' }) to!: string;
  @Text() @OrNull() @Describe({ description: 'The part of plain text' }) text!: string | null;
  @IsBoolean() @Describe({ description: 'Whether `html` of the delivery has something' }) hasHtml!: boolean;
  @NestedList(() => CardFactDto) @Describe({ description: 'Headers of the mail' }) headers!: CardFactDto[];
  @NestedList(() => MailFileDto) @Describe({ description: 'Its files' }) attachments!: MailFileDto[];
  @Texts({ max: MANY })
  @Describe({ description: 'What a receiver finds of each DKIM signature' })
  signatures!: string[];
  @Int() @Describe({ description: 'Size of the whole mail' }) bytes!: number;
}

export class SmsCardDto {
  @Text() @Describe({ example: 'SHOP' }) from!: string;
  @Text() @Describe({ example: 'Your order has left' }) text!: string;
  @Int() @Describe({ description: 'Parts that are paid for' }) segments!: number;
  @Text() @Describe({ example: 'GSM-7' }) encoding!: string;
  @Int() @Describe({ description: 'Characters of the text' }) characters!: number;
  @Texts({ max: MANY }) @Describe({ description: 'Addresses of media' }) media!: string[];
}

/** One of `push`, `mail` and `sms` is there. */
export class SimulatedDeliveryDto {
  @Int() @Describe({ description: 'Counts the deliveries of all applications' }) seq!: number;
  @IsIn(CHANNEL_NAMES) @Describe({ example: 'apns' }) channel!: string;
  @Text() @Describe({ description: 'Token, e-mail address or number' }) address!: string;
  @Text() @Describe({ description: 'Id of the message, as the provider has it' }) messageId!: string;
  @Text() @Describe({ description: 'When it was taken' }) at!: string;

  @Texts({ max: REPORT_KINDS.length })
  @Describe({ description: 'What can be reported about it by hand', example: ['delivered', 'answered'] })
  reports!: string[];

  @IsOptional() @Nested(() => PushCardDto) @Describe({ description: 'Of a push' }) push?: PushCardDto;
  @IsOptional() @Nested(() => MailCardDto) @Describe({ description: 'Of a mail' }) mail?: MailCardDto;
  @IsOptional() @Nested(() => SmsCardDto) @Describe({ description: 'Of a text message' }) sms?: SmsCardDto;
}

export class SimulatedDeliveryListDto {
  @Texts({ max: CHANNEL_NAMES.length })
  @Describe({ description: 'Channels whose account is simulated; deliveries of no others are told', example: ['apns'] })
  channels!: string[];

  @NestedList(() => SimulatedDeliveryDto)
  @Describe({ description: 'The newest first, at most 50' })
  items!: SimulatedDeliveryDto[];

  @Int() @OrNull() @Describe({ description: '`before` of the next page; null at the end' }) older!: number | null;
}

export function toDeliveryList({ channels, deliveries, older }: SimulatedDeliveries): SimulatedDeliveryListDto {
  return { channels, items: deliveries.map(toDelivery), older };
}

function toDelivery({ seq, channel, address, messageId, at, reports, card }: SimulatedDelivery): SimulatedDeliveryDto {
  return { seq, channel, address, messageId, at, reports, ...toCard(card) };
}

function toCard(card: SimulatedDelivery['card']): Pick<SimulatedDeliveryDto, 'push' | 'mail' | 'sms'> {
  switch (card.kind) {
    case 'push':
      return { push: toPush(card) };
    case 'mail':
      return { mail: toMail(card) };
    case 'sms':
      return { sms: toSms(card) };
  }
}

function toPush(card: PushCard): PushCardDto {
  const { device, buttons, slides, facts, activity } = card;
  const { app = null, title = null, subtitle = null, text = null, picture = null, badge = null, note = null } = card;
  return {
    device,
    app,
    title,
    subtitle,
    text,
    picture,
    buttons,
    badge,
    slides,
    activity: activity ? { event: activity.event, type: activity.type ?? null, state: toFacts(activity.state) } : null,
    facts: toFacts(facts),
    note,
  };
}

function toMail({ subject, from, to, hasHtml, attachments, signatures, bytes, ...card }: MailCard): MailCardDto {
  const { text = null } = card;
  return { subject, from, to, text, hasHtml, headers: toFacts(card.headers), attachments, signatures, bytes };
}

function toSms({ from, text, segments, encoding, characters, media }: SmsCard): SmsCardDto {
  return { from, text, segments, encoding, characters, media };
}

function toFacts(facts: readonly ShownFact[]): CardFactDto[] {
  return facts.map(([name, value]) => ({ name, value }));
}

import type { Channel } from '#libs/channels';
import type { Engagement, ProviderCallback } from '#libs/reporting';
import { Int, ListOf, Millis, Text } from '../../http/validation/fields.js';
import { MAX_KEY } from '../messaging/notifications.dto.js';

export class EngagementQuery {
  @Int({ min: 0, max: MAX_KEY, description: 'Key of a campaign or definition', example: 1000 })
  notificationKey!: number;
  @Text({ optional: true, max: 255, description: 'What was told later of the messages to this user, in full' })
  extId?: string;
}

export class OpenDto {
  @Text({ example: 'EMAIL' }) platform!: string;
  @Int({ description: 'Recipients whose mail was opened, each once' }) opened!: number;
}

export class ButtonDto {
  @Text({ example: 'CHROME' }) platform!: string;
  @Text({ description: 'As the device names it', example: '0' }) button!: string;
  @Int({ description: 'Recipients whose first click it was' }) clicked!: number;
}

export class CallbackCountDto {
  @Text({ example: 'EMAIL' }) platform!: string;
  @Text({ example: 'bounce' }) kind!: string;
  @Text({ empty: true, description: 'As the provider or mail server names it', example: '5.1.1' }) code!: string;
  @Int({ description: 'Recipients of whom it was told' }) recipients!: number;
}

export class CallbackDto {
  @Text({ example: 'EMAIL' }) platform!: string;
  @Text({ example: 'bounce' }) kind!: string;
  @Text({ empty: true, example: '5.1.1' }) code!: string;
  @Text({
    empty: true,
    description: 'In the words in which it was told',
    example: '5.1.1 smtp; 550 5.1.1 no such user',
  })
  detail!: string;
  @Millis() timeStamp!: number;
}

export class EngagementDto {
  @Int({ example: 1000 }) notificationKey!: number;
  @ListOf(() => OpenDto, { max: 20 }) opens!: OpenDto[];
  @ListOf(() => ButtonDto, { max: 1000 }) buttons!: ButtonDto[];
  @ListOf(() => CallbackCountDto, { max: 1000 }) late!: CallbackCountDto[];
  @ListOf(() => CallbackDto, { optional: true, max: 1000, description: 'Only with `extId`, oldest first' })
  told?: CallbackDto[];
}

/** @param userCallbacks  late facts of one user, where one was asked about */
export function toEngagementDto(
  notificationKey: number,
  { opens, buttons, callbacks }: Engagement,
  userCallbacks: ProviderCallback[] | undefined,
): EngagementDto {
  return {
    notificationKey,
    opens,
    buttons,
    late: callbacks.map(({ channel, ...rest }) => ({ platform: platformOf(channel), ...rest })),
    ...(userCallbacks && { told: userCallbacks.map(toCallbackDto) }),
  };
}

function toCallbackDto({ channel, kind, code, raw, at }: ProviderCallback): CallbackDto {
  return { platform: platformOf(channel), kind, code, detail: raw, timeStamp: at.getTime() };
}

/** Of pushes nothing is told later. */
function platformOf(channel: Channel): string {
  return channel === 'smtp' ? 'EMAIL' : channel.toUpperCase();
}

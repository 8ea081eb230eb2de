import { IsOptional } from 'class-validator';
import { RECIPIENT_KINDS, type Channel } from '#libs/channels/definitions';
import type { Engagement, ProviderCallback } from '#libs/reporting';
import { Describe, ExtId, Int, Millis, NestedList, Text } from '#platform/validation';
import { MAX_KEY } from '../messaging/notifications.dto.js';
import { MachineCountsDto } from '../messaging/machine-counts.dto.js';

export class EngagementQuery {
  @Int({ min: 0, max: MAX_KEY })
  @Describe({ description: 'Key of a campaign or definition', example: 1000 })
  notificationKey!: number;

  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ description: 'Adds all provider callbacks about the messages to this user' })
  extId?: string;
}

export class ArrivalDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Int() @Describe({ description: 'Recipients whose device told that the push arrived' }) received!: number;
}

export class OpenDto extends MachineCountsDto {
  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @Int() @Describe({ description: 'Recipients that opened their e-mail, each counted once' }) opened!: number;
}

export class ButtonDto {
  @Text() @Describe({ example: 'CHROME' }) platform!: string;
  @Text() @Describe({ description: 'Name that the device gives it', example: '0' }) button!: string;
  @Int() @Describe({ description: 'Recipients with their first click on this button' }) clicked!: number;
}

export class CallbackCountDto {
  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @Text() @Describe({ example: 'bounce' }) kind!: string;

  @Text({ empty: true })
  @Describe({ description: 'Code of the provider or mail server', example: '5.1.1' })
  code!: string;

  @Int() @Describe({ description: 'Recipients with this callback' }) recipients!: number;
}

export class CallbackDto {
  @Text() @Describe({ example: 'EMAIL' }) platform!: string;
  @Text() @Describe({ example: 'bounce' }) kind!: string;
  @Text({ empty: true }) @Describe({ example: '5.1.1' }) code!: string;

  @Text({ empty: true })
  @Describe({ description: 'Original text of the callback', example: '5.1.1 smtp; 550 5.1.1 no such user' })
  detail!: string;

  @Millis() timeStamp!: number;
}

export class EngagementDto {
  @Int() @Describe({ example: 1000 }) notificationKey!: number;
  @NestedList(() => ArrivalDto, { max: 20 }) arrivals!: ArrivalDto[];
  @NestedList(() => OpenDto, { max: 20 }) opens!: OpenDto[];
  @NestedList(() => ButtonDto, { max: 1000 }) buttons!: ButtonDto[];
  @NestedList(() => CallbackCountDto, { max: 1000 }) late!: CallbackCountDto[];

  @IsOptional()
  @NestedList(() => CallbackDto, { max: 1000 })
  @Describe({ description: 'Only with `extId`, oldest first' })
  told?: CallbackDto[];
}

/** @param userCallbacks  provider callbacks of the requested user, if any */
export function toEngagementDto(
  notificationKey: number,
  { arrivals, opens, buttons, callbacks }: Engagement,
  userCallbacks: ProviderCallback[] | undefined,
): EngagementDto {
  return {
    notificationKey,
    arrivals,
    opens,
    buttons,
    late: callbacks.map(({ channel, ...rest }) => ({ platform: platformOf(channel), ...rest })),
    ...(userCallbacks && { told: userCallbacks.map(toCallbackDto) }),
  };
}

function toCallbackDto({ channel, kind, code, raw, at }: ProviderCallback): CallbackDto {
  return { platform: platformOf(channel), kind, code, detail: raw, timeStamp: at.getTime() };
}

/** Pushes have no provider callbacks. */
function platformOf(channel: Channel): string {
  return RECIPIENT_KINDS[channel].toUpperCase();
}

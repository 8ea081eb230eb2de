import type { Platform } from '#libs/content';
import type { DispatchOptions, Speed, UserLimits } from '#libs/delivery';
import type { BulkMessageDto, SendOptionsDto, SpeedDto } from './requests/bulk.dto.js';

/**
 * `limit` of a bulk send (decisions, section 5): at the top level it counts users of all platforms, inside `ios` or
 * `android` those of that platform.
 */
export function toLimits({ limit, ios, android }: Partial<BulkMessageDto>): UserLimits | undefined {
  const platforms: Partial<Record<Platform, number>> = {
    ...(ios?.limit !== undefined && { IOS: ios.limit }),
    ...(android?.limit !== undefined && { ANDROID: android.limit }),
  };
  const hasPlatforms = Object.keys(platforms).length > 0;
  return limit === undefined && !hasPlatforms
    ? undefined
    : { ...(limit !== undefined && { all: limit }), ...(hasPlatforms && { platforms }) };
}

/** `options` of a send (decisions, section 10). */
export function toSendOptions({ holdout, priority = 'normal' }: SendOptionsDto = {}): Pick<
  DispatchOptions,
  'holdout' | 'priority'
> {
  return {
    ...(holdout !== undefined && { holdout: Number.parseFloat(holdout) / 100 }),
    ...(priority !== 'normal' && { priority }),
  };
}

/** `speed` of a bulk send: a number of recipients in an interval of minutes. */
export function toSpeed(speed: SpeedDto | undefined): Speed | undefined {
  const packageSize = speed?.packageSize ?? speed?.packetSize;
  return speed === undefined || packageSize === undefined
    ? undefined
    : { packageSize, intervalMins: speed.intervalMins };
}

import { IsIn, IsOptional, IsString } from 'class-validator';
import { isJsonObject } from '#platform/collections';
import { Conditions, ConditionsDto } from '#libs/audience';
import { DEVICE_PLATFORMS } from '#libs/content';
import { LenientJson, LenientText } from '#libs/content/parse';
import {
  compose,
  Describe,
  DescribeBody,
  FalseIsAbsent,
  IsStorable,
  Nested,
  Normalize,
  OneOrList,
} from '#platform/validation';

const EXAMPLE = { title: 'Spring sale', notificationMsg: 'Everything 20 % off today' };

/** Any spelling; clients of these versions write names in any case. */
function DeviceNames(): PropertyDecorator {
  const each = true;
  const upperCase = (name: unknown): unknown => (typeof name === 'string' ? name.toUpperCase() : name);
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    OneOrList(),
    Normalize((value) => (Array.isArray(value) ? value.map(upperCase) : value)),
    IsString({ each, message: TEXTS }),
    IsIn(DEVICE_PLATFORMS, { each, message: "Unknown platform '$value' in '$property'" }),
    Describe({ description: 'Without any: every platform of devices' }),
  );
}

const TEXTS = "Field '$property' should be an array of texts";

function Tags(): PropertyDecorator {
  return compose(
    IsOptional(),
    FalseIsAbsent(),
    OneOrList(),
    IsString({ each: true, message: TEXTS }),
    IsStorable({ each: true }),
    Describe({ description: 'Any of them' }),
  );
}

function CustomFields(): PropertyDecorator {
  return compose(
    IsOptional(),
    Normalize((value) =>
      value === false || (isJsonObject(value) && Object.keys(value).length === 0) ? undefined : value,
    ),
    Conditions(),
  );
}

/** The content of a legacy push. */
export class LegacyNotificationDto {
  @LenientText() @Describe({ description: 'Shown above the text' }) title!: string;
  @LenientText() @Describe({ description: 'The text' }) notificationMsg!: string;
  @LenientJson() @Describe({ description: 'Delivered to the app as it is' }) customJson?: Record<string, unknown>;
  @IsOptional() @LenientText() @Describe({ description: 'A big picture on Android' }) largeIconUrl?: string;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'A page that the app shows; with the rest at most 4 kB' })
  richPushHtml?: string;
}

export class LegacyTargetDto {
  @DeviceNames() platforms?: string[];
  @Tags() tags?: string[];
  @CustomFields() customFields?: ConditionsDto;
}

/** A body of version 1.1: all at the top level (interface, section 9). */
@DescribeBody({ example: EXAMPLE })
export class LegacyPush11Dto extends LegacyNotificationDto {
  @DeviceNames() platforms?: string[];
  @Tags() tags?: string[];
  @CustomFields() customFields?: ConditionsDto;

  @IsOptional()
  @LenientText()
  @Describe({ description: 'Device token of one device' })
  registrationId?: string;
}

/** A body of version 1.2. */
@DescribeBody({ example: { target: { platforms: ['IOS', 'ANDROID'] }, notification: EXAMPLE } })
export class LegacyPush12Dto {
  @Normalize((value) => (value === undefined || value === false ? {} : value))
  @Nested(() => LegacyNotificationDto)
  @Describe({ description: 'What is shown' })
  notification!: LegacyNotificationDto;

  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => LegacyTargetDto)
  @Describe({ description: 'Without any of them: every device that is opted in' })
  target?: LegacyTargetDto;
}

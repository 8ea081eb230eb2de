import { IsBoolean, IsOptional } from 'class-validator';
import type { Device, DeviceSubject } from '#libs/users/devices';
import { Describe, ExtId, Int, NestedList, Text } from '#platform/validation';

const MAX_TOKEN = 8192;

export class PushSubjectDto implements DeviceSubject {
  @IsOptional()
  @ExtId({ empty: true })
  @Describe({ description: 'Every device of this user', example: 'id1' })
  extId?: string;

  @IsOptional()
  @Text({ max: MAX_TOKEN, empty: true })
  @Describe({ description: 'This device only' })
  deviceToken?: string;
}

export class DevicesQuery {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'true: only devices that are opted in' })
  pushPermitted?: boolean;
}

export class DeviceTokensQuery {
  @IsOptional() @Int({ min: 1, max: 10_000 }) @Describe({ description: 'Devices of a page' }) max = 10;
  @IsOptional() @Int({ min: 0 }) @Describe({ description: 'Devices to leave out before the page' }) offset = 0;

  @IsOptional()
  @Text({ max: 60, empty: true })
  @Describe({ description: 'Cursor; part of `nextPage`' })
  after?: string;
}

/** Token and model are null when unknown. */
export class DeviceDto implements Omit<Device, 'platform'> {
  @Text() @Describe({ example: 'ANDROID' }) platform!: string;
  @Text() @Describe({ nullable: true }) token!: string | null;
  @Text() @Describe({ example: 'Pixel 5', nullable: true }) deviceModel!: string | null;
  @IsBoolean()
  @Describe({
    description:
      'What the person chose. A token that its provider reports as dead reads as null and leaves this as it is',
  })
  pushPermitted!: boolean;
}

export class DevicesDto {
  @ExtId() extId!: string;
  @NestedList(() => DeviceDto, { max: 1000 }) devices!: DeviceDto[];
}

export class DeviceTokensDto {
  @IsOptional() @Text({ empty: true }) @Describe({ description: 'Absent on the last page' }) nextPage?: string;
  @Int() @Describe({ description: 'All devices that have a token' }) total!: number;
  @NestedList(() => DeviceDto, { max: 10_000 }) devices!: DeviceDto[];
}

import type { Device, DeviceSubject } from '#libs/users';
import { Flag, Id, Int, ListOf, Text } from '../../http/validation/fields.js';

const MAX_TOKEN = 8192;

export class PushSubjectDto implements DeviceSubject {
  @Text({ optional: true, max: 255, description: 'Every device of this user', example: 'id1' }) extId?: string;
  @Text({ optional: true, max: MAX_TOKEN, description: 'This device only' }) deviceToken?: string;
}

export class DevicesQuery {
  @Id({ example: 'id1' }) extId!: string;
  @Flag({ optional: true, description: 'true: only devices that are opted in' }) pushPermitted?: boolean;
}

export class DeviceTokensQuery {
  @Int({ optional: true, min: 1, max: 10_000 }) max = 10;
  @Int({ optional: true, min: 0 }) offset = 0;
  @Text({ optional: true, max: 60, description: 'Where a walk goes on; part of `nextPage`' }) after?: string;
}

/** Token and model are null when unknown. */
export class DeviceDto implements Omit<Device, 'platform'> {
  @Text({ example: 'ANDROID' }) platform!: string;
  @Text({ nullable: true }) token!: string | null;
  @Text({ nullable: true, example: 'Pixel 5' }) deviceModel!: string | null;
  @Flag() pushPermitted!: boolean;
}

export class DevicesDto {
  @Id() extId!: string;
  @ListOf(() => DeviceDto, { max: 1000 }) devices!: DeviceDto[];
}

export class DeviceTokensDto {
  @Text({ optional: true, description: 'Absent on the last page' }) nextPage?: string;
  @Int({ description: 'All devices that have a token' }) total!: number;
  @ListOf(() => DeviceDto, { max: 10_000 }) devices!: DeviceDto[];
}

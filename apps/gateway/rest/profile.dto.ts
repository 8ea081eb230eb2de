import type { Profile, SetProfile } from '#libs/users';
import { FreeObject, Id } from '../http/fields.js';

export class SetProfileDto implements SetProfile {
  @Id({ example: 'id1' }) extId!: string;
  @FreeObject({ description: 'Values by attribute code; what is not named stays', example: { name: 'Jo', age: 34 } })
  profile!: Record<string, unknown>;
}

export class ExtIdQuery {
  @Id({ example: 'id1' }) extId!: string;
}

export class ProfileDto {
  @Id() extId!: string;
  @FreeObject({ description: 'Values by attribute code; dates are epoch milliseconds' }) profile!: Profile;
}

import type { UserRegistration, TagAssignment } from '#libs/users';
import { FreeObject, Id, Text, TextList } from '../../http/validation/fields.js';

/** Repeated ids count once, so a list may be longer than the 1000 different ids that a request may name. */
export const MAX_ENTRIES = 100_000;
const MAX_TOKEN = 8192;

export class RegisterUserDto implements UserRegistration {
  @Id({ description: "The client system's own id of the user", example: 'id1' }) extId!: string;
  @Text({ optional: true, description: 'With `deviceToken`', example: 'ANDROID' }) platform?: string;
  @Text({ optional: true, max: MAX_TOKEN, description: 'For web push the subscription as JSON', example: 'token1' })
  deviceToken?: string;
  @Text({ optional: true, example: 'jo@example.com' }) email?: string;
  @Text({ optional: true, example: '+905321234567' }) msisdn?: string;
  @TextList({ optional: true, max: 1000 }) tags?: string[];
  @FreeObject({ optional: true, description: 'Values by attribute code' }) profile?: Record<string, unknown>;
}

export class TagUsersDto implements TagAssignment {
  @Text({ max: 255, example: 'Sport' }) tag!: string;
  @TextList({ max: MAX_ENTRIES, example: ['id1', 'id2'] }) extIds!: string[];
}

export class ExtIdsDto {
  @TextList({ max: MAX_ENTRIES, example: ['id1', 'id2'] }) extIds!: string[];
}

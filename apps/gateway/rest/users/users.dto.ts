import type { TagAssignment } from '#libs/users';
import { Describe, Text, Texts } from '#platform/validation';

/** Repeated ids count once, so a list may be longer than the 1000 different ids that a request may name. */
export const MAX_ENTRIES = 100_000;

export class TagUsersDto implements TagAssignment {
  @Text({ max: 255 }) @Describe({ example: 'Sport' }) tag!: string;
  @Texts({ max: MAX_ENTRIES }) @Describe({ example: ['id1', 'id2'] }) extIds!: string[];
}

export class ExtIdsDto {
  @Texts({ max: MAX_ENTRIES }) @Describe({ example: ['id1', 'id2'] }) extIds!: string[];
}

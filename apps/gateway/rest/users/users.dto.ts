import { ArrayNotEmpty } from 'class-validator';
import type { TagAssignment } from '#libs/users';
import { Describe, Normalize, REQUIRED, Texts, TextOrTexts } from '#platform/validation';

/** Repeated ids count once, so a list may be longer than the 1000 different ids that a request may name. */
export const MAX_ENTRIES = 100_000;
/** Each tag is written to each user, so both lists together bound the work of a request. */
const MAX_TAGS = 100;

export class TagUsersDto implements TagAssignment {
  @Normalize((tag) => (tag === '' ? undefined : tag))
  @TextOrTexts({ max: MAX_TAGS })
  @ArrayNotEmpty({ context: REQUIRED })
  @Describe({ description: 'A tag or a list of tags', example: 'Sport' })
  tag!: string[];

  @Texts({ max: MAX_ENTRIES })
  @Describe({ example: ['id1', 'id2'] })
  @Describe({ description: 'Users by their extId' })
  extIds!: string[];
}

export class ExtIdsDto {
  @Texts({ max: MAX_ENTRIES })
  @Describe({ example: ['id1', 'id2'] })
  @Describe({ description: 'Users by their extId' })
  extIds!: string[];
}

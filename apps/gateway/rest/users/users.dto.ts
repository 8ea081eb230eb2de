import { ArrayNotEmpty } from 'class-validator';
import type { TagAssignment } from '#libs/users/registry';
import { Describe, ExtIds, Normalize, REQUIRED, Texts, TextOrTexts } from '#platform/validation';
import { MAX_ENTRIES } from '../../http/request/body-limits.js';

/** Each tag is written to each user, so both lists together bound the work of a request. */
const MAX_TAGS = 100;

export class TagUsersDto implements TagAssignment {
  @Normalize((tag) => (tag === '' ? undefined : tag))
  @TextOrTexts({ max: MAX_TAGS })
  @ArrayNotEmpty({ context: REQUIRED })
  @Describe({ description: 'A tag or a list of tags', example: 'Sport' })
  tag!: string[];

  @ExtIds({ max: MAX_ENTRIES })
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

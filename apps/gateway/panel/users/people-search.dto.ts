import { IsBoolean } from 'class-validator';
import type { SearchedPeople } from '#libs/reporting/people';
import { Describe, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

/** Longer than any name or address. */
const MAX_TEXT = 512;
const MAX_FOUND = 500;

export class PeopleSearchDto {
  @Text({ max: MAX_TEXT, empty: true })
  @Describe({
    description: 'Three letters or more of a name, id, address or marked attribute. Empty: the newest people',
    example: 'lovel',
  })
  text!: string;
}

export class SearchedPersonDto {
  @Text() @Describe({ description: "Herald's id of the user", example: '1024' }) uid!: string;
  @Text() @Describe({ description: "The client system's own id" }) extId!: string;
  @Text() @OrNull() @Describe({ description: 'Of the profile; null: none, or not for this member' }) names!:
    | string
    | null;

  @Texts({ max: 1000 })
  @Describe({ description: 'Where it was found: codes of attributes, `extId`, or kinds of ids', example: ['surname'] })
  by!: string[];

  @Text() @OrNull() @Describe({ description: 'When the user was created, of the newest people' }) createdAt!:
    | string
    | null;
}

export class SearchedPeopleDto {
  @NestedList(() => SearchedPersonDto, { max: MAX_FOUND }) items!: SearchedPersonDto[];
  @IsBoolean() @Describe({ description: 'More than 50 are meant: ask for more letters' }) hasMore!: boolean;
}

export function toSearchedPeople({ items, hasMore }: SearchedPeople): SearchedPeopleDto {
  return {
    hasMore,
    items: items.map(({ uid, by, createdAt, ...person }) => ({
      ...person,
      uid: String(uid),
      by: [...by],
      createdAt: createdAt?.toISOString() ?? null,
    })),
  };
}

import { IsBoolean, IsOptional } from 'class-validator';
import type { CategoryPreference } from '#libs/users';
import { Describe, ExtId, FreeObject, Int, NestedList, Text } from '#platform/validation';

export class SetPreferenceDto implements CategoryPreference {
  @ExtId() @Describe({ example: 'id1' }) extId!: string;

  @Text({ max: 255 })
  @Describe({ description: 'Name of a category that the application defines', example: 'Shopping' })
  category!: string;

  @IsBoolean() @Describe({ description: 'false: opted out' }) enable!: boolean;
}

/** One of the two; they may be in a body too. */
export class PreferencesQuery {
  @IsOptional() @Text({ max: 255, empty: true }) @Describe({ example: 'id1' }) extId?: string;

  @IsOptional()
  @Text({ max: 255, empty: true })
  @Describe({ description: 'The same as `extId`' })
  externalId?: string;
}

export class PreferencesDto {
  @FreeObject()
  @Describe({ description: 'Whether the user gets each category, by name', example: { News: true, Offers: false } })
  categoryPreferences!: Record<string, boolean>;
}

export class CategoryDto {
  @Int() @Describe({ example: 1 }) id!: number;
  @Text() @Describe({ example: 'News' }) name!: string;
}

export class CategoriesDto {
  @NestedList(() => CategoryDto, { max: 10_000 }) categories!: CategoryDto[];
}

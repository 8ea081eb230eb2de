import type { CategoryPreference } from '#libs/users';
import { Flag, FreeObject, Id, Int, ListOf, Text } from '../../http/validation/fields.js';

export class SetPreferenceDto implements CategoryPreference {
  @Id({ example: 'id1' }) extId!: string;
  @Text({ max: 255, description: 'Name of a category that the application defines', example: 'Shopping' })
  category!: string;
  @Flag({ description: 'false: opted out' }) enable!: boolean;
}

/** One of the two; they may stand in a body too. */
export class PreferencesQuery {
  @Text({ optional: true, max: 255, example: 'id1' }) extId?: string;
  @Text({ optional: true, max: 255, description: 'The same as `extId`' }) externalId?: string;
}

export class PreferencesDto {
  @FreeObject({ description: 'Whether the user gets each category, by name', example: { News: true, Offers: false } })
  categoryPreferences!: Record<string, boolean>;
}

export class CategoryDto {
  @Int({ example: 1 }) id!: number;
  @Text({ example: 'News' }) name!: string;
}

export class CategoriesDto {
  @ListOf(() => CategoryDto, { max: 10_000 }) categories!: CategoryDto[];
}

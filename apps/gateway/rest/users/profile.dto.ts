import type { DeletedValue, Profile, ProfileUpdate, ProfileUnset } from '#libs/users';
import { AnyJson, FreeObject, Id, Text, TextList } from '../../http/validation/fields.js';

export class SetProfileDto implements ProfileUpdate {
  @Id({ example: 'id1' }) extId!: string;
  @FreeObject({ description: 'Values by attribute code; what is not named stays', example: { name: 'Jo', age: 34 } })
  profile!: Record<string, unknown>;
}

export class ElementsDto implements ProfileUpdate {
  @Id({ example: 'id1' }) extId!: string;
  @FreeObject({ description: 'Arrays of elements by attribute code', example: { lastVisitedCategories: ['shopping'] } })
  profile!: Record<string, unknown>;
}

export class UnsetProfileDto implements ProfileUnset {
  @Id({ example: 'id1' }) extId!: string;
  @TextList({ max: 1000, description: 'Attribute codes', example: ['age', 'name'] }) profile!: string[];
}

export class DeleteAttributesDto {
  @TextList({ max: 1000, description: 'Attribute codes', example: ['age', 'name'] }) profile!: string[];
}

export class DeleteValueDto implements DeletedValue {
  @Text({ max: 100, description: 'Attribute code', example: 'lastVisitedProducts' }) key!: string;
  @AnyJson({ description: 'A value of the attribute, or an element of its array', example: 'shirt' }) value!: unknown;
}

export class ExtIdQuery {
  @Id({ example: 'id1' }) extId!: string;
}

export class ProfileDto {
  @Id() extId!: string;
  @FreeObject({ description: 'Values by attribute code; dates are epoch milliseconds' }) profile!: Profile;
}

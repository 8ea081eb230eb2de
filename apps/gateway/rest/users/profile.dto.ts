import { IsDefined } from 'class-validator';
import type { DeletedValue, ProfileUnset } from '#libs/users/preferences';
import type { Profile } from '#libs/users/profiles';
import type { ProfileUpdate } from '#libs/users/registry';
import { AnyJson, Describe, ExtId, FreeObject, Text, Texts } from '#platform/validation';

export class SetProfileDto implements ProfileUpdate {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @FreeObject()
  @Describe({ description: 'Values by attribute code; other attributes stay', example: { name: 'Jo', age: 34 } })
  profile!: Record<string, unknown>;
}

export class ElementsDto implements ProfileUpdate {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;

  @FreeObject()
  @Describe({ description: 'Arrays of elements by attribute code', example: { lastVisitedCategories: ['shopping'] } })
  profile!: Record<string, unknown>;
}

export class UnsetProfileDto implements ProfileUnset {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;
  @Texts({ max: 1000 }) @Describe({ description: 'Attribute codes', example: ['age', 'name'] }) profile!: string[];
}

export class DeleteAttributesDto {
  @Texts({ max: 1000 }) @Describe({ description: 'Attribute codes', example: ['age', 'name'] }) profile!: string[];
}

export class DeleteValueDto implements DeletedValue {
  @Text({ max: 100 }) @Describe({ description: 'Attribute code', example: 'lastVisitedProducts' }) key!: string;

  @IsDefined()
  @AnyJson()
  @Describe({ description: 'A value of the attribute, or an element of its array', example: 'shirt' })
  value!: unknown;
}

export class ExtIdQuery {
  @ExtId()
  @Describe({ example: 'id1' })
  @Describe({ description: "The client system's own id of the user" })
  extId!: string;
}

export class ProfileDto {
  @ExtId() extId!: string;

  @FreeObject()
  @Describe({ description: 'Values by attribute code; dates are epoch milliseconds' })
  profile!: Profile;
}

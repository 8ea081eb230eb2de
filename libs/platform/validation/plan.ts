import { getMetadataStorage, IS_EMPTY, ValidationTypes, type MetadataStorage } from 'class-validator';
import { ancestry, readClassMetadata, readFieldMetadata, type Dto, type FieldMetadata } from './field-metadata.js';

/** One check as class-validator stores it. */
export type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** All that decorators say about one field. */
export interface FieldPlan {
  name: string;
  metadata: Readonly<FieldMetadata>;
  /** When the field is checked at all, for example only when it is there. */
  conditions: ((object: unknown, value: unknown) => boolean)[];
  /** The checks of class-validator in the order in which they are written. */
  rules: ValidationMetadata[];
  isNested: boolean;
  isOptional: boolean;
}

const PLANS = new WeakMap<Function, readonly FieldPlan[]>();

/** The fields of a class in the order of their checks: its own before inherited ones, as they are declared. */
export function planOf(type: Function): readonly FieldPlan[] {
  const plan = PLANS.get(type);
  if (plan) {
    return plan;
  }
  const created = makePlan(type);
  PLANS.set(type, created);
  return created;
}

/** Tests if a class says how its fields are read. */
export function isDto(type: unknown): type is Dto {
  return typeof type === 'function' && planOf(type).length > 0;
}

function makePlan(type: Function): FieldPlan[] {
  const all = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const owners = ancestry(type);
  const declared = [type, ...owners.slice(0, -1)].flatMap((owner) => all.filter(({ target }) => target === owner));
  const first = owners.toReversed().flatMap((owner) => readClassMetadata(owner).checkedFirst ?? []);
  const names = new Set([...first, ...declared.map(({ propertyName }) => propertyName)]);
  return [...names].map((name) => {
    const written = declared.filter(({ propertyName }) => propertyName === name).toReversed();
    const ofType = (type: string): ValidationMetadata[] => written.filter((check) => check.type === type);
    const conditions = ofType(ValidationTypes.CONDITIONAL_VALIDATION);
    const rules = [...ofType(ValidationTypes.IS_DEFINED), ...ofType(ValidationTypes.CUSTOM_VALIDATION)];
    return {
      name,
      metadata: readFieldMetadata(type, name),
      conditions: conditions.map(({ constraints }) => constraints[0] as FieldPlan['conditions'][number]),
      rules,
      isNested: ofType(ValidationTypes.NESTED_VALIDATION).length > 0,
      isOptional: conditions.length > 0 || rules.some((rule) => rule.name === IS_EMPTY),
    };
  });
}

import { IsDefined, IsIn, IsOptional, ValidateIf } from 'class-validator';
import { PLATFORMS, type Platform } from '#libs/content';
import { CheckedFirst, compose, Describe, OtherFields, Whole } from '#platform/validation';
import { MALFORMED, Names, NoOthers, NOT_EMPTY } from '../conditions/target.decorators.js';

const NAMES = Object.keys(PLATFORMS);
const OPERATORS = ['$or', '$and', '$not'] as const;

/** A platform or a list of platforms, as messages name them. */
function Platforms(): PropertyDecorator {
  return compose(
    Names(),
    IsIn(NAMES, { each: true, message: `Field '$property' takes platforms: ${NAMES.join(', ')}` }),
  );
}

/** Platforms that reach a user: one, a list (any of them), or operators, which combine with AND. */
@CheckedFirst('others')
export class ReachableDto {
  @Whole()
  @ValidateIf((dto: ReachableDto) => dto.names !== undefined || OPERATORS.every((name) => dto[name] === undefined))
  @IsDefined({ message: NOT_EMPTY, context: MALFORMED })
  @Platforms()
  names?: Platform[];

  @IsOptional() @Platforms() @Describe({ description: 'Any of them' }) $or?: Platform[];
  @IsOptional() @Platforms() @Describe({ description: 'All of them' }) $and?: Platform[];
  @IsOptional() @Platforms() @Describe({ description: 'None of them' }) $not?: Platform[];

  @OtherFields((_, value) => value !== null && value !== false)
  @NoOthers((name) => `Field '$property' takes $or, $and and $not, not '${name}'`)
  others!: ReadonlyMap<string, unknown>;
}

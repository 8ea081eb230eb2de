import {
  Equals,
  IsBoolean,
  IsDefined,
  IsEmpty,
  IsNumber,
  IsOptional,
  Max,
  Min,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { addAddressFields } from '#libs/users/identities';
import {
  CheckedFirst,
  compose,
  Describe,
  FalseIsAbsent,
  Nested,
  Normalize,
  OtherFields,
  trimTexts,
  Whole,
} from '#platform/validation';
import { Clauses, EventClauseDto, ProductClauseDto, SeenDto } from './behaviour.dto.js';
import { Conditions, DeviceConditions, type ConditionsDto } from './conditions/condition.dto.js';
import { MALFORMED, Names, NoOthers, NOT_EMPTY, TargetText } from './conditions/target.decorators.js';
import { ReachableDto } from './reach/reachable.dto.js';
import { TargetGroup } from './target-group.decorators.js';

const OPERATORS = ['$or', '$and', '$not'] as const;

/** Tags or segments: a name, a list of names (any of them), or operators, which combine with AND. */
@CheckedFirst('others')
export class NamesDto {
  @Whole()
  @ValidateIf((names: NamesDto) => names.names !== undefined || OPERATORS.every((name) => names[name] === undefined))
  @IsDefined({ message: NOT_EMPTY, context: MALFORMED })
  @Names()
  names?: string[];

  @IsOptional() @Names() @Describe({ description: 'Any of them' }) $or?: string[];
  @IsOptional() @Names() @Describe({ description: 'All of them' }) $and?: string[];
  @IsOptional() @Names() @Describe({ description: 'None of them' }) $not?: string[];

  @OtherFields((_, value) => value !== null && value !== false)
  @NoOthers((name) => `Field '$property' takes $or, $and and $not, not '${name}'`)
  others!: ReadonlyMap<string, unknown>;
}

/** Kilometres from a point to its antipode, rounded up. */
const MAX_RADIUS_KM = 20_040;

function NumberFrom(min: number, max: number): PropertyDecorator {
  const range: ValidationOptions = { message: `Field '$property' should be a number from ${min} to ${max}` };
  return compose(IsNumber({}, range), Min(min, range), Max(max, range));
}

export class TargetLocationDto {
  @NumberFrom(-90, 90) @Describe({ description: 'Degrees' }) latitude!: number;
  @NumberFrom(-180, 180) @Describe({ description: 'Degrees' }) longitude!: number;
  @NumberFrom(0, MAX_RADIUS_KM) @Describe({ description: 'Kilometres' }) radius!: number;
}

/** The forms that bulk sends and segments share; they combine with AND. */
export class AudienceTargetDto {
  @IsOptional() @FalseIsAbsent() @Everyone() @Describe({ description: 'true: everybody' }) sendToAll?: true;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => NamesDto)
  @Describe({ description: 'Users with one of these tags; `$or`, `$and` and `$not` combine them' })
  tag?: NamesDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => NamesDto)
  @Describe({ description: 'Members of one of these segments; `$or`, `$and` and `$not` combine them' })
  segment?: NamesDto;
  @IsOptional() @FalseIsAbsent() @Conditions() profile?: ConditionsDto;
  @IsOptional() @FalseIsAbsent() @DeviceConditions() installation?: ConditionsDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => TargetLocationDto)
  @Describe({ description: 'Users with a device in this circle' })
  location?: TargetLocationDto;
}

function Everyone(): PropertyDecorator {
  return compose(
    Equals(true, { message: "Field '$property' should be a boolean" }),
    Describe({ schema: { type: 'boolean' } }),
  );
}

/** A field that only another form takes. Ignoring it would reach more users than wanted. */
function Refused(message: string): PropertyDecorator {
  return compose(FalseIsAbsent(), IsEmpty({ message }), Describe({ description: 'Refused here' }));
}

const FOR_SEGMENTS = "Field '$property' is for segments: define one and name it in target.segment";

const FOR_SENDS = "Field '$property' is not for bulk sends: sendNotification takes it";

/** `target` of sendBulkNotification: at least one form. */
export class BulkTargetDto extends AudienceTargetDto {
  @Refused(FOR_SENDS) extId?: undefined;
  @Refused(FOR_SENDS) deviceToken?: undefined;
  @Refused(FOR_SENDS) email?: undefined;
  @Refused(FOR_SENDS) msisdn?: undefined;
  @Refused(FOR_SENDS) pa?: undefined;
  @Refused(FOR_SEGMENTS) event?: undefined;
  @Refused(FOR_SEGMENTS) product?: undefined;
  @Refused(FOR_SEGMENTS) firstSeen?: undefined;
  @Refused(FOR_SEGMENTS) lastSeen?: undefined;
  @Refused(FOR_SEGMENTS) reachable?: undefined;
  @Refused(FOR_SEGMENTS) predict?: undefined;
  @Refused(FOR_SEGMENTS) all?: undefined;
  @Refused(FOR_SEGMENTS) any?: undefined;
  @Refused(FOR_SEGMENTS) none?: undefined;
}

addAddressFields(BulkTargetDto, () => Refused(FOR_SENDS));

/** The definition of a segment, which also takes events, times, reachability and groups of targets. */
export class SegmentTargetDto extends AudienceTargetDto {
  @IsOptional() @FalseIsAbsent() @Clauses(() => EventClauseDto) @Describe({ description: 'What users did' }) event?:
    | EventClauseDto
    | EventClauseDto[];
  @IsOptional()
  @FalseIsAbsent()
  @Clauses(() => ProductClauseDto)
  @Describe({ description: 'What users did with products' })
  product?: ProductClauseDto | ProductClauseDto[];
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SeenDto)
  @Describe({ description: 'When the user was first seen' })
  firstSeen?: SeenDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => SeenDto)
  @Describe({ description: 'When the user was last seen' })
  lastSeen?: SeenDto;
  @IsOptional()
  @FalseIsAbsent()
  @Nested(() => ReachableDto)
  @Describe({
    description:
      'Users whom a message on one of these platforms reaches: with a device that takes pushes, or an address whose messages ' +
      'they have not refused; `$or`, `$and` and `$not` combine them',
  })
  reachable?: ReachableDto;

  @TargetGroup(() => GroupedTargetDto, 'Users of all of these targets') all?: GroupedTargetDto[];
  @TargetGroup(() => GroupedTargetDto, 'Users of at least one of these targets') any?: GroupedTargetDto[];
  @TargetGroup(() => GroupedTargetDto, 'Users of none of these targets') none?: GroupedTargetDto[];
}

const GROUPED_FIELDS =
  'sendToAll, tag, segment, profile, installation, location, event, product, firstSeen, lastSeen, reachable, all, any, none';

/** A target in a group, and of a campaign of the panel: that of a segment. Its forms combine with AND. */
@CheckedFirst('others')
export class GroupedTargetDto extends SegmentTargetDto {
  @OtherFields()
  @NoOthers((name) => `Field '$property' takes ${GROUPED_FIELDS}, not '${name}'`)
  others!: ReadonlyMap<string, unknown>;
}

function NotCounted(form: string): PropertyDecorator {
  return Refused(`Field '$object' of a count takes profile alone, not ${form}`);
}

/** `target` of targeting/count: only attributes. */
export class CountTargetDto {
  @NotCounted('sendToAll') sendToAll?: undefined;
  @NotCounted('tag') tag?: undefined;
  @NotCounted('segment') segment?: undefined;
  @NotCounted('location') location?: undefined;
  @NotCounted('installation') installation?: undefined;
  @NotCounted('extId') extId?: undefined;
  @NotCounted('deviceToken') deviceToken?: undefined;
  @NotCounted('email') email?: undefined;
  @NotCounted('msisdn') msisdn?: undefined;
  @NotCounted('pa') pa?: undefined;
  @NotCounted('event') event?: undefined;
  @NotCounted('product') product?: undefined;
  @NotCounted('firstSeen') firstSeen?: undefined;
  @NotCounted('lastSeen') lastSeen?: undefined;
  @NotCounted('reachable') reachable?: undefined;
  @NotCounted('all') all?: undefined;
  @NotCounted('any') any?: undefined;
  @NotCounted('none') none?: undefined;
  @FalseIsAbsent() @Conditions() profile!: ConditionsDto;
}

addAddressFields(CountTargetDto, ({ address }) => NotCounted(address));

/** `target` of sendNotification: exactly one form. */
export class SendTargetDto {
  @IsOptional() @Names() @Normalize(trimTexts) @Describe({ description: 'These users' }) extId?: string[];
  @IsOptional() @Names() @Describe({ description: 'These devices' }) deviceToken?: string[];
  @IsOptional() @FalseIsAbsent() @TargetText() @Describe({ description: 'One address' }) email?: string;
  @IsOptional() @FalseIsAbsent() @TargetText() @Describe({ description: 'One phone number' }) msisdn?: string;
  @IsOptional() @FalseIsAbsent() @Conditions() pa?: ConditionsDto;

  @IsOptional()
  @IsBoolean({ message: "Field '$property' should be a boolean" })
  @Describe({
    description: 'true: also devices and users that refused the channel of the message, never a suppressed address',
    example: false,
  })
  optOut?: boolean;
}

addAddressFields(SendTargetDto, ({ label }) =>
  compose(IsOptional(), FalseIsAbsent(), TargetText(), Describe({ description: `One address: ${label}` })),
);

import { IsBoolean, IsOptional } from 'class-validator';
import type { EventAttribute, ResolvedEvent } from '#libs/events';
import type { AttributeDefinition, AttributeScalar } from '#libs/users/profiles';
import { AnyJson, Describe, Int, Millis, NestedList, Text } from '#platform/validation';

/** Specification, section 2.3. Fields without a value are absent. */
export class AttributeDto {
  @Text() @Describe({ example: 'age' }) code!: string;
  @Text() @Describe({ example: 'INT' }) dataType!: string;
  @Text() name!: string;
  @IsOptional() @Text({ empty: true }) label?: string;
  @IsOptional() @Text({ empty: true }) description?: string;
  @IsBoolean() @Describe({ description: 'Built in: it cannot be edited' }) locked!: boolean;
  @IsBoolean() array!: boolean;
  @IsBoolean() privateInfo!: boolean;
  @IsBoolean() mandatory!: boolean;
  @IsBoolean() recommRequired!: boolean;
  @Int() @Describe({ description: 'Position in the list, from 0' }) order!: number;
  @IsBoolean() calculated!: boolean;

  @IsOptional()
  @AnyJson()
  @Describe({ description: 'The only values allowed', schema: { type: 'array', items: {} } })
  options?: readonly AttributeScalar[];

  @IsOptional() @Text({ empty: true }) unit?: string;
  @IsOptional() @Millis() createDate?: number;
  @IsOptional() @Millis() updateDate?: number;
}

export class ProfileAttributesDto {
  @NestedList(() => AttributeDto, { max: 1000 }) standardProfileAttributes!: AttributeDto[];
  @NestedList(() => AttributeDto, { max: 1000 }) customProfileAttributes!: AttributeDto[];
}

/** Specification, section 2.4. Fields without a value are absent. */
export class EventDto {
  @Text() @Describe({ example: 'OrderEvent' }) code!: string;
  @Text() eventName!: string;
  @IsOptional() @Text({ empty: true }) label?: string;
  @IsOptional() @Text({ empty: true }) eventDescription?: string;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'The event whose attributes it inherits' })
  baseEventCode?: string;

  @IsBoolean() @Describe({ description: 'Built in' }) standardEvent!: boolean;

  @IsOptional()
  @Int()
  @Describe({ description: 'Of events for one kind of application: 1 commerce, 2 media' })
  appCategoryId?: number;

  @NestedList(() => AttributeDto, { max: 1000 }) attributeDefinitions!: AttributeDto[];
  @NestedList(() => AttributeDto, { max: 1000 }) inheritedAttributes!: AttributeDto[];
}

export class EventsDto {
  @NestedList(() => EventDto, { max: 1000 }) standardEvents!: EventDto[];
  @NestedList(() => EventDto, { max: 1000 }) customEvents!: EventDto[];
}

export class UnmatchedEventDto {
  @Text() @Describe({ description: 'Event', example: 'shareevent' }) name!: string;

  @IsOptional()
  @Text()
  @Describe({
    description: 'An attribute that the event is not defined with. It is kept with the event and matches no segment',
    example: 'chanel',
  })
  attribute?: string;

  @Int() @Describe({ description: 'Number of fired events; of attributes some seconds old' }) count!: number;
  @Millis() firstSeen!: number;
  @Millis() lastSeen!: number;

  @IsOptional()
  @Text({ empty: true })
  @Describe({ description: 'Attributes of the last one, as truncated JSON' })
  lastExample?: string;
}

export class UnmatchedEventsDto {
  @NestedList(() => UnmatchedEventDto, { max: 1000 }) unmatchedEvents!: UnmatchedEventDto[];
}

/** `recommRequired` is always false: there are no recommendations. */
export function presentAttribute(attribute: AttributeDefinition | EventAttribute, order: number): AttributeDto {
  const { code, dataType, label, description, locked, array, privateInfo, mandatory, options, unit } = attribute;
  return {
    code,
    dataType,
    name: 'name' in attribute ? attribute.name : code,
    label,
    description,
    locked,
    array,
    privateInfo,
    mandatory,
    recommRequired: false,
    order,
    calculated: 'calculated' in attribute && attribute.calculated === true,
    options,
    unit,
    createDate: attribute.createdAt?.getTime(),
    updateDate: attribute.updatedAt?.getTime(),
  };
}

export function presentEvent(event: ResolvedEvent): EventDto {
  return {
    code: event.code,
    eventName: event.eventName,
    label: event.label,
    eventDescription: event.description,
    baseEventCode: event.baseEventCode,
    standardEvent: event.standard,
    appCategoryId: event.appCategoryId,
    attributeDefinitions: event.attributes.map(presentAttribute),
    inheritedAttributes: event.inherited.map(presentAttribute),
  };
}

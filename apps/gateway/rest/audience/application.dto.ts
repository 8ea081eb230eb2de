import type { EventAttribute, ResolvedEvent } from '#libs/events';
import type { AttributeDefinition, AttributeScalar } from '#libs/users';
import { AnyJson, Flag, Int, ListOf, Millis, Text } from '../../http/validation/fields.js';

/** Specification, section 2.3. Fields without a value are absent. */
export class AttributeDto {
  @Text({ example: 'age' }) code!: string;
  @Text({ example: 'INT' }) dataType!: string;
  @Text() name!: string;
  @Text({ optional: true }) label?: string;
  @Text({ optional: true }) description?: string;
  @Flag({ description: 'Built in: it cannot be edited' }) locked!: boolean;
  @Flag() array!: boolean;
  @Flag() privateInfo!: boolean;
  @Flag() mandatory!: boolean;
  @Flag() recommRequired!: boolean;
  @Int({ description: 'Place in its list, from 0' }) order!: number;
  @Flag() calculated!: boolean;
  @AnyJson({ optional: true, api: { type: 'array', items: {} }, description: 'The only values allowed' })
  options?: readonly AttributeScalar[];
  @Text({ optional: true }) unit?: string;
  @Millis({ optional: true }) createDate?: number;
  @Millis({ optional: true }) updateDate?: number;
}

export class ProfileAttributesDto {
  @ListOf(() => AttributeDto, { max: 1000 }) standardProfileAttributes!: AttributeDto[];
  @ListOf(() => AttributeDto, { max: 1000 }) customProfileAttributes!: AttributeDto[];
}

/** Specification, section 2.4. Fields without a value are absent. */
export class EventDto {
  @Text({ example: 'OrderEvent' }) code!: string;
  @Text() eventName!: string;
  @Text({ optional: true }) label?: string;
  @Text({ optional: true }) eventDescription?: string;
  @Text({ optional: true, description: 'The event whose attributes it has too' }) baseEventCode?: string;
  @Flag({ description: 'Built in' }) standardEvent!: boolean;
  @Int({ optional: true, description: 'Of events for one kind of application: 1 commerce, 2 media' })
  appCategoryId?: number;
  @ListOf(() => AttributeDto, { max: 1000 }) attributeDefinitions!: AttributeDto[];
  @ListOf(() => AttributeDto, { max: 1000 }) inheritedAttributes!: AttributeDto[];
}

export class EventsDto {
  @ListOf(() => EventDto, { max: 1000 }) standardEvents!: EventDto[];
  @ListOf(() => EventDto, { max: 1000 }) customEvents!: EventDto[];
}

export class UnmatchedEventDto {
  @Text() name!: string;
  @Int({ description: 'How often it was fired' }) count!: number;
  @Millis() firstSeen!: number;
  @Millis() lastSeen!: number;
  @Text({ optional: true, description: 'Attributes of the last one, as JSON cut to a length' }) lastExample?: string;
}

export class UnmatchedEventsDto {
  @ListOf(() => UnmatchedEventDto, { max: 1000 }) unmatchedEvents!: UnmatchedEventDto[];
}

/** Nothing is needed for recommendations here. */
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

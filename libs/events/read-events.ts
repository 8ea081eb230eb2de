import { ATTRIBUTE_FIELDS, readAttributes } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import { type FileFields, Form, joinPath, listField, namesOf, required, textField } from '#platform/forms';
import { EventCatalogue } from './event-catalogue.js';
import { RESERVED_FIELDS } from './model/event.types.js';
import type { EventAttribute, EventDefinition, NewEvent } from './model/event.types.js';

/** A letter first, so that a code is never an operator or `__proto__`. */
const CODE = /^\p{L}[\p{L}\p{N} _.:-]{0,99}$/u;

export const EVENT_FIELDS = {
  code: required(textField('Identifies the event: a letter, then letters, digits, ` _.:-`', { max: 100 })),
  eventName: textField('By which requests may name it, too', { max: 100, otherwise: 'the code' }),
  label: textField('What people call it'),
  description: textField('What it means'),
  baseEventCode: textField('Event whose attributes it has, too', { otherwise: 'none' }),
  attributes: listField(ATTRIBUTE_FIELDS, 'What the event tells; fields as of `attributes` of users, without `sealed`'),
} satisfies FileFields;

/** Reads the section. @throws AppError malformed, with the path of the fault */
export function readNewEvents(value: unknown, path: string): NewEvent[] {
  return Form.readList(value, path, namesOf(EVENT_FIELDS)).map(readNewEvent);
}

export function toDefinitions(events: readonly NewEvent[]): EventDefinition[] {
  return events.map((event) => ({ eventId: 0, standard: false, ...event }));
}

/** The events that an application has by the section of its file, built-in ones too. They have ids of their own here. */
export function describeEvents(value: unknown, path: string): EventCatalogue {
  const written = value === undefined ? [] : toDefinitions(readNewEvents(value, path));
  return new EventCatalogue(written.map((event, index) => ({ ...event, eventId: -1 - index })));
}

function readNewEvent(form: Form): NewEvent {
  const code = readEventCode(form, 'code', form.text('code'));
  const [label, description, baseEventCode] = [
    form.optionalText('label'),
    form.optionalText('description'),
    form.optionalText('baseEventCode'),
  ];
  return {
    code,
    eventName: readEventCode(form, 'eventName', form.optionalText('eventName') ?? code),
    attributes: form.has('attributes') ? readEventAttributes(form) : [],
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(baseEventCode !== undefined && { baseEventCode }),
  };
}

function readEventCode(form: Form, name: string, text: string): string {
  if (!CODE.test(text)) {
    throw malformed(
      `${joinPath(form.path, name)} should be a letter, then letters, digits, ' _.:-', at most 100 in all`,
    );
  }
  return text;
}

function readEventAttributes(form: Form): EventAttribute[] {
  const path = joinPath(form.path, 'attributes');
  return readAttributes(form.value('attributes'), path).map((attribute, index) => {
    if (RESERVED_FIELDS.includes(attribute.code)) {
      throw malformed(
        `${joinPath(joinPath(path, index), 'code')}: every event has a field ${attribute.code} of its own`,
      );
    }
    return { ...attribute, name: attribute.code, locked: false };
  });
}

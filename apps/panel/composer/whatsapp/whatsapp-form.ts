import type { WhatsAppField, WhatsAppTemplate } from '../../api/compose/compose.js';
import type { WhatsAppComponent, WhatsAppParameter, WhatsAppPart } from '../../api/compose/message.js';

const PARTS = ['header', 'body', 'button'] as const;
const FILES = ['image', 'video', 'document'] as const;
const TYPES = ['text', 'coupon_code', ...FILES] as const;

/** A value of a template, as it was typed. Of a file it is the address. */
export interface WhatsAppValue extends WhatsAppField {
  value: string;
}

/**
 * A template of WhatsApp with its values.
 *
 * @property name  empty: no template
 * @property body  its text with its places; empty: it is not known
 */
export interface WhatsAppForm {
  name: string;
  language: string;
  body: string;
  values: readonly WhatsAppValue[];
}

export function newWhatsApp(): WhatsAppForm {
  return { name: '', language: '', body: '', values: [] };
}

/** A template that was chosen. What was typed stays where it has the same place, as in another language. */
export function choose({ name, language, body, fields }: WhatsAppTemplate, before: WhatsAppForm): WhatsAppForm {
  const typedAt = (index: number, field: WhatsAppField): string => {
    const earlier = before.values[index];
    return before.name === name && earlier?.part === field.part && earlier.type === field.type ? earlier.value : '';
  };
  return { name, language, body, values: fields.map((field, index) => ({ ...field, value: typedAt(index, field) })) };
}

/** True where a value is missing. */
export function isIncomplete({ values }: WhatsAppForm): boolean {
  return values.some(({ value }) => value.trim() === '');
}

/** The template as a message has it. A missing value is left out, and the server names its part. */
export function partOf({ name, language, values }: WhatsAppForm): WhatsAppPart {
  const components: WhatsAppComponent[] = [];
  for (const value of values.filter(({ value: typed }) => typed.trim() !== '')) {
    const { part, index } = value;
    const last = components.at(-1);
    if (part === 'button') {
      const kind = value.type === 'coupon_code' ? 'copy_code' : 'url';
      components.push({ type: part, sub_type: kind, index: String(index), parameters: [parameterOf(value)] });
    } else if (last?.type === part) {
      last.parameters.push(parameterOf(value));
    } else {
      components.push({ type: part, parameters: [parameterOf(value)] });
    }
  }
  return { template: { name, language, ...(components.length > 0 && { components }) } };
}

function parameterOf({ type, name, value }: WhatsAppValue): WhatsAppParameter {
  const text = value.trim();
  if (type === 'text') {
    return { type, text, ...(name !== null && { parameter_name: name }) };
  }
  return type === 'coupon_code' ? { type, coupon_code: text } : { type, [type]: { link: text } };
}

/** The text of a template with its values in their places: what other pages than WhatsApp show. */
export function filledBody({ body, values }: WhatsAppForm): string {
  const inBody = values.filter(({ part }) => part === 'body');
  return body.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (place, name: string) => {
    const typed = inBody.find((value) => value.name === name) ?? inBody[Number(name) - 1];
    return typed?.value.trim() || place;
  });
}

/** Reverses `partOf`, for a stored part of any form: it drops fields that the composer cannot write. */
export function formOfPart(part: unknown): WhatsAppForm {
  const { name, language, components } = fieldsOf(fieldsOf(part)['template']);
  const values = listOf(components).flatMap((component) => {
    const { type, index, parameters } = component;
    const place = PARTS.find((candidate) => candidate === type);
    return place === undefined ? [] : listOf(parameters).flatMap((parameter) => valueOf(place, index, parameter));
  });
  return { ...newWhatsApp(), name: textOf(name), language: textOf(language), values };
}

function valueOf(part: WhatsAppValue['part'], index: unknown, parameter: Fields): WhatsAppValue[] {
  const { type, parameter_name: name } = parameter;
  const kind = TYPES.find((candidate) => candidate === type);
  if (kind === undefined) {
    return [];
  }
  const file = FILES.find((candidate) => candidate === kind);
  const value = file === undefined ? parameter[kind] : fieldsOf(parameter[file])['link'];
  const place = part === 'button' ? Number(index) : null;
  return [{ part, index: place, type: kind, name: typeof name === 'string' ? name : null, value: textOf(value) }];
}

/** Checks that a stored value has the form of this build. */
export function isWhatsAppForm(stored: unknown): stored is WhatsAppForm {
  const { name, language, body, values } = fieldsOf(stored);
  return (
    [name, language, body].every((text) => typeof text === 'string') && Array.isArray(values) && values.every(isValue)
  );
}

function isValue(stored: unknown): stored is WhatsAppValue {
  const { part, index, type, name, value } = fieldsOf(stored);
  return (
    PARTS.some((candidate) => candidate === part) &&
    TYPES.some((candidate) => candidate === type) &&
    (index === null || typeof index === 'number') &&
    (name === null || typeof name === 'string') &&
    typeof value === 'string'
  );
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

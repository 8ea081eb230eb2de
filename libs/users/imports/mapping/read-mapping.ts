import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { planOf, readField, type Dto } from '#platform/validation';
import { RegisterUserDto } from '#libs/users/registry';
import { DeviceListDto, ImportMappingDto, SubscriptionColumnsDto, ValueSourceDto } from './mapping.dto.js';

/** The form in which a value reaches its field. */
export type FieldForm = 'text' | 'number' | 'boolean' | 'list';

const FORMS: readonly (readonly [check: string, form: FieldForm])[] = [
  ['isArray', 'list'],
  ['isBoolean', 'boolean'],
  ['isInt', 'number'],
  ['isNumber', 'number'],
];

/** The fields of `registerUsers` beside `profile`, as its own checks say them. */
export const USER_FIELDS: ReadonlyMap<string, FieldForm> = new Map(fieldsOf(RegisterUserDto));

/** Fields of an object inside have names such as `consent.email`. */
function fieldsOf(dto: Dto, prefix = ''): [string, FieldForm][] {
  return planOf(dto).flatMap(({ name, metadata, rules }): [string, FieldForm][] => {
    const inner = metadata.type?.();
    const checks = new Set(rules.map((rule) => rule.name));
    if (checks.has('isObject')) {
      return inner ? fieldsOf(inner, `${prefix}${name}.`) : [];
    }
    const form = FORMS.find(([check]) => checks.has(check))?.[1] ?? 'text';
    return [[prefix + name, form]];
  });
}

/**
 * Reads a mapping, of a request or a file. Misspelt names are refused: a column that is left out would go unnoticed.
 *
 * @throws AppError malformed, missing_field
 */
export function readMapping(received: unknown): ImportMappingDto {
  const mapping = readField(ImportMappingDto, received, 'mapping');
  checkNames(received, ImportMappingDto, 'mapping');
  for (const part of ['fields', 'profile'] as const) {
    checkSources(toRecord(received, part), `mapping.${part}`);
  }
  const devices = toRecord(received, 'devices');
  if (mapping.devices) {
    checkNames(devices, DeviceListDto, 'mapping.devices');
    checkSources(toRecord(devices, 'fields'), 'mapping.devices.fields');
  }
  for (const [part, fields] of [
    ['fields', mapping.fields],
    ['devices.fields', mapping.devices?.fields],
  ] as const) {
    for (const name of fields?.keys() ?? []) {
      if (!USER_FIELDS.has(name)) {
        throw malformed(`Field 'mapping.${part}' has '${name}', and users have ${[...USER_FIELDS.keys()].join(', ')}`);
      }
    }
  }
  if (mapping.fields && !mapping.fields.has('extId')) {
    throw malformed("Field 'mapping.fields' should say what 'extId' is");
  }
  return mapping;
}

function toRecord(value: unknown, field: string): unknown {
  return isJsonObject(value) ? value[field] : undefined;
}

function checkSources(sources: unknown, where: string): void {
  for (const [name, source] of isJsonObject(sources) ? Object.entries(sources) : []) {
    if (!isJsonObject(source)) {
      continue;
    }
    checkNames(source, ValueSourceDto, `${where}.${name}`);
    if (['from', 'value', 'subscription'].filter((kind) => source[kind] !== undefined).length !== 1) {
      throw malformed(`Field '${where}.${name}' should have one of 'from', 'value' and 'subscription'`);
    }
    if (source['subscription'] !== undefined) {
      checkNames(source['subscription'], SubscriptionColumnsDto, `${where}.${name}.subscription`);
    }
  }
}

function checkNames(value: unknown, dto: Dto, where: string): void {
  const names = new Set(planOf(dto).map(({ name }) => name));
  const unknown = Object.keys(isJsonObject(value) ? value : {}).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw malformed(`Field '${where}' has '${unknown.slice(0, 80)}', and takes ${[...names].join(', ')}`);
  }
}

import { Body, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { AppError } from '#platform/errors';
import { hasFields, readDto, readDtos, type Dto } from './read-dto.js';

/** Turns bodies and queries into the DTO that the handler declares; leaves every other argument alone. */
@Injectable()
export class FieldsPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!hasFields(metatype)) {
      return value;
    }
    if (type === 'query') {
      return readDto(metatype, value ?? {}, 'query');
    }
    return type === 'body' ? readDto(metatype, present(value), 'json') : value;
  }
}

/** A body that is a list of objects, at most `max` of them. */
export function Entries<T extends object>(dto: Dto<T>, options: { max: number }): ParameterDecorator {
  return listBody(dto, { type: [dto] }, (value) => readDtos(dto, value, options.max));
}

/** A body that is one object or a list of them; the handler gets a list either way. */
export function OneOrMore<T extends object>(dto: Dto<T>, options: { max: number }): ParameterDecorator {
  const single = { $ref: getSchemaPath(dto) };
  return listBody(
    dto,
    { schema: { oneOf: [single, { type: 'array', items: single, maxItems: options.max }] } },
    (value) => (Array.isArray(value) ? readDtos(dto, value, options.max) : [readDto(dto, value, 'json')]),
  );
}

/**
 * A body that is a list of objects with keys of the client's choice beside the fields of a DTO. The DTO stands in the API
 * document only; what was received goes to `read` as it is.
 *
 * @param options.example  one entry
 */
export function OpenEntries(
  dto: Dto,
  options: { max: number; example: object },
  read: (value: unknown) => object[],
): ParameterDecorator {
  const items = { allOf: [{ $ref: getSchemaPath(dto) }], additionalProperties: true, example: options.example };
  return listBody(dto, { schema: { type: 'array', items, maxItems: options.max } }, read);
}

function listBody(
  dto: Dto,
  document: Parameters<typeof ApiBody>[0],
  read: (value: unknown) => object[],
): ParameterDecorator {
  return (target, key, index) => {
    Body({ transform: (value: unknown) => read(present(value)) })(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key !== undefined && method) {
      ApiExtraModels(dto)(target, key, method);
      ApiBody(document)(target, key, method);
    }
  };
}

function present(body: unknown): unknown {
  if (body === undefined) {
    throw new AppError('not_json', 'The body is empty; it should be JSON');
  }
  return body;
}

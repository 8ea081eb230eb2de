import { Body } from '@nestjs/common';
import { ApiBody, getSchemaPath } from '@nestjs/swagger';
import { readDto, readDtos, type Dto } from '#platform/validation';
import { requireBody } from './dto.pipe.js';

/** A body that is a list of objects, at most `max` of them. */
export function Entries<T extends object>(dto: Dto<T>, { max }: { max: number }): ParameterDecorator {
  const schema = { type: 'array', items: { $ref: getSchemaPath(dto) }, maxItems: max };
  return listBody({ schema }, (body) => readDtos(dto, body, max));
}

/** A body that is one object or a list of them; the handler gets a list either way. */
export function OneOrMore<T extends object>(dto: Dto<T>, { max }: { max: number }): ParameterDecorator {
  const single = { $ref: getSchemaPath(dto) };
  const schema = { oneOf: [single, { type: 'array', items: single, maxItems: max }] };
  return listBody({ schema }, (body) => (Array.isArray(body) ? readDtos(dto, body, max) : [readDto(dto, body)]));
}

function listBody(
  document: Parameters<typeof ApiBody>[0],
  read: (received: unknown) => object[] | Promise<object[]>,
): ParameterDecorator {
  return (target, key, index) => {
    Body({ transform: (received: unknown) => read(requireBody(received)) })(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key !== undefined && method) {
      ApiBody(document)(target, key, method);
    }
  };
}

import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { AppError } from '#platform/errors';
import { isDto, readDto } from '#platform/validation';

/** Turns bodies and queries into the DTO that the handler declares; leaves every other argument alone. */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!isDto(metatype)) {
      return value;
    }
    if (type === 'query') {
      return readDto(metatype, value ?? {}, 'query');
    }
    return type === 'body' ? readDto(metatype, requireBody(value)) : value;
  }
}

/** @throws AppError not_json when there is no body at all */
export function requireBody(received: unknown): unknown {
  if (received === undefined) {
    throw new AppError('not_json', 'The body is empty; it should be JSON');
  }
  return received;
}

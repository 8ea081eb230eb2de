import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, type ApiResponseOptions } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { EntryFault, Refusal } from '#platform/errors';
import { Describe, Int, NestedList, Text } from '#platform/validation';

/** An entry of a batch that is at fault. */
export class FaultDto implements EntryFault {
  @Int() @Describe({ description: 'Position in the batch, from 0', example: 2 }) index!: number;
  @IsOptional() @Text() @Describe({ description: 'Of the entry', example: 'id3' }) extId?: string;
  @IsOptional() @Text() @Describe({ description: 'The field at fault', example: 'profile.age' }) field?: string;
}

/** The body of every error. */
export class Refused {
  @Int() @Describe({ description: 'A code of the catalogue', example: 2020 }) code!: number;

  @Text()
  @Describe({ description: 'Names the faulty field or value', example: 'extId is required' })
  error!: string;

  @IsOptional()
  @NestedList(() => FaultDto, { max: 100 })
  @Describe({
    description:
      'Of a batch: the entries at fault, at most 100, those of a wrong form before others. `code` and `error` are those of the first',
  })
  faults?: FaultDto[];
}

/** A problem document (RFC 9457): the answer to a request that reaches no operation. */
export class Problem {
  @Text() @Describe({ example: 'about:blank' }) type!: string;
  @Text() @Describe({ description: 'Name of the status', example: 'Unsupported Media Type' }) title!: string;
  @Int() @Describe({ example: 415 }) status!: number;

  @Text()
  @Describe({ description: 'What is wrong, for people', example: 'The body should be JSON' })
  detail!: string;

  @Text()
  @Describe({ description: 'Path of the request', example: '/rest/3.0/tagUsers' })
  instance!: string;
}

/** Holds the errors of an operation until the API document is complete. */
export const REFUSALS_EXTENSION = 'x-refusals';
/** Errors of an operation beside those of every operation (a key, a malformed field …), for the API document. */
export const ErrorResponses = (...refusals: Refusal[]): MethodDecorator & ClassDecorator =>
  ApiExtension(REFUSALS_EXTENSION, refusals);

/** Status 200 exactly: published clients treat 201, 202 and 204 as failures. */
function okResponse(summary: string, body: ApiResponseOptions): MethodDecorator {
  return applyDecorators(HttpCode(200), ApiOperation({ summary }), ApiOkResponse(body));
}

/** A route that answers 200 with a JSON body of this class. Nest cannot see through a Promise, so it is named here. */
export function OkResponse(summary: string, dto: Function): MethodDecorator {
  return okResponse(summary, { description: summary, type: dto });
}

/** A route that answers 200 with JSON of a schema without a class. */
export function OkJsonResponse(
  summary: string,
  schema: Exclude<Parameters<typeof ApiOkResponse>[0], undefined>,
): MethodDecorator {
  return okResponse(summary, { description: summary, ...schema });
}

/** A write: 200 with an empty body. The handler returns nothing. */
export function EmptyResponse(summary: string): MethodDecorator {
  return okResponse(summary, { description: 'Done; the body is empty' });
}

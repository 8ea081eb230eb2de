import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { Int, Text } from './fields.js';

/** The envelope of every refusal. */
export class Refused {
  @Int({ description: 'A code of the catalogue', example: 2020 }) code!: number;
  @Text({ description: 'Names the field or value at fault', example: 'extId is required' }) error!: string;
}

/** Statuses of refusals that any route can give. Every one is a 4xx: published clients repeat what fails with 5xx. */
const REFUSALS: Record<number, string> = {
  400: 'The request is refused; nothing was changed',
  401: 'The API key is missing, unknown or revoked (2010)',
  403: 'The API key may not do this (2021, 2022), or the application was not granted it (4000)',
};

/** Status 200, always exactly: published clients take 201, 202 and 204 for failures. */
function answers(summary: string, body: ApiResponseOptions): MethodDecorator {
  const refusals = Object.entries(REFUSALS).map(([status, description]) =>
    ApiResponse({ status: Number(status), description, type: Refused }),
  );
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary }),
    ApiExtraModels(Refused),
    ApiOkResponse(body),
    ...refusals,
  );
}

/** A route that answers 200 with a JSON body of this form. Nest cannot see through a Promise, so the form is named here. */
export function Answers(summary: string, dto: Function): MethodDecorator {
  return answers(summary, { description: summary, type: dto });
}

/** A route that answers 200 with JSON that no class describes. */
export function AnswersJson(
  summary: string,
  schema: Exclude<Parameters<typeof ApiOkResponse>[0], undefined>,
): MethodDecorator {
  return answers(summary, { description: summary, ...schema } as ApiResponseOptions);
}

/** A write: 200 with a body of zero length. The handler returns nothing. */
export function AnswersEmpty(summary: string): MethodDecorator {
  return answers(summary, { description: 'Done; the body is empty' });
}

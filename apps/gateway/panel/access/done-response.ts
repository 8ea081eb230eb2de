import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation } from '@nestjs/swagger';

/** A write that answers 204 without a body. */
export function DoneResponse(summary: string): MethodDecorator {
  return applyDecorators(HttpCode(204), ApiOperation({ summary }), ApiNoContentResponse({ description: 'Done' }));
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** A signal that ends with the connection, when no one waits for the answer any more. */
export const WhileAsked = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const response = context.switchToHttp().getResponse<Response>();
  const asking = new AbortController();
  response.once('close', () => asking.abort());
  return asking.signal;
});

import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { LOGGER } from '#platform/app';
import { AppError, CATALOGUE, type ErrorKind } from '#platform/errors';
import { type Logger, reportFault } from '#platform/runtime';
import type { GatewayRequest } from '../request/request-context.js';
import { sendProblem } from './problem.js';

/** The only place that turns a kind of error into a status. */
const STATUS: Record<ErrorKind, number> = {
  bug: 500,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  unprocessable: 422,
  limited: 429,
  unavailable: 503,
};

export function statusOf(kind: ErrorKind): number {
  return STATUS[kind];
}

/**
 * Turns errors into the error body of the contract, `{"code", "error"}`. A request that reaches no operation is answered
 * with a problem document: an unknown route, a wrong method, another media type than JSON. An error that is no AppError is a bug: the log has its details, the response has none.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<GatewayRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (thrown instanceof HttpException && (thrown.getStatus() === 404 || thrown.getStatus() === 415)) {
      sendProblem(request, response, thrown);
      return;
    }
    const error = toAppError(thrown);
    const status = statusOf(error.kind);
    if (status >= 500) {
      const { requestId, caller } = request.context;
      reportFault(this.logger, 'request failed', thrown, { level: 'error', requestId, appId: caller?.appId });
    } else if (error.detail !== undefined) {
      this.logger.info(
        { requestId: request.context.requestId, code: error.code, detail: error.detail },
        'request refused',
      );
    }
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    }
    if (status === 401) {
      response.setHeader('WWW-Authenticate', 'ApiKey');
    }
    const text = error.kind === 'bug' ? CATALOGUE.internal.text : error.message;
    const faults = error.faults.length > 0 ? { faults: error.faults } : {};
    response.status(status).json({ ...this.toErrorBody(error.code, text), ...faults });
  }

  protected toErrorBody(code: number, text: string): object {
    return { code, error: text };
  }
}

/** Express and Nest refuse some requests themselves, such as an undecodable path: those are faults of the client. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  if (thrown instanceof HttpException && thrown.getStatus() < 500) {
    return new AppError('malformed', thrown.message, { cause: thrown });
  }
  return new AppError('internal', CATALOGUE.internal.text, { cause: thrown });
}

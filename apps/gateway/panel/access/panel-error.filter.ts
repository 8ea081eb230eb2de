import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { LOGGER } from '#platform/app';
import { isInterruption } from '#platform/db';
import { AppError, CATALOGUE, type Refusal } from '#platform/errors';
import { type Logger, reportFault } from '#platform/runtime';
import { statusOf, toAppError } from '../../http/responses/error.filter.js';
import type { GatewayRequest } from '../../http/request/request-context.js';
import { toReason, type PanelRefusedDto } from '../../http/responses/panel-refused.dto.js';

/** Errors of modules that mean here that the path names nothing. */
const ABSENT: readonly Refusal[] = ['unknown_key', 'unknown_subject'];

/** Turns errors into the refusals of the panel: the request's id, and what is wrong with which field. */
@Catch()
export class PanelErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const { context } = host.switchToHttp().getRequest<GatewayRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.destroyed && isInterruption(thrown)) {
      // The client is gone, and the work ended for this reason.
      return;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { requestId, panel } = context;
    const error = toAppError(thrown);
    const status = thrown instanceof HttpException ? thrown.getStatus() : panelStatusOf(error);
    if (status >= 500) {
      reportFault(this.logger, 'request failed', thrown, { level: 'error', requestId, appId: panel?.app?.id });
    }
    if (error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
    }
    const text = error.kind === 'bug' ? CATALOGUE.internal.text : error.message;
    const { field: path = '', refusal: code, textFault: reason } = error;
    const body: PanelRefusedDto = {
      requestId,
      problems: [{ path, code, text, ...(reason && { reason: toReason(reason) }) }],
    };
    response.setHeader('Cache-Control', 'no-store');
    response.status(status).json(body);
  }
}

/** The request is well formed, and what it asks of is in another state: a conflict (RFC 9110, section 15.5.10). */
function panelStatusOf(error: AppError): number {
  if (error.refusal === 'wrong_state') {
    return statusOf('conflict');
  }
  return ABSENT.includes(error.refusal) ? statusOf('absent') : statusOf(error.kind);
}

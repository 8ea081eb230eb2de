import type { LoggerService } from '@nestjs/common';
import type { Logger } from '#platform/runtime';

/** Writes Nest's messages to the log of the process. Its messages about each route at start are for debugging only. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...more: unknown[]): void {
    this.logger.error({ more: more.map(String) }, String(message));
  }
}

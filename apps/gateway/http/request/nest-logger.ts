import type { LoggerService } from '@nestjs/common';
import type { Logger } from '#platform/runtime';

/** Nest's own messages in the process's log. What it says about each route at start is of interest only when debugging. */
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

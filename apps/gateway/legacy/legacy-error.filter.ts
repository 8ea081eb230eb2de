import { Catch } from '@nestjs/common';
import { ErrorFilter } from '../http/responses/error.filter.js';
import type { LegacyRefused } from './legacy.dto.js';

/** Errors of the legacy interface: the text is in `message` (decisions, section 8). */
@Catch()
export class LegacyErrorFilter extends ErrorFilter {
  protected override toErrorBody(code: number, text: string): LegacyRefused {
    return { code, message: text };
  }
}

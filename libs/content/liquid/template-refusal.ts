import type { TemplateError } from '#libs/templates';
import { AppError, type RefusalReason } from '#platform/errors';

/** The refusal of a field for a fault of its template, with the place. */
export function refuseTemplate(field: string, error: TemplateError): AppError {
  return new AppError('malformed', `Field '${field}': ${error.message}`, { field, textFault: reasonOf(error) });
}

/** A fault for readers in other languages. */
export function reasonOf({ fault: { code, values }, line, column }: TemplateError): RefusalReason {
  return { code, values, line, column };
}

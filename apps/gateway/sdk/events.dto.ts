import type { InstallationCredentials } from '#libs/users';
import { AnyJson, Text } from '../http/validation/fields.js';

/** Events that a device may save up for one request. */
export const MAX_REPORTED = 1000;

const EXAMPLE = [{ name: 'ProductViewEvent', productId: 'P-1', price: 19.9 }];

export class ReportEventsDto implements InstallationCredentials {
  @Text({ max: 20, example: '0k3v91z' }) installationId!: string;
  @Text({ max: 100 }) secret!: string;
  @AnyJson({
    api: { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: MAX_REPORTED },
    description: 'Each with the code or name of a defined event as `name`, and its attributes beside it',
    example: EXAMPLE,
  })
  events!: unknown;
}

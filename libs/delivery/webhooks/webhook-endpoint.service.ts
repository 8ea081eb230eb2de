import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import { malformed } from '#platform/errors';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';

/** Finds webhook endpoints by the names in messages. */
@Injectable()
export class WebhookEndpointService {
  constructor(private readonly endpoints: WebhookEndpointRepository) {}

  /**
   * @param options.field  the request's field, for the error message
   * @param options.on     a transaction of the caller
   * @throws AppError malformed for an unknown name
   */
  async getIdByName(
    appId: number,
    name: string,
    { field = 'hook.name', on }: { field?: string; on?: Statements } = {},
  ): Promise<number> {
    const hookId = await this.endpoints.findIdByName(appId, name, on);
    if (hookId === undefined) {
      throw malformed(`Field '${field}': no hook is called '${name.slice(0, 80)}'`);
    }
    return hookId;
  }
}

import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import { malformed } from '#platform/errors';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';

/** Hooks by the names that messages call them. */
@Injectable()
export class WebhookEndpointService {
  constructor(private readonly endpoints: WebhookEndpointRepository) {}

  /**
   * @param field  what a refusal calls the name
   * @throws AppError malformed for a name that no hook of the application has
   */
  async getIdByName(db: Statements, appId: number, name: string, field = 'hook.name'): Promise<number> {
    const hookId = await this.endpoints.findIdByName(db, appId, name);
    if (hookId === undefined) {
      throw malformed(`Field '${field}': no hook is called '${name.slice(0, 80)}'`);
    }
    return hookId;
  }
}

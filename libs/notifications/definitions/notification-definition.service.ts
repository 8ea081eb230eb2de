import { Injectable } from '@nestjs/common';
import { parseMessage } from '#libs/content';
import type { Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { DefinitionReferencesService } from './definition-references.service.js';
import { DefinitionRepository } from './definition.repository.js';

/** Definitions: messages that are stored for later transactional sends. */
@Injectable()
export class NotificationDefinitionService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
  ) {}

  /**
   * `createNotificationDefinition` (specification, section 4.3).
   *
   * @returns the notification key
   * @throws AppError as `parseMessage` and `DefinitionReferencesService`
   */
  async createDefinition({ appId }: Caller, body: unknown): Promise<number> {
    const parsed = parseMessage(body, { kind: 'definition' });
    const message = await this.references.resolveReferences(appId, parsed, body);
    await this.references.resolveCategories(appId, message);
    await this.references.checkWebhook(appId, message, body);
    return this.definitions.insertDefinition(this.db, appId, 'definition', message);
  }
}

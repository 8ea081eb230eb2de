import { Injectable } from '@nestjs/common';
import { checkSizes, definitionMessage, type DefinitionDto } from '#libs/content';
import type { Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import { writtenName } from '#platform/validation';
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
   * @throws AppError as `definitionMessage`, `checkSizes` and `DefinitionReferencesService`
   */
  async createDefinition({ appId }: Caller, request: DefinitionDto): Promise<number> {
    const nameOf = (field: string): string => writtenName(request, field);
    const defined = definitionMessage(request);
    await checkSizes(defined);
    const message = await this.references.resolveReferences(appId, defined, nameOf);
    await this.references.resolveCategories(appId, message);
    await this.references.checkWebhook(appId, message, nameOf);
    return this.definitions.insertDefinition(this.db, appId, 'definition', message);
  }
}

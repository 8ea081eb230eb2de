import { Injectable } from '@nestjs/common';
import type { DefinitionDto } from '#libs/content/parse';
import { malformed } from '#platform/errors';
import type { DefinitionWriter } from '../model/notifications.types.js';
import { DefinitionRepository } from './definition.repository.js';
import { NotificationDefinitionService } from './notification-definition.service.js';

/** More are not offered for a choice. */
const MAX_LISTED = 500;
/** Characters of a text in the list. */
const MAX_LOOK = 300;

/** A definition with a name, as a list shows it. @property text  its beginning; null: it has none */
export interface ListedDefinition {
  notificationKey: number;
  name: string;
  platforms: readonly string[];
  title: string | null;
  text: string | null;
}

/** Definitions for members: those that journeys can name. */
@Injectable()
export class MemberDefinitionService {
  constructor(
    private readonly rows: DefinitionRepository,
    private readonly definitions: NotificationDefinitionService,
  ) {}

  /** By name. */
  async list(appId: number): Promise<ListedDefinition[]> {
    const found = await this.rows.listNamed(appId, MAX_LISTED);
    return found.map(({ notificationKey, name, message }) => ({
      notificationKey,
      name: name ?? '',
      platforms: message.platforms,
      title: message.subject ?? message.title ?? null,
      text: (message.personalizedMessage ?? message.text)?.slice(0, MAX_LOOK).toWellFormed() ?? null,
    }));
  }

  /**
   * Texts of members are templates unless the request says otherwise.
   *
   * @throws AppError as `NotificationDefinitionService.createDefinition`; malformed without a name
   */
  async create(writer: DefinitionWriter, request: DefinitionDto): Promise<number> {
    if (request.name === undefined || request.name.trim() === '') {
      throw malformed("Field 'name' is required");
    }
    return this.definitions.createNoted({ ...writer, templates: 'liquid' }, request);
  }
}

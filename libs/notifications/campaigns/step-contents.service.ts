import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { bulkMessage, toBulkContent } from '#libs/content/parse';
import type { CampaignReach } from '#libs/delivery';
import { ApplicationService, OPERATOR, type Viewer } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { readField } from '#platform/validation';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { ReachedContentsDto } from './requests/contents.dto.js';
import { ReachedContentsService } from './reached-contents.service.js';

/** Values of a visit, which texts of steps read beside attributes: `event.price`. */
const VISIT_VALUES = ['event', 'data', 'batch'];

/** Contents as a file has them. @property path  of the step, for refusals */
export interface WrittenContents {
  raw: unknown;
  title: string;
  path: string;
}

/** Contents that can be sent. */
export interface SendableContents {
  reach: CampaignReach;
  messages: { message: Message; categoryIds?: number[] }[];
}

/** Contents that a step of a journey sends, as those of a campaign. */
@Injectable()
export class StepContentsService {
  constructor(
    private readonly contents: ReachedContentsService,
    private readonly references: DefinitionReferencesService,
    private readonly definitions: DefinitionRepository,
    private readonly applications: ApplicationService,
  ) {}

  /** Reads contents without what they refer to. @throws AppError malformed, missing_field */
  parse({ raw, path }: WrittenContents): { dto: ReachedContentsDto; reach: CampaignReach } {
    const dto = readField(ReachedContentsDto, raw, path);
    for (const [index, { ios, android }] of dto.contents.entries()) {
      if (ios?.limit !== undefined || android?.limit !== undefined) {
        throw malformed(`Field '${path}.contents[${index}]': a step has no limit of a platform`);
      }
    }
    return { dto, reach: this.contents.readReach(dto) };
  }

  /**
   * Checks contents without what they refer to. Figures of steps show who lacks something, so texts that decide by private
   * values are for those who may see them.
   *
   * @throws AppError as `parse`, `ReachedContentsService.checkAttribute` and `refuseDeciding`
   */
  async check(appId: number, written: WrittenContents, { by, seesPrivate }: Viewer): Promise<void> {
    const { dto, reach } = this.parse(written);
    await this.contents.checkAttribute(appId, reach, { by, seesPrivate });
    const { templates } = (await this.applications.getApplication(appId)).settings;
    await this.contents.refuseDeciding({ appId, templates, by, seesPrivate }, dto, written.title);
  }

  /** Reads contents with what they refer to. @throws AppError as `parse` and `ReachedContentsService.read` */
  async resolve(appId: number, written: WrittenContents): Promise<SendableContents> {
    const { dto, reach } = this.parse(written);
    const { iconUrl, templates } = (await this.applications.getApplication(appId)).settings;
    // A step sends what was stored, whoever stored it.
    const { by, seesPrivate } = OPERATOR;
    const author = { appId, iconUrl, templates, by, seesPrivate, values: VISIT_VALUES };
    const read = await this.contents.read(author, dto, { title: written.title, path: `${written.path}.` });
    const messages: SendableContents['messages'] = [];
    for (const { message } of read) {
      messages.push({ message, ...(await this.references.resolveCategories(appId, message)) });
    }
    return { reach, messages };
  }

  /** Stores a key under which sends of some contents are counted. @throws AppError as `parse` */
  async storeKey(tx: Tx, appId: number, written: WrittenContents): Promise<number> {
    const { dto } = this.parse(written);
    const [first] = dto.contents.map((content) => bulkMessage(toBulkContent(content, written.title), null));
    if (!first) {
      throw new RangeError('A step has at least one content');
    }
    const message = { ...first, title: written.title };
    return this.definitions.insertDefinition(tx, appId, 'definition', message);
  }
}

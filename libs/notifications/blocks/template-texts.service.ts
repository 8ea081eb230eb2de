import { Injectable } from '@nestjs/common';
import { findDecidingName, LIVE_DATA, refuseUnknownNames, type Message, type TemplateSettings } from '#libs/content';
import { EventDefinitionService } from '#libs/events';
import type { TemplateLanguage } from '#libs/templates';
import { AttributeService, isPrivateAttribute } from '#libs/users/profiles';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { Database } from '#platform/db';
import { findTemplateSettings } from './template-settings.js';

/** Links that Herald makes for each recipient. */
const OWN_LINKS = ['unsubscribeUrl', 'preferencesUrl'];
/** Names under which texts of journeys read the event by which a person entered, or several. */
const EVENT_VALUES = ['event', 'batch'];

/** Finds what the templates of a message refer to: blocks, and the values of people. */
@Injectable()
export class TemplateTextsService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly events: EventDefinitionService,
    private readonly db: Database,
  ) {}

  /** The result of `findTemplateSettings`. */
  async findSettings(
    appId: number,
    request: { templates?: TemplateLanguage },
    fallback: TemplateLanguage,
  ): Promise<TemplateSettings> {
    return findTemplateSettings(this.db, appId, request, fallback);
  }

  /**
   * Refuses names that have no value: a campaign has attributes alone. Its figures show who lacks something, so templates that
   * decide by private values are for those who may see them.
   *
   * @param values  names that a send gives beside attributes
   * @throws AppError as `refuseUnknownNames`; key_not_allowed or permission_missing
   */
  async checkNames(
    appId: number,
    message: Message,
    nameOf: (field: string) => string,
    viewer: Viewer,
    values: readonly string[] = [],
  ): Promise<void> {
    if (message.templates) {
      const definitions = await this.attributes.getDefinitions(appId);
      const further = [...OWN_LINKS, LIVE_DATA, ...values, ...Object.keys(message.params ?? {})];
      const names = new Set([...definitions.keys(), ...further]);
      refuseUnknownNames(message, (name) => names.has(name), nameOf);
      await this.refuseDeciding(appId, message, viewer);
    }
  }

  /**
   * Refuses templates that decide by private values to who may not see them. A definition does not know by which event it is
   * sent, so an attribute that is private of any event counts.
   *
   * @throws AppError key_not_allowed, permission_missing
   */
  async refuseDeciding(appId: number, message: Message, viewer: Viewer): Promise<void> {
    if (message.templates && !viewer.seesPrivate) {
      const definitions = await this.attributes.getDefinitions(appId);
      const fields = await this.findPrivateFields(appId);
      const hidden = findDecidingName(
        message,
        (name) => {
          const definition = definitions.get(name);
          return definition !== undefined && isPrivateAttribute(definition);
        },
        (name, field) => EVENT_VALUES.includes(name) && (field === undefined ? fields.size > 0 : fields.has(field)),
      );
      if (hidden !== undefined) {
        requirePrivateView(viewer, `The message decides by '${hidden.slice(0, 80)}', which is private`);
      }
    }
  }

  /** Codes of the private attributes of events. */
  private async findPrivateFields(appId: number): Promise<ReadonlySet<string>> {
    const attributes = (await this.events.findLatest(appId)).flatMap(({ attributeByKey }) => [
      ...attributeByKey.values(),
    ]);
    return new Set(attributes.flatMap(({ code, privateInfo }) => (privateInfo ? [code] : [])));
  }
}

import { Injectable } from '@nestjs/common';
import { refuseUnknownNames, type Message } from '#libs/content';
import { AttributeService } from '#libs/users/profiles';

/** Links that Herald makes for each recipient. */
const OWN_LINKS = ['unsubscribeUrl', 'preferencesUrl'];

/** Checks the names in the templates of campaigns: they have attributes alone. */
@Injectable()
export class TemplateNamesService {
  constructor(private readonly attributes: AttributeService) {}

  /** @throws AppError as `refuseUnknownNames` */
  async check(appId: number, message: Message, nameOf: (field: string) => string): Promise<void> {
    if (message.templates) {
      const definitions = await this.attributes.getDefinitions(appId);
      const known = new Set([...definitions.keys(), ...OWN_LINKS, ...Object.keys(message.params ?? {})]);
      refuseUnknownNames(message, (name) => known.has(name), nameOf);
    }
  }
}

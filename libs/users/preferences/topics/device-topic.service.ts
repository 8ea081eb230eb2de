import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import type { AuthenticatedInstallation } from '#libs/users/devices';
import type { TopicState } from '#libs/users/profiles';
import { RecipientService } from '#libs/users/registry';
import { pickText } from './topic-text.js';
import { TopicService } from './topic.service.js';
import type { PersonTopic } from './topic.types.js';

/** A topic as an app shows it to its user. */
export interface ShownTopic {
  name: string;
  title: string;
  description?: string;
  state: TopicState;
  channels: PersonTopic['channels'];
}

/** Reads the topics of the user of a device, in its language. */
@Injectable()
export class DeviceTopicService {
  constructor(
    private readonly topics: TopicService,
    private readonly recipients: RecipientService,
    private readonly applications: ApplicationService,
  ) {}

  /** @param language  of the texts; absent: that of the user, else of the device, else of the application */
  async readTopics(appId: number, device: AuthenticatedInstallation, language?: string): Promise<ShownTopic[]> {
    const states = await this.topics.readStates(appId, device.uid);
    const [stored] = await this.recipients.findRecipientsByInstallation(appId, [device.instId], { withProfile: false });
    const { settings } = await this.applications.getApplication(appId);
    const languages = [language ?? null, stored?.language ?? null, settings.defaultLanguage];
    return states.map(({ topic, state, channels }) => {
      const description = pickText(topic.description, languages);
      return {
        name: topic.name,
        title: pickText(topic.title, languages) ?? topic.name,
        ...(description !== undefined && { description }),
        state,
        channels,
      };
    });
  }
}

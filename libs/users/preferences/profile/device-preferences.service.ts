import { Injectable } from '@nestjs/common';
import { type ChosenFrequency, numberOfFrequency, requireOffered } from '#libs/channels/definitions';
import { ApplicationService } from '#libs/tenancy';
import { declareConsentOrigin } from '#libs/users/consent';
import { InstallationRepository, type AuthenticatedInstallation } from '#libs/users/devices';
import { retryOnConflict, toInstallationId } from '#libs/users/identities';
import { SingleUserWriterService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { readTopicChoices } from '../topics/read-topic-choices.js';
import { TopicService } from '../topics/topic.service.js';
import { lockOwner } from './lock-owner.js';

/** Preferences that a device sets for its user. Absent ones stay. */
export interface DevicePreferences {
  /** The permission of this installation alone. */
  pushPermitted?: boolean | undefined;
  emailPermitted?: boolean | undefined;
  smsPermitted?: boolean | undefined;
  consent?: { tracking?: boolean | undefined; emailFrequency?: ChosenFrequency | undefined } | undefined;
  /** True if the user gets a category, by name; a map of channels: by these channels. */
  categories?: Readonly<Record<string, unknown>> | undefined;
}

/** Opt-ins that a device may change: its own of push, and those of its user, anonymous or named. */
@Injectable()
export class DevicePreferencesService {
  constructor(
    private readonly db: Database,
    private readonly topics: TopicService,
    private readonly installations: InstallationRepository,
    private readonly writer: SingleUserWriterService,
    private readonly outbox: OutboxRepository,
    private readonly applications: ApplicationService,
  ) {}

  /**
   * Opts the user in or out of e-mail, SMS, tracking and categories, and the installation in or out of push.
   *
   * @throws AppError malformed as `readTopicChoices`, and for a frequency that is not offered
   */
  async set(appId: number, device: AuthenticatedInstallation, preferences: DevicePreferences): Promise<void> {
    const choices = Object.entries(preferences.categories ?? {});
    const topics = choices.length > 0 ? await this.topics.listTopics(appId) : [];
    const topicChoices = choices.flatMap(([name, wants]) => readTopicChoices(topics, name, wants));
    const frequency = preferences.consent?.emailFrequency;
    if (frequency !== undefined) {
      const { settings } = await this.applications.getApplication(appId);
      requireOffered(settings.emailFrequency, frequency, 'consent.emailFrequency');
    }
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        const uid = await lockOwner(this.installations, tx, appId, device);
        await declareConsentOrigin(tx, { source: 'DEVICE', by: toInstallationId(device.instId) });
        if (preferences.pushPermitted !== undefined) {
          const changed = await this.installations.setPushPermitted(
            tx,
            appId,
            uid,
            preferences.pushPermitted,
            device.instId,
          );
          await this.outbox.add(tx, { appId, kind: 'installation', uids: changed > 0 ? [uid] : [], keys: [] });
        }
        const consent = {
          emailOptIn: preferences.emailPermitted,
          smsOptIn: preferences.smsPermitted,
          tracking: preferences.consent?.tracking,
          emailFrequency: frequency === undefined ? undefined : numberOfFrequency(frequency),
        };
        await this.writer.write(tx, appId, uid, { attrs: new Map(), tags: [], ...consent }, false);
        await this.topics.write(tx, appId, [{ uid, choices: topicChoices }]);
      }),
    );
  }
}

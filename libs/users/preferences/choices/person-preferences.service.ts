import { Injectable } from '@nestjs/common';
import {
  chooseAddress,
  CONTACTS,
  topicChannelOfSender,
  type TopicChannel,
  type Channel,
} from '#libs/channels/definitions';
import type { ConsentOrigin } from '#libs/users/consent';
import { DeviceService } from '#libs/users/devices';
import { contactKeyText } from '#libs/users/identities';
import type { TopicState } from '#libs/users/profiles';
import { RecipientService, type ContactRecipient } from '#libs/users/registry';
import { Database } from '#platform/db';
import { EmailFrequencyService } from '../opt-ins/email-frequency.service.js';
import { TrackingConsentService } from '../opt-ins/tracking-consent.service.js';
import { UnsubscribeService } from '../opt-ins/unsubscribe.service.js';
import { TopicService } from '../topics/topic.service.js';
import type { PersonTopic } from '../topics/topic.types.js';
import type {
  ChannelChoice,
  EmailConsent,
  OfferedTopic,
  PersonPreferences,
  PreferenceChange,
} from './person-preferences.types.js';

/** Everything that one person chooses, for pages and apps. */
@Injectable()
export class PersonPreferencesService {
  constructor(
    private readonly db: Database,
    private readonly users: RecipientService,
    private readonly devices: DeviceService,
    private readonly topics: TopicService,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly tracking: TrackingConsentService,
    private readonly frequencies: EmailFrequencyService,
  ) {}

  /** The address by which a channel reaches a person now; null: none. */
  async findAddress(appId: number, uid: number, channel: Channel): Promise<string | null> {
    const contact = CONTACTS.find((candidate) => candidate.channel === channel);
    const user = contact && (await this.findUser(appId, uid));
    return contact && user ? chooseAddress(user, contact.address) : null;
  }

  /** Reads what a person may choose, and how it stands; undefined: there is no such user. */
  async read(appId: number, uid: number): Promise<PersonPreferences | undefined> {
    const [user, pushChannels, topics, consent] = await Promise.all([
      this.findUser(appId, uid),
      this.devices.findPushChannels(appId, uid),
      this.topics.readStates(appId, uid),
      this.tracking.find(this.db, appId, uid),
    ]);
    if (!user) {
      return undefined;
    }
    const reach = new Set([
      ...listContactChannels(user),
      ...pushChannels.flatMap((channel) => topicChannelOfSender(channel, null) ?? []),
    ]);
    return {
      language: user.language,
      topics: topics.flatMap((topic) => offer(topic, reach)),
      email: user.email ? await this.readEmailConsent(appId, user.email, user.emailOptIn) : null,
      tracking: consent?.tracking ?? null,
      frequency: user.email ? await this.frequencies.read(appId, uid) : null,
    };
  }

  /**
   * Writes wishes of a person. A repeat changes nothing.
   *
   * @returns the change that undoes this one; null: everything was so before
   */
  async change(
    appId: number,
    uid: number,
    change: PreferenceChange,
    origin: ConsentOrigin,
  ): Promise<PreferenceChange | null> {
    const before = await this.read(appId, uid);
    if (!before) {
      return null;
    }
    const states = statesByChoice(before);
    const topics = (change.topics ?? []).filter((choice) => differs(states, choice));
    if (topics.length > 0) {
      await this.topics.setStates(appId, uid, topics, origin);
    }
    const isEmailChanged = await this.changeEmail(appId, uid, before.email, change.email, origin);
    const isTrackingChanged = change.tracking !== undefined && change.tracking !== before.tracking;
    if (isTrackingChanged && change.tracking !== undefined) {
      await this.tracking.set(appId, uid, change.tracking, origin);
    }
    const frequencies = { before: before.frequency, wanted: change.frequency };
    const frequency = await this.frequencies.change(appId, uid, frequencies, origin);
    return topics.length === 0 && !isEmailChanged && !isTrackingChanged && frequency === null
      ? null
      : {
          ...(topics.length > 0 && { topics: topics.map((choice) => ({ ...choice, wants: !choice.wants })) }),
          ...(isEmailChanged && { email: change.email !== true }),
          ...(isTrackingChanged && { tracking: before.tracking }),
          ...(frequency !== null && { frequency }),
        };
  }

  private async changeEmail(
    appId: number,
    uid: number,
    before: EmailConsent | null,
    wants: boolean | undefined,
    origin: ConsentOrigin,
  ): Promise<boolean> {
    if (!before || wants === undefined || (wants && !before.canReturn)) {
      return false;
    }
    if (wants) {
      await this.unsubscriptions.resubscribe(appId, uid, origin);
    } else {
      const email = (await this.findUser(appId, uid))?.email;
      if (email) {
        await this.unsubscriptions.unsubscribe(appId, 'email', uid, contactKeyText(email), origin);
      }
    }
    return before.isLeft === wants;
  }

  private async findUser(appId: number, uid: number): Promise<ContactRecipient | undefined> {
    const [user] = await this.users.findRecipientsByUser(appId, [uid], { withProfile: false });
    return user;
  }

  private async readEmailConsent(appId: number, email: string, isOptedIn: boolean): Promise<EmailConsent> {
    const reasons = await this.unsubscriptions.findReasons(appId, email);
    const canReturn = !reasons.includes('COMPLAINT');
    return { isLeft: !isOptedIn || !canReturn || reasons.includes('UNSUBSCRIBED'), canReturn };
  }
}

function listContactChannels(user: ContactRecipient): TopicChannel[] {
  return CONTACTS.flatMap(({ channel, address }) => {
    const value = chooseAddress(user, address);
    return value ? (topicChannelOfSender(channel, value) ?? []) : [];
  });
}

function offer({ topic, channels }: PersonTopic, reach: ReadonlySet<TopicChannel>): OfferedTopic[] {
  const { categoryId, name, title, description } = topic;
  const offered = topic.channels.flatMap((channel) => {
    const state = channels[channel];
    return state !== undefined && reach.has(channel) ? [{ channel, state }] : [];
  });
  return offered.length === 0 ? [] : [{ categoryId, name, title, description, channels: offered }];
}

/** States of topics that the person may choose, by topic and channel. */
function statesByChoice({ topics }: PersonPreferences): Map<string, TopicState> {
  return new Map(
    topics.flatMap(({ categoryId, channels }) =>
      channels.map(({ channel, state }): [string, TopicState] => [`${categoryId} ${channel}`, state]),
    ),
  );
}

/** Tests if a choice would change a topic that the person may choose. A topic that waits for a confirmation is wanted. */
function differs(states: ReadonlyMap<string, TopicState>, { categoryId, channel, wants }: ChannelChoice): boolean {
  const state = states.get(`${categoryId} ${channel}`);
  return state !== undefined && (state === 'on' || state === 'pending') !== wants;
}

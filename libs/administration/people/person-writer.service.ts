import { Injectable } from '@nestjs/common';
import { CONTACTS, type AddressKind, type ChosenFrequency, type TopicChannel } from '#libs/channels/definitions';
import type { PersonConsent } from '#libs/reporting/people';
import type { ConsentOrigin } from '#libs/users/consent';
import { PushPermissionService } from '#libs/users/devices';
import { PreferenceService, ProfileService } from '#libs/users/preferences';
import { RegistrationService, UserTagService } from '#libs/users/registry';
import { malformed } from '#platform/errors';
import type { PersonEditor } from './person-removal.service.js';

/** How a person said what its consent is. */
export const CONSENT_WAYS = ['PERSON', 'PHONE', 'LETTER', 'MAIL', 'FORM'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];

/** @property channel  of a category; absent: all of it @property frequency  of e-mail, of that kind alone */
interface ConsentChange {
  subject: string;
  kind: PersonConsent['kind'];
  channel?: TopicChannel | undefined;
  value: boolean;
  frequency?: ChosenFrequency | undefined;
}

/**
 * The changes that a member makes to a person.
 *
 * @property set       values of attributes by code
 * @property unset     codes of attributes without a value from now on
 * @property consents  of channels, categories, tracking and the frequency of e-mail
 * @property way       how the person said so; goes with `consents`
 */
export interface PersonChanges {
  set: Readonly<Record<string, unknown>>;
  unset: readonly string[];
  addTags: readonly string[];
  removeTags: readonly string[];
  consents: readonly ConsentChange[];
  way?: ConsentWay;
}

/** Writes the changes of a person by the services that servers use, in the transaction of its caller. */
@Injectable()
export class PersonWriterService {
  constructor(
    private readonly registration: RegistrationService,
    private readonly tags: UserTagService,
    private readonly profiles: ProfileService,
    private readonly preferences: PreferenceService,
    private readonly pushPermissions: PushPermissionService,
  ) {}

  /** @throws AppError malformed for consents without a way, and for what is no channel */
  async write({ appId, origin }: PersonEditor, extId: string, changes: PersonChanges): Promise<void> {
    const { set, unset, addTags, removeTags, consents, way } = changes;
    if (Object.keys(set).length > 0) {
      await this.registration.setProfileAttributes(appId, [{ extId, profile: set }]);
    }
    if (unset.length > 0) {
      await this.profiles.unsetProfileAttributes(appId, [{ extId, profile: unset }]);
    }
    if (addTags.length > 0) {
      await this.tags.tagUsers(appId, { tag: addTags, extIds: [extId] });
    }
    if (removeTags.length > 0) {
      await this.tags.untagUsers(appId, { tag: removeTags, extIds: [extId] });
    }
    if (consents.length > 0 && way === undefined) {
      throw malformed("Field 'way' should name how the person said so");
    }
    const by: ConsentOrigin = { source: 'PANEL', by: `member ${origin.by.id}, ${way}` };
    for (const { subject, kind, channel, value, frequency } of consents) {
      if (kind === 'category') {
        await this.preferences.setCategoryPreferences(
          appId,
          [{ extId, category: subject, channel, enable: value }],
          by,
        );
      } else if (kind === 'tracking') {
        await this.preferences.setTracking(appId, value, [extId], by);
      } else if (kind === 'frequency') {
        if (frequency === undefined) {
          throw malformed("Field 'frequency' should name how often e-mail may come");
        }
        await this.preferences.setEmailFrequency(appId, frequency, [extId], by);
      } else if (subject === 'PUSH') {
        await this.pushPermissions.set(appId, { extId }, value, by);
      } else {
        await this.preferences.setOptIn(appId, addressOfSubject(subject), value, [extId], by);
      }
    }
  }
}

/** @throws AppError malformed for what is no channel */
function addressOfSubject(subject: string): AddressKind {
  const contact = CONTACTS.find(({ subjects }) => subjects.user === subject);
  if (contact === undefined) {
    throw malformed(`Field 'consents' has '${subject.slice(0, 100)}', which is no channel`);
  }
  return contact.address;
}

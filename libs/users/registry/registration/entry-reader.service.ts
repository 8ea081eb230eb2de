import { Injectable } from '@nestjs/common';
import { ADDRESS_KINDS, type EmailFrequency, requireOffered } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { AppError, missing } from '#platform/errors';
import { readDeviceAttributes } from '#libs/users/profiles';
import { DeviceTokenService, readDevicePlatform } from '#libs/users/devices';
import { MAX_TAG_LENGTH, readName } from '#libs/users/identities';
import { UserChanges } from '../writes/user-changes.js';
import type { UserRegistration } from './registration.types.js';
import type { ProfileReader } from './profile-reader.js';
import { mergeConsent, readDeviceDetails, splitEntry } from './registration-entry.js';

/**
 * The circumstances of entries.
 *
 * @property seenAt   when their devices were last seen, epoch milliseconds; absent: a list of the past does not say
 * @property offered  the frequencies of e-mail that the application offers
 */
interface Circumstances {
  seenAt?: number;
  offered: readonly EmailFrequency[];
}

/** Faults of one line. */
const MAX_FAULTS = 20;

/** Reads entries of `registerUsers` into changes of users. */
@Injectable()
export class EntryReaderService {
  constructor(private readonly deviceTokens: DeviceTokenService) {}

  /** @throws AppError for the first field at fault */
  read(entry: UserRegistration, changes: UserChanges, reader: ProfileReader, { seenAt, offered }: Circumstances): void {
    const change = changes.getOrCreate(entry.extId);
    if (entry.profile) {
      reader.read(entry.profile, change);
    }
    for (const kind of ADDRESS_KINDS) {
      const address = entry[kind];
      if (address !== undefined && address !== '') {
        change[kind] = reader.readAddress(kind, address);
      }
    }
    for (const tag of entry.tags ?? []) {
      change.tags.add(readName(tag, 'tags', MAX_TAG_LENGTH));
    }
    if (entry.consent) {
      requireOffered(offered, entry.consent.emailFrequency ?? 'always', 'consent.emailFrequency');
      change.consent = mergeConsent(change.consent, entry.consent);
    }
    const details = readDeviceDetails(entry);
    if (entry.platform !== undefined || entry.deviceToken !== undefined) {
      if (entry.platform === undefined) {
        throw missing('platform');
      }
      if (entry.deviceToken === undefined) {
        throw missing('deviceToken');
      }
      const platform = readDevicePlatform(entry.platform);
      changes.addDevice(change, {
        platform,
        token: this.deviceTokens.readToken(platform, entry.deviceToken, 'deviceToken'),
        details,
        reported: readDeviceAttributes(
          reader.definitions,
          { platform: PLATFORMS[platform].number, details: details ?? {} },
          seenAt,
        ).always,
      });
    }
  }

  /**
   * Reads the entries of a line apart from all others, so that a malformed one leaves nothing behind.
   *
   * @returns up to 20 faults of them: the fields of an entry are read one by one where it has one
   */
  findFaults(
    appId: number,
    entries: readonly UserRegistration[],
    reader: ProfileReader,
    offered: readonly EmailFrequency[],
  ): AppError[] {
    const whole = this.findFault(appId, entries, reader.trial(), offered);
    if (!whole) {
      return [];
    }
    const faults = new Map<string, AppError>();
    const trial = reader.trial();
    for (const part of entries.flatMap(splitEntry)) {
      const fault = this.findFault(appId, [part], trial, offered);
      if (fault && faults.set(fault.message, fault).size === MAX_FAULTS) {
        break;
      }
    }
    return faults.size > 0 ? [...faults.values()] : [whole];
  }

  private findFault(
    appId: number,
    entries: readonly UserRegistration[],
    reader: ProfileReader,
    offered: readonly EmailFrequency[],
  ): AppError | undefined {
    const changes = new UserChanges(appId);
    try {
      entries.forEach((entry) => this.read(entry, changes, reader, { offered }));
      return undefined;
    } catch (error) {
      if (error instanceof AppError) {
        return error;
      }
      throw error;
    }
  }
}

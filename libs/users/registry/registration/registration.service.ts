import { Injectable } from '@nestjs/common';
import type { EmailFrequency } from '#libs/channels/definitions';
import { ApplicationService } from '#libs/tenancy';
import { mapInStretches } from '#platform/async';
import { FaultList, type AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { retryOnConflict, type Addresses, uniqueExtIds } from '#libs/users/identities';
import { AttributeService, type AttributeDefinitions, type AttributeMode } from '#libs/users/profiles';
import { BY_HERALD, type ConsentOrigin } from '#libs/users/consent';
import { ProfileReader } from './profile-reader.js';
import { UserChanges, type UserChange } from '../writes/user-changes.js';
import type { UserRegistration, ProfileUpdate } from './registration.types.js';
import { EntryReaderService } from './entry-reader.service.js';
import { withProfileFields } from './registration-entry.js';
import { UserWriterService } from '../writes/user-writer.service.js';

/**
 * A line of a file.
 *
 * @property entries  all of one user; of a line with faults those parts that are sound so far
 * @property faults   why it cannot be taken
 */
export interface RegistrationLine {
  entries: readonly UserRegistration[];
  faults: readonly AppError[];
}

/** Registers users with devices, attributes and addresses for servers. Each call is one transaction. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly attributes: AttributeService,
    private readonly writer: UserWriterService,
    private readonly entries: EntryReaderService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Creates or updates users. Entries of one extId are merged; the later value wins. A malformed entry refuses the
   * whole request.
   *
   * @throws AppError malformed, missing_field, bad_address
   */
  async registerUsers(
    appId: number,
    entries: readonly UserRegistration[],
    origin: ConsentOrigin = BY_HERALD,
  ): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    const whole = entries.map(withProfileFields);
    const now = this.clock.now().getTime();
    const offered = await this.findOffered(appId, whole);
    const read = (entry: UserRegistration, changes: UserChanges, reader: ProfileReader): void => {
      this.entries.read(entry, changes, reader, { seenAt: now, offered });
    };
    await this.writeChanges(appId, whole, read, { origin });
  }

  /**
   * Reads lines of a file as `registerUsers` reads its entries, and hands the changes over. A line with a fault is left out
   * as a whole, in place of refusing the others.
   *
   * @param canDefine  whether undefined attributes may be defined now; otherwise they get ids below 0
   * @param take  gets the changes and the id of every attribute code in them; it may run again after a conflict
   * @returns the result of `take`, and the faults by the index of their line
   */
  async takeLines<R>(
    appId: number,
    lines: readonly RegistrationLine[],
    canDefine: boolean,
    take: (changes: readonly UserChange[], attrIds: ReadonlyMap<string, number>) => Promise<R>,
  ): Promise<{ result: R; refusals: ReadonlyMap<number, readonly AppError[]> }> {
    const whole = lines.map(({ entries, faults }) => ({ entries: entries.map(withProfileFields), faults }));
    const codes = new Set(whole.flatMap(({ entries }) => entries.flatMap(({ profile = {} }) => Object.keys(profile))));
    const offered = await this.findOffered(
      appId,
      whole.flatMap(({ entries }) => entries),
    );
    return retryOnConflict(async (attempt) => {
      const definitions = await this.attributes.getDefinitionsFor(appId, codes, attempt);
      const reader = new ProfileReader(definitions, await this.canDefine(appId, codes, definitions));
      const changes = new UserChanges(appId);
      const refusals = new Map<number, readonly AppError[]>();
      await mapInStretches(whole, ({ entries, faults }, index) => {
        const all = [...faults, ...this.entries.findFaults(appId, entries, reader, offered)];
        if (all.length > 0) {
          refusals.set(index, all);
        } else {
          entries.forEach((entry) => this.entries.read(entry, changes, reader, { offered }));
        }
      });
      const attrIds = canDefine
        ? await this.defineAttributes(appId, codes, definitions, reader)
        : withPlaceholders(codes, definitions);
      return { result: await take(changes.list(), attrIds), refusals };
    });
  }

  /**
   * Sets attributes; the others stay. Missing users are created.
   *
   * @throws AppError malformed (an undefined code, a wrong type), bad_address (e-mail, number)
   */
  async setProfileAttributes(appId: number, entries: readonly ProfileUpdate[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.writeChanges(appId, entries, ({ extId, profile }, changes, reader) =>
      reader.read(profile, changes.getOrCreate(extId)),
    );
  }

  /**
   * Appends elements to array attributes, unless the user has them already. Missing users are created.
   *
   * @throws AppError malformed (an undefined code, no array, a wrong type, an array beyond 1000 elements)
   */
  async pushProfileAttributes(appId: number, entries: readonly ProfileUpdate[]): Promise<void> {
    uniqueExtIds(entries.map((entry) => entry.extId));
    await this.writeChanges(
      appId,
      entries,
      ({ extId, profile }, changes, reader) => reader.push(profile, changes.getOrCreate(extId)),
      { mode: 'push' },
    );
  }

  /** Sets the given addresses of a user. */
  async setAddresses(appId: number, extId: string, addresses: Partial<Addresses<string>>): Promise<void> {
    const changes = new UserChanges(appId);
    Object.assign(changes.getOrCreate(extId), addresses);
    await this.writer.write(appId, changes.list(), new Map());
  }

  /** Reads all entries before the first write, so that a refused request defines no attribute. */
  private async writeChanges<E extends { extId: string; profile?: Readonly<Record<string, unknown>> }>(
    appId: number,
    entries: readonly E[],
    read: (entry: E, changes: UserChanges, reader: ProfileReader) => void,
    options: { mode?: AttributeMode; origin?: ConsentOrigin } = {},
  ): Promise<void> {
    const codes = new Set<string>();
    await mapInStretches(entries, ({ profile = {} }) => Object.keys(profile).forEach((code) => codes.add(code)));
    await retryOnConflict(async (attempt) => {
      const definitions = await this.attributes.getDefinitionsFor(appId, codes, attempt);
      const reader = new ProfileReader(definitions, await this.canDefine(appId, codes, definitions));
      const changes = new UserChanges(appId);
      const faults = new FaultList();
      await mapInStretches(entries, (entry, index) =>
        faults.check({ index, extId: entry.extId }, () => read(entry, changes, reader)),
      );
      faults.throwFirst();
      reader.takePushed();
      const attrIds = await this.defineAttributes(appId, codes, definitions, reader);
      await this.writer.write(appId, changes.list(), attrIds, options);
    });
  }

  /** Defines what the reader met for the first time. @returns the id of every defined code */
  private async defineAttributes(
    appId: number,
    codes: ReadonlySet<string>,
    present: AttributeDefinitions,
    { newDefinitions }: ProfileReader,
  ): Promise<Map<string, number>> {
    const definitions =
      newDefinitions.size > 0 ? await this.attributes.defineAttributes(appId, [...newDefinitions.values()]) : present;
    return new Map([...codes].flatMap((code) => toAttributeIdEntry(definitions, code)));
  }

  /** The frequencies of e-mail that people may choose, read where an entry names one. */
  private async findOffered(appId: number, entries: readonly UserRegistration[]): Promise<readonly EmailFrequency[]> {
    const isNamed = entries.some(({ consent }) => consent?.emailFrequency !== undefined);
    return isNamed ? (await this.applications.getApplication(appId)).settings.emailFrequency : [];
  }

  private async canDefine(
    appId: number,
    codes: ReadonlySet<string>,
    definitions: AttributeDefinitions,
  ): Promise<boolean> {
    const unknown = [...codes].some((code) => !definitions.has(code));
    return unknown && (await this.attributes.canDefineOnFirstUse(appId));
  }
}

function toAttributeIdEntry(definitions: AttributeDefinitions, code: string): [string, number][] {
  const definition = definitions.get(code);
  return definition ? [[code, definition.attrId]] : [];
}

/** An undefined attribute has an id of its own below 0, so it differs from an attribute that every user has. */
function withPlaceholders(codes: ReadonlySet<string>, definitions: AttributeDefinitions): Map<string, number> {
  return new Map([...codes].map((code, index) => [code, definitions.get(code)?.attrId ?? -1 - index]));
}

import { Inject, Injectable } from '@nestjs/common';
import { TagService } from '#libs/users/profiles';
import {
  ProfileReader,
  SingleUserWriterService,
  sortUnique,
  UserLookupService,
  type UserUpdate,
} from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { readReference } from '../model/references.js';
import type { SetStep, Visit } from '../model/journey.types.js';
import { PersonTimeRepository } from './person-time.repository.js';

/** A person to write to, with the data of the visit. */
export interface PersonSet {
  uid: number;
  step: SetStep;
  data: Visit['data'];
}

/** Writes attributes and tags of people, as a request would. */
@Injectable()
export class PersonSetService {
  constructor(
    private readonly users: UserLookupService,
    private readonly tags: TagService,
    private readonly writer: SingleUserWriterService,
    private readonly people: PersonTimeRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Writes what steps say, in the transaction. A value that its attribute does not take is left out, and counted in the log. */
  async write(tx: Tx, appId: number, sets: readonly PersonSet[]): Promise<void> {
    if (sets.length === 0) {
      return;
    }
    const codes = sortUniqueTexts(sets.flatMap(({ step }) => Object.keys(step.attributes)));
    const definitions = await this.users.getAttributesByCode(appId, codes);
    const tagIds = await this.tags.ensureIds(appId, new Set(sets.flatMap(({ step }) => step.addTags ?? [])));
    const present = await this.people.find(tx, appId, sortUnique(sets.map(({ uid }) => uid)), undefined);
    const uids = new Set(present.map(({ uid }) => uid));
    let refused = 0;
    for (const { uid, step, data } of sets.filter((set) => uids.has(set.uid)).toSorted((a, b) => a.uid - b.uid)) {
      const attrs = new Map<number, UserUpdate['attrs'] extends ReadonlyMap<number, infer Value> ? Value : never>();
      for (const [code, written] of Object.entries(step.attributes)) {
        const reference = readReference(written);
        const value = reference ? data[reference.code] : written;
        const definition = definitions.get(code);
        const stored =
          definition && value !== undefined ? readOne(new ProfileReader(definitions, false), code, value) : undefined;
        if (definition && stored !== undefined) {
          attrs.set(definition.attrId, stored);
        } else {
          refused += 1;
        }
      }
      const tags = (step.addTags ?? []).flatMap((name) => tagIds.get(name) ?? []);
      await this.writer.write(tx, appId, uid, { attrs, tags: sortUnique(tags) }, false);
    }
    if (refused > 0) {
      this.logger.warn({ appId, refused }, 'a journey has values that their attributes do not take');
    }
  }
}

function readOne(reader: ProfileReader, code: string, value: unknown) {
  const change = { extId: '', vb: 0, attrs: new Map(), tags: new Set<string>(), devices: new Map() };
  try {
    reader.read({ [code]: value }, change);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') {
      return undefined;
    }
    throw error;
  }
  return change.attrs.get(code);
}

function sortUniqueTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}

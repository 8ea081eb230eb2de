import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditService, type AuditDifference, type NewEntry } from '#libs/audit';
import { checkSizes, type Message } from '#libs/content';
import { definitionMessage, type DefinitionDto } from '#libs/content/parse';
import { refuseBrokenPlaceholders } from '#libs/content/template';
import { ApplicationService, type Caller, type Viewer } from '#libs/tenancy';
import { Database, isUniqueViolation, type Statements, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { writtenName } from '#platform/validation';
import type { Definition, DefinitionWriter } from '../model/notifications.types.js';
import { findTemplateSettings } from '../blocks/template-settings.js';
import { TemplateTextsService } from '../blocks/template-texts.service.js';
import { DefinitionReferencesService } from './definition-references.service.js';
import type { ChangedDefinitionDto } from './definition.dto.js';
import { DefinitionRepository } from './definition.repository.js';

/** A definition with the ids of its categories, for a send by name. */
export interface NamedDefinition extends Pick<Definition, 'notificationKey' | 'message'> {
  categoryIds?: number[];
}

/** Definitions: messages that are stored for later transactional sends. */
@Injectable()
export class NotificationDefinitionService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly texts: TemplateTextsService,
  ) {}

  /**
   * `createNotificationDefinition` (specification, section 4.3).
   *
   * @returns the notification key
   * @throws AppError as `definitionMessage`, `checkSizes` and `DefinitionReferencesService`
   */
  async createDefinition(caller: Caller, request: DefinitionDto): Promise<number> {
    const { appId } = caller;
    const message = await this.prepare(caller, request);
    const { name = null } = request;
    return this.withOwnName(name, () => this.definitions.insertDefinition(this.db, appId, 'definition', message, name));
  }

  /** Creates a definition for a member, with an entry in the audit log. */
  async createNoted(writer: DefinitionWriter & Pick<Caller, 'templates'>, request: DefinitionDto): Promise<number> {
    const { appId } = writer;
    const message = await this.prepare(writer, request);
    const { name = null } = request;
    return this.withOwnName(name, () =>
      this.db.tx(async (tx) => {
        const key = await this.definitions.insertDefinition(tx, appId, 'definition', message, name);
        await this.record(tx, writer, [{ action: 'definition.create', subject: `definition ${key}` }]);
        return key;
      }),
    );
  }

  /**
   * Replaces a definition, and adds it to the audit log. Sends that were accepted before keep the old message.
   *
   * @throws AppError unknown_key, wrong_state for one that has ended; else as `createDefinition`
   */
  async changeDefinition(caller: Caller, request: ChangedDefinitionDto): Promise<void> {
    const { appId } = caller;
    const { notificationKey: key } = request;
    const message = await this.prepare(caller, request);
    const { name = null } = request;
    await this.withOwnName(name, () =>
      this.db.tx(async (tx) => {
        const before = await this.lock(tx, appId, key);
        const differences = diffMessages(before.message, message);
        if (before.name !== name) {
          differences.push({ change: 'change', subject: 'name' });
        }
        if (differences.length > 0) {
          await this.definitions.replace(tx, appId, key, { message, name });
          await this.record(tx, caller, [{ action: 'definition.change', subject: `definition ${key}`, differences }]);
        }
      }),
    );
  }

  /**
   * Changes texts of a definition, and adds it to the audit log.
   *
   * @param also  stores what goes with them, in the same transaction
   * @throws AppError as `changeDefinition`; malformed for a text with a fault
   */
  async rewrite(
    caller: DefinitionWriter,
    key: number,
    change: (message: Message) => Message,
    also?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.db.tx(async (tx) => {
      const { message: before, name } = await this.lock(tx, caller.appId, key);
      const message = change(before);
      refuseBrokenPlaceholders(message, (field) => field);
      await checkSizes(message);
      const differences = diffMessages(before, message);
      if (differences.length > 0) {
        await this.refuseDeciding(caller, name, message);
        await this.definitions.replace(tx, caller.appId, key, { message, name });
        await this.record(tx, caller, [{ action: 'definition.change', subject: `definition ${key}`, differences }]);
      }
      await also?.(tx);
    });
  }

  /**
   * Ends definitions, all or none: nothing more is sent of them. Sends that were accepted before go on.
   *
   * @throws AppError unknown_key, wrong_state for one that has ended
   */
  async endDefinitions(caller: Caller, keys: readonly number[]): Promise<void> {
    await this.db.tx(async (tx) => {
      for (const key of keys.toSorted((a, b) => a - b)) {
        await this.lock(tx, caller.appId, key);
        await this.definitions.end(tx, caller.appId, key);
      }
      const entries = keys.map((key) => ({ action: 'definition.end', subject: `definition ${key}` }));
      await this.record(tx, caller, entries);
    });
  }

  /** Definitions, newest first, below a key; null: from the newest. */
  async listDefinitions(appId: number, page: { before: number | null; limit: number }): Promise<Definition[]> {
    return this.definitions.listPage(appId, 'definition', page);
  }

  /** Campaigns, likewise. */
  async listCampaigns(appId: number, page: { before: number | null; limit: number }): Promise<Definition[]> {
    return this.definitions.listPage(appId, 'campaign', page);
  }

  /** Campaigns by their keys, in their order; what is none is left out. */
  async findCampaigns(appId: number, keys: readonly number[]): Promise<Definition[]> {
    const found = await this.definitions.findByKeys(this.db, appId, keys);
    const byKey = new Map(found.map((definition) => [definition.notificationKey, definition]));
    return keys.flatMap((key) => byKey.get(key) ?? []).filter(({ kind }) => kind === 'campaign');
  }

  /** @throws AppError unknown_key, also for a key of the other kind */
  async getStored(appId: number, kind: 'definition' | 'campaign', key: number): Promise<Definition> {
    const [stored] = await this.definitions.findByKeys(this.db, appId, [key]);
    if (stored?.kind !== kind) {
      throw new AppError('unknown_key', `No ${kind} has the key ${key}`);
    }
    return stored;
  }

  /** Finds those of some names that definitions have. */
  async findNames(on: Statements, appId: number, names: readonly string[]): Promise<string[]> {
    return (await this.definitions.findNamed(on, appId, names)).flatMap(({ name }) => name ?? []);
  }

  /** Refuses definitions of some names that decide by private values. @throws AppError key_not_allowed, permission_missing */
  async refuseDecidingNamed(appId: number, names: readonly string[], viewer: Viewer): Promise<void> {
    for (const { message } of viewer.seesPrivate ? [] : await this.definitions.findNamed(this.db, appId, names)) {
      await this.texts.refuseDeciding(appId, message, viewer);
    }
  }

  /** Finds the definitions of some names as a send needs them. */
  async findSendable(appId: number, names: readonly string[]): Promise<Map<string, NamedDefinition>> {
    const found = names.length > 0 ? await this.definitions.findNamed(this.db, appId, names) : [];
    const entries = await Promise.all(
      found.map(async ({ name, notificationKey, message }): Promise<[string, NamedDefinition]> => [
        name ?? '',
        { notificationKey, message, ...(await this.references.resolveCategories(appId, message)) },
      ]),
    );
    return new Map(entries);
  }

  /** @throws AppError malformed where another definition that has not ended has the name */
  private async withOwnName<T>(name: string | null, store: () => Promise<T>): Promise<T> {
    try {
      return await store();
    } catch (error) {
      if (name !== null && isUniqueViolation(error)) {
        throw new AppError('malformed', `Field 'name': another definition is named '${name}'`, { field: 'name' });
      }
      throw error;
    }
  }

  /** @throws AppError unknown_key, wrong_state */
  private async lock(tx: Tx, appId: number, key: number): Promise<Definition> {
    const definition = await this.definitions.lockDefinition(tx, appId, key);
    if (definition?.kind !== 'definition') {
      throw new AppError('unknown_key', `No definition has the key ${key}`);
    }
    if (definition.endedAt) {
      throw new AppError('wrong_state', `The definition ${key} has ended`);
    }
    return definition;
  }

  private async record(tx: Tx, caller: DefinitionWriter, entries: readonly NewEntry[]): Promise<void> {
    await this.applications.countDefinitionChange(tx, caller.appId);
    await this.audit.append(tx, caller.appId, caller, entries);
  }

  /** Steps of journeys send a definition with a name to many, so their figures answer what it asks. */
  private async refuseDeciding(writer: DefinitionWriter, name: string | null, message: Message): Promise<void> {
    if (name !== null) {
      await this.texts.refuseDeciding(writer.appId, message, writer);
    }
  }

  private async prepare(
    writer: DefinitionWriter & Pick<Caller, 'templates'>,
    request: DefinitionDto,
  ): Promise<Message> {
    const { appId, templates } = writer;
    const nameOf = (field: string): string => writtenName(request, field);
    const defined = definitionMessage(request, await findTemplateSettings(this.db, appId, request, templates));
    await this.refuseDeciding(writer, request.name ?? null, defined);
    await checkSizes(defined);
    const message = await this.references.resolveReferences(appId, defined, nameOf);
    await this.references.resolveCategories(appId, message);
    await this.references.checkWebhook(appId, message, nameOf);
    return message;
  }
}

/** Names of the fields that differ. Their texts stay out of the log: they may be long. */
function diffMessages(before: Message, after: Message): AuditDifference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Message>;
  return [...names]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ change: 'change', subject: name }));
}

import { Injectable } from '@nestjs/common';
import { CampaignControlService } from '#libs/delivery/control';
import { AuditService, type AuditDifference } from '#libs/audit';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import type { CampaignActor } from '../model/notifications.types.js';
import { CampaignFilingRepository } from './campaign-filing.repository.js';
import { foldText, labelLine, wordsOf } from './campaign-words.js';
import type { CampaignFiling, CampaignFolder, FilingChange, FilingFilter } from './filing.types.js';
import { differencesOf, requireFolder, isSameName } from './folder-rules.js';

export const MAX_FOLDERS = 200;
const BATCH_SIZE = 200;
/** Soon after an upgrade; later there is nothing to read. */
const READ_MS = 60_000;

/** Folders, labels and the archive of campaigns. Nothing of them changes a message or a figure. */
@Injectable()
export class CampaignFilingService {
  constructor(
    private readonly db: Database,
    private readonly filings: CampaignFilingRepository,
    private readonly control: CampaignControlService,
    private readonly audit: AuditService,
  ) {}

  async find(appId: number, keys: readonly number[]): Promise<Map<number, CampaignFiling>> {
    return this.filings.find(appId, keys);
  }

  /** Keys of campaigns that fit, the newest first. A text of less than three characters finds a key alone. */
  async listKeys(
    appId: number,
    { find, ...filter }: FilingFilter,
    page: { before: number | null; limit: number },
  ): Promise<number[]> {
    const folded = find === undefined ? undefined : foldText(find).trim();
    return this.filings.listKeys(
      appId,
      { ...filter, ...(folded !== undefined && folded !== '' && { find: folded }) },
      page,
    );
  }

  /**
   * Files campaigns: all of them or none.
   *
   * @throws AppError unknown_key for what is no campaign; unknown_id for a folder; wrong_state for the archiving of one that
   *   has still something to send
   */
  async file(actor: CampaignActor, keys: readonly number[], change: FilingChange): Promise<void> {
    const { appId } = actor;
    const unique = [...new Set(keys)].toSorted((a, b) => a - b);
    await this.db.tx(async (tx) => {
      const messages = await this.filings.lockCampaigns(tx, appId, unique);
      const unknown = unique.find((key) => !messages.has(key));
      if (unknown !== undefined) {
        throw new AppError('unknown_key', `No campaign has the key ${unknown}`, { field: 'keys' });
      }
      const folder = typeof change.folderId === 'number' ? await this.getFolder(tx, appId, change.folderId) : null;
      if (change.isArchived === true) {
        const [open] = await this.control.findOpen(tx, appId, unique);
        if (open !== undefined) {
          throw new AppError('wrong_state', `The campaign ${open} has not ended: stop it first, or wait`, {
            field: 'keys',
          });
        }
      }
      await this.filings.file(tx, appId, unique, change);
      const { label } = change;
      if (label !== undefined) {
        await this.filings.setLabel(tx, appId, unique, label);
        await this.filings.setLabelWords(tx, appId, unique, labelLine(label));
      }
      const entries = unique.flatMap((key) =>
        differencesOf(change, folder, messages.get(key)?.labels ?? null).map(({ action, difference }) => ({
          action,
          subject: `campaign ${key}`,
          ...(difference && { differences: [difference] }),
        })),
      );
      await this.audit.append(tx, appId, actor, entries);
    });
  }

  /** The folders by their names. */
  async listFolders(appId: number): Promise<CampaignFolder[]> {
    return this.filings.listFolders(this.db, appId);
  }

  /** @throws AppError malformed for a name that another folder has, and for one folder too many */
  async createFolder(actor: CampaignActor, name: string): Promise<CampaignFolder> {
    return this.changeFolders(actor, name, null, async (tx) => {
      const folderId = await this.filings.insertFolder(tx, actor.appId, name);
      await this.noteFolder(tx, actor, 'folder.create', folderId, { change: 'add', subject: 'name', to: name });
      return { folderId, name, campaigns: 0 };
    });
  }

  /** @throws AppError unknown_id; malformed for a name that another folder has */
  async renameFolder(actor: CampaignActor, folderId: number, name: string): Promise<CampaignFolder> {
    return this.changeFolders(actor, name, folderId, async (tx, folders) => {
      const before = requireFolder(folders, folderId);
      await this.filings.renameFolder(tx, actor.appId, folderId, name);
      const difference = { change: 'change', subject: 'name', from: before.name, to: name } as const;
      await this.noteFolder(tx, actor, 'folder.rename', folderId, difference);
      return { ...before, name };
    });
  }

  /** Its campaigns are in no folder then. @throws AppError unknown_id */
  async removeFolder(actor: CampaignActor, folderId: number): Promise<void> {
    await this.changeFolders(actor, null, folderId, async (tx, folders) => {
      const { name } = requireFolder(folders, folderId);
      await this.filings.deleteFolder(tx, actor.appId, folderId);
      await this.noteFolder(tx, actor, 'folder.remove', folderId, { change: 'remove', subject: 'name', from: name });
    });
  }

  /** Reads the words of campaigns that were stored before there were any. */
  @Recurring('campaign-words.read', READ_MS)
  async readWords(): Promise<void> {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
      const unread = await this.filings.findUnread(BATCH_SIZE);
      await this.filings.setWords(unread.map(({ appId, key, message }) => ({ appId, key, words: wordsOf(message) })));
      count = unread.length;
    }
  }

  /** @param name  that no folder but `own` may have; null: any */
  private async changeFolders<T>(
    { appId }: CampaignActor,
    name: string | null,
    own: number | null,
    change: (tx: Tx, folders: readonly CampaignFolder[]) => Promise<T>,
  ): Promise<T> {
    return this.db.tx(async (tx) => {
      await this.filings.lockFolders(tx, appId);
      const folders = await this.filings.listFolders(tx, appId);
      if (name !== null && folders.some((folder) => folder.folderId !== own && isSameName(folder.name, name))) {
        throw new AppError('malformed', `There is a folder '${name}' already`, { field: 'name' });
      }
      if (own === null && folders.length >= MAX_FOLDERS) {
        throw malformed(`There are ${MAX_FOLDERS} folders. Remove one first`);
      }
      return change(tx, folders);
    });
  }

  private async getFolder(tx: Tx, appId: number, folderId: number): Promise<CampaignFolder> {
    // A removal of the folder waits for the campaigns that are put into it.
    await this.filings.lockFolders(tx, appId);
    return requireFolder(await this.filings.listFolders(tx, appId), folderId);
  }

  private async noteFolder(
    tx: Tx,
    actor: CampaignActor,
    action: string,
    folderId: number,
    difference: AuditDifference,
  ): Promise<void> {
    const entry = { action, subject: `campaign folder ${folderId}`, differences: [difference] };
    await this.audit.append(tx, actor.appId, actor, [entry]);
  }
}

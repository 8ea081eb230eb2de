import type { AuditDifference } from '#libs/audit';
import { AppError } from '#platform/errors';
import type { CampaignFolder, FilingChange } from './filing.types.js';

export function requireFolder(folders: readonly CampaignFolder[], folderId: number): CampaignFolder {
  const folder = folders.find((entry) => entry.folderId === folderId);
  if (!folder) {
    throw new AppError('unknown_id', `There is no folder ${folderId}`, { field: 'folder' });
  }
  return folder;
}

/** Compares names like their unique index. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function differencesOf(
  { folderId, isArchived, label }: FilingChange,
  folder: CampaignFolder | null,
  labelBefore: string | null,
): { action: string; difference?: AuditDifference }[] {
  return [
    ...(isArchived === undefined ? [] : [{ action: isArchived ? 'campaign.archive' : 'campaign.unarchive' }]),
    ...(folderId === undefined
      ? []
      : [
          {
            action: 'campaign.folder',
            difference: { change: 'change', subject: 'folder', to: folder?.name ?? '' } as const,
          },
        ]),
    ...(label === undefined
      ? []
      : [
          {
            action: 'campaign.label',
            difference: { change: 'change', subject: 'label', from: labelBefore ?? '', to: label ?? '' } as const,
          },
        ]),
  ];
}

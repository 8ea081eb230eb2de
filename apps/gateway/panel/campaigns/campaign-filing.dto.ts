import { ArrayMinSize, IsBoolean, IsOptional } from 'class-validator';
import { MAX_FOLDERS, type CampaignFolder, type FilingChange } from '#libs/notifications';
import { malformed } from '#platform/errors';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';
import { readNumber } from '../access/read-number.js';

const MAX_NAME = 60;
const MAX_LABEL = 200;
const MAX_ID = 20;
/** More than a page of the list has. */
const MAX_KEYS = 100;

export class FolderNameDto {
  @Text({ max: MAX_NAME }) @Describe({ description: 'That no other folder has', example: 'Spring' }) name!: string;
}

export class CampaignFolderDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ example: 'Spring' }) name!: string;
  @Int() @Describe({ description: 'Campaigns in it, archived ones too' }) campaigns!: number;
}

export class CampaignFolderListDto {
  @NestedList(() => CampaignFolderDto, { max: MAX_FOLDERS })
  @Describe({ description: 'By their names' })
  items!: CampaignFolderDto[];
}

export class FilingDto {
  @Texts({ max: MAX_KEYS })
  @ArrayMinSize(1, { message: "Field 'keys' should have an entry" })
  @Describe({ description: 'Of campaigns; all of them are filed, or none', example: ['1000'] })
  keys!: string[];

  @IsOptional()
  @Text({ max: MAX_ID, empty: true })
  @Describe({ description: 'Id of a folder; empty: out of its folder; absent: stays', example: '7' })
  folder?: string;

  @IsOptional()
  @IsBoolean()
  @Describe({ description: 'True: hidden from the list by default; only what has ended' })
  archived?: boolean;

  @IsOptional()
  @Text({ max: MAX_LABEL, empty: true })
  @Describe({ description: 'Label of the reports; empty: none; absent: stays', example: 'news' })
  label?: string;
}

/** @throws AppError unknown_id for a folder that is no number; malformed without a change */
export function readFiling({ folder, archived, label }: FilingDto): FilingChange {
  if (folder === undefined && archived === undefined && label === undefined) {
    throw malformed("One of 'folder', 'archived' and 'label' should be there");
  }
  return {
    ...(folder !== undefined && { folderId: folder === '' ? null : readNumber(folder, 'folder') }),
    ...(archived !== undefined && { isArchived: archived }),
    ...(label !== undefined && { label: label === '' ? null : label }),
  };
}

export function toFolder({ folderId, name, campaigns }: CampaignFolder): CampaignFolderDto {
  return { id: String(folderId), name, campaigns };
}

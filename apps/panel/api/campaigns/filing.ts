import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type CampaignFolder = Schemas['CampaignFolderDto'];

/** Changes of some campaigns; absent fields stay. An empty folder or label takes them away. */
export interface Filing {
  folder?: string;
  archived?: boolean;
  label?: string;
}

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, ...rest].map(encodeURIComponent)].join('/');

/** The folders of campaigns, by their names. */
export const campaignFolders = (app: string) =>
  queryOptions({
    queryKey: [app, 'campaign-folders'],
    queryFn: ({ signal }) => read<{ items: CampaignFolder[] }>(pathOf(app, 'campaign-folders'), {}, signal),
  });

/** Files campaigns: all of them, or none. @throws {Refusal} */
export function fileCampaigns(app: string, keys: readonly string[], filing: Filing): Promise<void> {
  return write(pathOf(app, 'campaigns', 'file'), { keys, ...filing });
}

/** @throws {Refusal} for a name that another folder has */
export function createFolder(app: string, name: string): Promise<CampaignFolder> {
  return write(pathOf(app, 'campaign-folders'), { name });
}

/** @throws {Refusal} as `createFolder` */
export function renameFolder(app: string, id: string, name: string): Promise<CampaignFolder> {
  return write(pathOf(app, 'campaign-folders', id), { name });
}

/** Removes a folder; its campaigns stay. */
export function removeFolder(app: string, id: string): Promise<void> {
  return write(pathOf(app, 'campaign-folders', id, 'remove'), {});
}

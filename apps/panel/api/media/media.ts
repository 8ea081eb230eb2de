import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, send, write } from '../client.js';
import type { Page } from '../types.js';

type Schemas = components['schemas'];
export type Picture = Schemas['MediaDto'];
export type ListedPicture = Schemas['ListedMediaDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'media', ...rest].map(encodeURIComponent)].join('/');

/** Of every page of pictures: what changes them reads them again. */
export const pictureKey = (app: string) => [app, 'media'] as const;

export const pictures = (app: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...pictureKey(app), after],
    queryFn: ({ signal }) => read<Page<ListedPicture>>(pathOf(app), { after }, signal),
    placeholderData: keepPreviousData,
  });

/** @throws {Refusal} whose first problem has as its path what is wrong with the file */
export function addPicture(app: string, file: File): Promise<Picture> {
  const form = new FormData();
  form.append('file', file, file.name);
  return send<Picture>(pathOf(app), form);
}

/** @param uses  how many the reader was told of */
export function removePicture(app: string, hash: string, uses: number): Promise<void> {
  return write(pathOf(app, hash, 'delete'), { uses });
}

/** Where this page reads a picture: from its own origin, whatever the public address is. */
export function sourceOf({ hash }: Pick<Picture, 'hash'>): string {
  return `/m/${hash}`;
}

/** The address that stands in messages. Without a public one it is that of this very server. */
export function addressOf({ url }: Pick<Picture, 'url'>): string {
  return new URL(url, location.origin).href;
}

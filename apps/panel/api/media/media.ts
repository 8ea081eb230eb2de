import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, send, write } from '../client.js';
import type { Page } from '../types.js';

type Schemas = components['schemas'];
export type Picture = Schemas['MediaDto'];
export type ListedPicture = Schemas['ListedMediaDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'media', ...rest].map(encodeURIComponent)].join('/');

/** Covers every page of pictures: a change reloads them. */
export const pictureKey = (app: string) => [app, 'media'] as const;

export const pictures = (app: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...pictureKey(app), after],
    queryFn: ({ signal }) => read<Page<ListedPicture>>(pathOf(app), { after }, signal),
    placeholderData: keepPreviousData,
  });

/** @throws {Refusal} with a first problem whose path says what is wrong with the file */
export function addPicture(app: string, file: File): Promise<Picture> {
  const form = new FormData();
  form.append('file', file, file.name);
  return send<Picture>(pathOf(app), form);
}

/** @param uses  the number that the reader saw */
export function removePicture(app: string, hash: string, uses: number): Promise<void> {
  return write(pathOf(app, hash, 'delete'), { uses });
}

/** The address of a picture for this page: on its own origin, independent of the public address. */
export function sourceOf({ hash }: Pick<Picture, 'hash'>): string {
  return `/m/${hash}`;
}

/** The address that stands in messages. Without a public one it is that of this very server. */
export function addressOf({ url }: Pick<Picture, 'url'>): string {
  return new URL(url, location.origin).href;
}

import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read } from '../client.js';

export type GalleryMail = components['schemas']['GalleryMailDto'];

/** Languages of the gallery; readers of others get English. */
const LANGUAGES = ['en', 'tr'];

/** Mails to begin with, in the look of the application. They change with its brand alone. */
export const gallery = (app: string, language: string) =>
  queryOptions({
    queryKey: [app, 'gallery', language],
    queryFn: ({ signal }) =>
      read<{ items: GalleryMail[] }>(
        `/apps/${encodeURIComponent(app)}/templates/gallery`,
        { language: LANGUAGES.includes(language) ? language : 'en' },
        signal,
      ),
    staleTime: 0,
  });

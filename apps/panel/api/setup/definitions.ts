import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

export type Definition = components['schemas']['ListedDefinitionDto'];

const pathOf = (app: string): string => `/apps/${encodeURIComponent(app)}/definitions`;

/** The definitions that journeys can name. */
export const definitionsOf = (app: string) =>
  queryOptions({
    queryKey: [app, 'definitions'],
    queryFn: ({ signal }) => read<{ items: Definition[] }>(pathOf(app), {}, signal),
  });

/** Stores a definition with a name. @throws {Refusal} */
export function createDefinition(app: string, definition: object): Promise<{ notificationKey: number }> {
  return write(pathOf(app), definition);
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask, read, write } from '../client.js';

type Schemas = components['schemas'];
export type ListedTemplate = Schemas['ListedTemplateDto'];
export type Template = Schemas['TemplateDto'];
export type TemplateState = Schemas['TemplateStateDto'];
export type TemplateRegion = Schemas['TemplateRegionDto'];
export type TemplateVersion = Schemas['TemplateVersionDto'];
export type EarlierTemplate = Schemas['EarlierTemplateDto'];
export type TemplateDifference = Schemas['TemplateDifferenceDto'];
export type TemplateContent = Schemas['TemplateContentDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'templates', ...rest].map(encodeURIComponent)].join('/');

/** Covers every list of templates: a change reloads them. */
export const templateKey = (app: string) => [app, 'templates'] as const;

/** The one that was changed last first. */
export const templates = (app: string) =>
  queryOptions({
    queryKey: [...templateKey(app), 'list'],
    queryFn: ({ signal }) => read<{ items: ListedTemplate[] }>(pathOf(app), {}, signal),
    staleTime: 0,
  });

/** A template in one version, which never changes. @param version  undefined: the newest */
export const template = (app: string, id: string | undefined, version?: number) =>
  queryOptions({
    queryKey: [...templateKey(app), id, version],
    queryFn: ({ signal }) => read<Template>(pathOf(app, id ?? ''), { version }, signal),
    enabled: id !== undefined,
    staleTime: version === undefined ? 0 : Infinity,
  });

/**
 * Versions of a template with author and time, the newest first.
 *
 * @param after  `next` of the page before
 */
export const templateVersions = (app: string, id: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...templateKey(app), id, 'versions', after],
    queryFn: ({ signal }) =>
      read<{ items: TemplateVersion[]; next: string | null }>(pathOf(app, id, 'versions'), { after }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** A version beside the newest one. */
export const earlierTemplate = (app: string, id: string, version: string) =>
  queryOptions({
    queryKey: [...templateKey(app), id, 'versions', 'of', version],
    queryFn: ({ signal }) => read<EarlierTemplate>(pathOf(app, id, 'versions', version), {}, signal),
    staleTime: 0,
  });

/** Placeholder regions of HTML that is being written. The earlier answer stays until the next one is there. */
export const typedRegions = (app: string, html: string | undefined) =>
  queryOptions({
    queryKey: [app, 'template regions', html],
    queryFn: ({ signal }) => ask<{ regions: TemplateRegion[] }>(pathOf(app, 'regions'), { html }, signal),
    enabled: html !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Stores a template. @throws {Refusal} */
export function createTemplate(app: string, content: TemplateContent): Promise<TemplateState> {
  return write(pathOf(app), content);
}

/** Adds a version, where it is still what was seen. @throws {Refusal} changed_meanwhile */
export function saveTemplate(
  app: string,
  { id, version }: Pick<TemplateState, 'id' | 'version'>,
  content: TemplateContent,
): Promise<TemplateState> {
  return write(pathOf(app, id, 'save'), { ...content, version });
}

/** Saves an earlier version again, where the newest is still what was seen. @throws {Refusal} changed_meanwhile */
export function restoreTemplate(
  app: string,
  { id, version, shown }: Pick<EarlierTemplate, 'id' | 'version' | 'shown'>,
): Promise<TemplateState> {
  return write(pathOf(app, id, 'restore'), { version, restores: shown });
}

/** @throws {Refusal} changed_meanwhile where more drafts use it than the reader saw */
export function deleteTemplate(app: string, { id, version, uses }: ListedTemplate): Promise<void> {
  return write(pathOf(app, id, 'delete'), { version, uses: uses.length });
}

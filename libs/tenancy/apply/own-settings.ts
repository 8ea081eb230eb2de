import { isJsonObject } from '#platform/collections';
import { AppError } from '#platform/errors';
import type { Section } from '../model/tenancy.types.js';
import type { SectionContent } from '../model/apply.types.js';

/** The settings that an editor sees. @param settings  absent: all */
export function onlySettings(content: SectionContent, settings: readonly string[] | undefined): SectionContent {
  const { value } = content;
  return settings && isJsonObject(value)
    ? { ...content, value: Object.fromEntries(Object.entries(value).filter(([name]) => settings.includes(name))) }
    : content;
}

/** @throws AppError permission_missing with the first setting that is not the editor's */
export function refuseForeignSettings(section: Section, value: unknown, settings: readonly string[] | undefined): void {
  const names = settings && section === 'settings' && isJsonObject(value) ? Object.keys(value) : [];
  const foreign = names.find((name) => !settings?.includes(name));
  if (foreign !== undefined) {
    throw new AppError('permission_missing', 'You lack the permission setup.write for this setting', {
      field: `settings.${foreign.slice(0, 60)}`,
    });
  }
}

import { permissionsOf } from '#libs/members';
import type { Section, SetupEditor } from '#libs/tenancy';
import type { AppCaller } from '../access/member.guard.js';
import { editorOf } from '../access/setup-editor.js';

/** Sections of marketers: `definitions.write` opens them, and of the settings only these. The others take `setup.write`. */
const OWN_SECTIONS: ReadonlySet<Section> = new Set<Section>([
  'settings',
  'attributes',
  'events',
  'categories',
  'buttonSets',
  'sounds',
]);
const OWN_SETTINGS = ['brand', 'defaultLanguage', 'iconUrl', 'utm'] as const;

export function seesSection(caller: AppCaller, section: Section): boolean {
  return OWN_SECTIONS.has(section) || mayAll(caller);
}

/** Settings that the member sees and changes; undefined: all. */
export function ownSettings(caller: AppCaller): readonly string[] | undefined {
  return mayAll(caller) ? undefined : OWN_SETTINGS;
}

export function ownEditor(caller: AppCaller): SetupEditor {
  const settings = ownSettings(caller);
  return { ...editorOf(caller), ...(settings && { settings }) };
}

function mayAll({ grants, app }: AppCaller): boolean {
  return permissionsOf(grants, app.id).has('setup.write');
}

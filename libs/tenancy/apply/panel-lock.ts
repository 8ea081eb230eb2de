import { AppError } from '#platform/errors';
import type { Section, Settings } from '../model/tenancy.types.js';

/** Tests if members may edit a section in the panel (`settings.panelMayEdit`). */
export function mayPanelEdit({ panelMayEdit }: Settings, section: Section): boolean {
  return panelMayEdit === null || panelMayEdit.includes(section);
}

/** @throws AppError section_locked where the application file alone changes a section */
export function refuseLocked(settings: Settings, section: Section): void {
  if (!mayPanelEdit(settings, section)) {
    throw new AppError('section_locked', `The application file alone changes ${section} (settings.panelMayEdit)`, {
      field: section,
    });
  }
}

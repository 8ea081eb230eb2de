import { Injectable } from '@nestjs/common';
import { ApplicationService, type Brand } from '#libs/tenancy';
import {
  isTracked,
  PersonPreferencesService,
  type PersonPreferences,
  type PreferenceChange,
} from '#libs/users/preferences';
import { PreferenceLinkService, type LinkedPerson } from './preference-link.service.js';
import { UndoTokenService } from './undo-token.service.js';

/** The application that a public page speaks for. @property language  of texts that name none; null: none is set */
export interface PageApplication {
  name: string;
  brand: Brand;
  language: string | null;
}

/**
 * The content of a preference page.
 *
 * @property isTracked  opens and clicks are recorded with the person; null: the application records none
 */
export interface PreferencePage {
  application: PageApplication;
  person: PersonPreferences;
  isTracked: boolean | null;
}

/** The page after a change. @property undo  undoes the change; null: there is nothing to undo */
export interface ChangedPage extends PreferencePage {
  undo: string | null;
}

/**
 * Serves the page on which people choose what they get. The token of the link is their only credential; an invalid one gives
 * null.
 */
@Injectable()
export class PreferencePageService {
  constructor(
    private readonly links: PreferenceLinkService,
    private readonly preferences: PersonPreferencesService,
    private readonly applications: ApplicationService,
    private readonly undoTokens: UndoTokenService,
  ) {}

  async open(token: string): Promise<PreferencePage | null> {
    const person = await this.links.findPerson(token);
    return person && this.read(person);
  }

  async change(token: string, change: PreferenceChange): Promise<ChangedPage | null> {
    const person = await this.links.findPerson(token);
    return person && this.write(person, change);
  }

  /** @returns `isUndone` is false for an undo that is not, or no longer, valid: then nothing changes */
  async undo(token: string, undoToken: string): Promise<(PreferencePage & { isUndone: boolean }) | null> {
    const person = await this.links.findPerson(token);
    if (!person) {
      return null;
    }
    const change = this.undoTokens.readToken(person, undoToken);
    const page = change ? await this.write(person, change) : await this.read(person);
    return page && { ...page, isUndone: change !== null };
  }

  private async write(person: LinkedPerson, change: PreferenceChange): Promise<ChangedPage | null> {
    const { appId, uid, origin } = person;
    const inverse = await this.preferences.change(appId, uid, change, origin);
    const page = await this.read(person);
    return page && { ...page, undo: inverse && this.undoTokens.createToken(person, inverse) };
  }

  private async read({ appId, uid }: LinkedPerson): Promise<PreferencePage | null> {
    const [application, person] = await Promise.all([
      this.applications.getApplication(appId),
      this.preferences.read(appId, uid),
    ]);
    return person
      ? {
          application: toPageApplication(application),
          person,
          isTracked: isTracked(application.settings.tracking, person.tracking),
        }
      : null;
  }
}

/** @param application  as the file has it */
export function toPageApplication({
  name,
  settings,
}: {
  name: string;
  settings: { brand: Brand; defaultLanguage: string | null };
}): PageApplication {
  return { name, brand: settings.brand, language: settings.defaultLanguage };
}

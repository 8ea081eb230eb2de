import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { KeyedSemaphore } from '#platform/async';
import { isJsonObject } from '#platform/collections';
import { Database, type Statements } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { SECTIONS, type Application, type Section, type Settings } from '../model/tenancy.types.js';
import type { ApplyResult, SectionContent, SetupEditor } from '../model/apply.types.js';
import { ApplicationService } from '../applications/application.service.js';
import { readSectionText } from './application-file.js';
import { ApplyService } from './apply.service.js';
import { onlySettings, refuseForeignSettings } from './own-settings.js';
import { mayPanelEdit, refuseLocked } from './panel-lock.js';
import { SectionRegistryService } from './section-registry.service.js';
import { writeYaml } from './yaml/yaml.js';

/**
 * A section in a list.
 *
 * @property entries  their number; null: settings have none
 * @property mayEdit  false: the file alone changes it (`settings.panelMayEdit`)
 */
export interface SectionHead {
  section: Section;
  entries: number | null;
  mayEdit: boolean;
}

/**
 * A section as someone edits it.
 *
 * @property text      YAML, with the name of the section
 * @property value     the same without its name, for forms
 * @property base      names the version of the text; an edit of another version is refused
 * @property withheld      names in place of secrets
 * @property keepsLeftOut  entries that an edit leaves out stay, because their secrets cannot be written again
 */
export interface EditedSection extends SectionHead {
  text: string;
  value: unknown;
  base: string;
  withheld: readonly string[];
  keepsLeftOut: boolean;
}

/** The text of a section with its value. */
export type SectionDraft = Pick<EditedSection, 'text' | 'value'>;

/** Changes that an edit makes or made. `before` and `after` are the whole section as YAML, `value` is that of `after`, and `earlier` that of `before`. */
export type SectionReview = Pick<ApplyResult, 'differences' | 'warnings' | 'secrets'> & {
  before: string;
  after: string;
  earlier: unknown;
  value: unknown;
  base: string;
};

/** Sections with secrets that cannot be read. */
const SECRET_SECTIONS: ReadonlySet<Section> = new Set<Section>(['identityKeys', 'channels']);

/** Sections of the application file, one at a time, for people who edit them: through the same apply as the file. */
@Injectable()
export class SectionEditService {
  /** One text of an application is read at a time, so that those of others have their turn. */
  private readonly reading = new KeyedSemaphore();

  constructor(
    private readonly db: Database,
    private readonly applying: ApplyService,
    private readonly sections: SectionRegistryService,
    private readonly applications: ApplicationService,
  ) {}

  async listSections(app: Application): Promise<SectionHead[]> {
    const { settings } = await this.applications.getApplication(app.id);
    return Promise.all(
      SECTIONS.map(async (section) => toHead(section, await this.read(this.db, app, section), settings)),
    );
  }

  /** @param settings  those that are seen; absent: all */
  async readSection(app: Application, section: Section, settings?: readonly string[]): Promise<EditedSection> {
    const content = await this.read(this.db, app, section, settings);
    const text = await toText(section, content);
    return {
      ...toHead(section, content, (await this.applications.getApplication(app.id)).settings),
      text,
      value: valueOf(section, content),
      base: hashText(text),
      withheld: content?.withheld ?? [],
      keepsLeftOut: SECRET_SECTIONS.has(section),
    };
  }

  /** The text of a section with a change, for an edit that begins with it. Nothing is changed. */
  async draftSection(app: Application, section: Section, change: (value: unknown) => unknown): Promise<SectionDraft> {
    const value = change((await this.read(this.db, app, section))?.value);
    return { text: await toText(section, { value, withheld: [] }), value };
  }

  /** The whole file of an application. Applying it changes nothing, once its secrets are in the environment. */
  async writeFile(app: Application): Promise<string> {
    const contents = await Promise.all(
      SECTIONS.map(async (section) => ({ section, content: await this.read(this.db, app, section) })),
    );
    const set = contents.filter(({ content }) => content !== undefined);
    const texts = await Promise.all(set.map(async ({ section, content }) => toText(section, content)));
    return [await writeYaml({ app: app.name }), ...texts].join('\n');
  }

  /**
   * Lists the changes that an edit would make. Nothing is changed.
   *
   * @throws AppError `malformed` with the path of the fault; `section_locked`; `permission_missing` for settings of others; as `ApplySection.apply` for what the editor
   *   may not do
   */
  async reviewSection(app: Application, section: Section, text: string, editor: SetupEditor): Promise<SectionReview> {
    return this.apply(app, section, text, { dryRun: true, editor });
  }

  /**
   * Applies an edit.
   *
   * @param edit.base  the version that was edited
   * @throws AppError `changed_meanwhile` for another; `section_locked` where the file alone changes the section, or
   * what the panel may edit; as `reviewSection`
   */
  async saveSection(
    app: Application,
    section: Section,
    { text, ...edit }: { text: string; base: string; origin: Origin; editor: SetupEditor },
  ): Promise<SectionReview> {
    return this.apply(app, section, text, { dryRun: false, ...edit });
  }

  private async apply(
    app: Application,
    section: Section,
    text: string,
    { dryRun, base, origin, editor }: { dryRun: boolean; base?: string; origin?: Origin; editor: SetupEditor },
  ): Promise<SectionReview> {
    // A text that the panel may not apply costs nothing.
    refuseLocked((await this.applications.getApplication(app.id)).settings, section);
    const value = readOnlySection(await this.readInTurn(app, text), section);
    refuseForeignSettings(section, value, editor.settings);
    const seen: Pick<SectionReview, 'before' | 'after' | 'earlier' | 'value'> = {
      before: '',
      after: '',
      earlier: undefined,
      value: undefined,
    };
    const { differences, warnings, secrets } = await this.applying.apply(
      { app: app.name, prune: !SECRET_SECTIONS.has(section), [section]: value },
      {
        dryRun,
        isDeferred: true,
        editor,
        ...(origin && { origin }),
        watch: {
          before: async (tx, locked) => {
            refuseLocked(locked.settings, section);
            const content = await this.read(tx, app, section, editor.settings);
            seen.before = await toText(section, content);
            seen.earlier = valueOf(section, content);
            if (base !== undefined && base !== hashText(seen.before)) {
              throw new AppError('changed_meanwhile', `${section} were changed since this was read`, { field: 'base' });
            }
          },
          after: async (tx, locked) => {
            refuseUnlocking(locked.settings, (await this.applications.getApplication(app.id, tx)).settings);
            const content = await this.read(tx, app, section, editor.settings);
            seen.after = await toText(section, content);
            seen.value = valueOf(section, content);
          },
        },
      },
    );
    return { differences, warnings, secrets, ...seen, base: hashText(dryRun ? seen.before : seen.after) };
  }

  private async readInTurn(app: Application, text: string): Promise<unknown> {
    const permits = [{ key: String(app.id), limit: 1 }];
    await this.reading.acquire(permits);
    try {
      return await readSectionText(text);
    } finally {
      this.reading.release(permits);
    }
  }

  private async read(
    on: Statements,
    app: Application,
    section: Section,
    settings?: readonly string[],
  ): Promise<SectionContent | undefined> {
    const content = await this.sections.find(section)?.read(on, app);
    return content && section === 'settings' ? onlySettings(content, settings) : content;
  }
}

function toHead(section: Section, content: SectionContent | undefined, settings: Settings): SectionHead {
  const entries = section === 'settings' ? null : countEntries(content);
  return { section, entries, mayEdit: mayPanelEdit(settings, section) };
}

/** @throws AppError `malformed` when anything but the section stands in the text */
function readOnlySection(document: unknown, section: Section): unknown {
  const names = isJsonObject(document) ? Object.keys(document) : [];
  if (!isJsonObject(document) || names.length !== 1 || names[0] !== section) {
    throw malformed(`The text should begin with "${section}:" and have nothing beside it`);
  }
  return document[section] ?? emptyValue(section);
}

async function toText(section: Section, content: SectionContent | undefined): Promise<string> {
  return writeYaml({ [section]: valueOf(section, content) });
}

function valueOf(section: Section, content: SectionContent | undefined): unknown {
  return content?.value ?? emptyValue(section);
}

/** A member who may edit settings in the panel could give itself all other sections. */
function refuseUnlocking(before: Settings, after: Settings): void {
  if (String(before.panelMayEdit) !== String(after.panelMayEdit)) {
    throw new AppError('section_locked', 'The application file alone changes what the panel may edit', {
      field: 'settings.panelMayEdit',
    });
  }
}

function emptyValue(section: Section): object {
  return section === 'settings' || section === 'channels' ? {} : [];
}

function countEntries(content: SectionContent | undefined): number {
  const value = content?.value;
  return Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

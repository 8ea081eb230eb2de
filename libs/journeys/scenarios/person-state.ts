import type { DescribedPerson, DescribedPersonJudge } from '#libs/audience';
import type { JsonObject } from '#libs/content';
import { readValue } from '#libs/users/profiles';
import { AppError } from '#platform/errors';
import { readTimeZone } from '#platform/spelling';
import type { Answer } from '../model/advance.js';
import type { BranchStep, SetStep, Visit, WaitStep } from '../model/journey.types.js';
import { readReference } from '../model/references.js';
import { waitEnd } from '../model/wait-times.js';
import type { ScenarioApplication } from './scenario-application.js';
import type { ScenarioEvent, ScenarioPerson } from './scenario.types.js';

/** A person of a scenario as it is by now. */
export class PersonState implements DescribedPerson {
  readonly extId: string;
  readonly platforms: DescribedPerson['platforms'];
  readonly tags: Set<string>;
  readonly segments: Set<string>;
  readonly events: { name: string; at: number; attrs: Readonly<Record<string, unknown>> }[] = [];
  profile: Readonly<Record<string, unknown>>;

  constructor(
    readonly described: ScenarioPerson,
    private readonly application: ScenarioApplication,
    private readonly judge: DescribedPersonJudge,
  ) {
    const { extId, platforms = [], tags, segments, profile } = described;
    this.extId = extId;
    this.platforms = platforms;
    this.tags = new Set(tags);
    this.segments = new Set(segments);
    this.profile = profile;
  }

  /** The clock of the person; that of the application where the person has none. */
  get zone(): string {
    const { timeZone } = this.described;
    return (timeZone === undefined ? undefined : readTimeZone(timeZone)) ?? this.application.zone;
  }

  /** The language of texts: its own, or that of the profile. */
  get language(): string | undefined {
    const { language = this.profile['language'] } = this.described;
    return typeof language === 'string' ? language : undefined;
  }

  /** Takes note of what happened to the person. */
  change({ at, name, attrs, profile, addTags, removeTags }: ScenarioEvent): void {
    this.profile = { ...this.profile, ...profile };
    addTags.forEach((tag) => this.tags.add(tag));
    removeTags.forEach((tag) => this.tags.delete(tag));
    if (name !== undefined) {
      this.events.push({ name, at, attrs });
    }
  }

  /** Writes values as a step says. One that its attribute does not take is left out, as it is in the engine. */
  write({ attributes, addTags = [] }: SetStep, data: Visit['data']): void {
    addTags.forEach((tag) => this.tags.add(tag));
    for (const [code, written] of Object.entries(attributes)) {
      const reference = readReference(written);
      const value = reference ? data[reference.code] : written;
      const definition = this.application.attributes.get(code);
      if (definition && value !== undefined) {
        this.profile = { ...this.profile, ...readOrNothing(definition, code, value) };
      }
    }
  }

  answer(step: BranchStep | WaitStep, at: Date): Answer {
    if (step.kind === 'branch') {
      return step.if ? this.isIn(step.if, at) : true;
    }
    const wait = 'at' in step ? step.at : 'until' in step ? step.until : undefined;
    if (!wait) {
      return null;
    }
    const zone = wait.zone === 'user' ? this.zone : this.application.zone;
    const code = 'attribute' in wait ? wait.attribute : '';
    return waitEnd(wait, this.profile[code], { isDay: this.isDay(code), zone }, at);
  }

  isIn(target: JsonObject, at: Date): boolean {
    return this.judge.judge(target, this, at);
  }

  isDay(code: string): boolean {
    return this.application.attributes.get(code)?.dataType === 'DATE';
  }
}

function readOrNothing(
  definition: Parameters<typeof readValue>[0],
  code: string,
  value: unknown,
): Record<string, unknown> {
  try {
    return { [code]: readValue(definition, value, code) };
  } catch (error) {
    if (error instanceof AppError) {
      return {};
    }
    throw error;
  }
}

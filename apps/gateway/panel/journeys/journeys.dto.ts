import { IsBoolean, IsIn, IsNumber, IsOptional } from 'class-validator';
import {
  compareHeldOut,
  JOURNEY_STATES,
  type Journey,
  type JourneyState,
  type JourneyStatistics,
} from '#libs/journeys';
import {
  type CountedJourney,
  describeEntry,
  ENTRY_WAYS,
  type EntryWay,
  type ListedStep,
  type VersionStatistics,
  type WaitingPerson,
} from '#libs/journeys/control';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { JourneyStepDto, toSteps } from './steps.dto.js';

/** A bound of the section, too. */
const MAX_JOURNEYS = 200;
/** Steps of one version, with those of branches; more where older versions had others. */
const MAX_STEPS = 10_000;
const MAX_VERSIONS = 1_000_000;
const MAX_PAGE = 100;

export class JourneyFiguresDto {
  @Int({ min: 0 }) @Describe({ description: 'Visits that began', example: 120 }) entered!: number;
  @Int({ min: 0 }) @Describe({ description: 'Now', example: 40 }) inside!: number;
  @Int({ min: 0 }) @Describe({ description: 'Visits that ended', example: 80 }) left!: number;
  @Int({ min: 0 }) @Describe({ description: 'Of those that ended: by the goal', example: 30 }) converted!: number;
  @Int({ min: 0 }) @Describe({ description: 'Events that were too old to let in', example: 1 }) late!: number;
  @Int({ min: 0 })
  @Describe({ description: 'Entries that were refused: the person was in a loop' })
  looped!: number;
}

export class ListedJourneyDto extends JourneyFiguresDto {
  @Text() id!: string;
  @Text() @Describe({ example: 'abandoned cart' }) name!: string;
  @IsIn(JOURNEY_STATES) state!: JourneyState;
  @Int() @Describe({ description: 'The newest one', example: 2 }) version!: number;
}

export class PanelJourneyListDto {
  @NestedList(() => ListedJourneyDto, { max: MAX_JOURNEYS })
  @Describe({ description: 'By name' })
  items!: ListedJourneyDto[];
}

export class JourneyVersionDto extends JourneyFiguresDto {
  @Int() version!: number;
}

export class HoldoutDifferenceDto {
  @IsNumber() @Describe({ description: 'Of the rates of conversion, reached less held out' }) difference!: number;
  @IsNumber() @Describe({ description: 'Its least value at 95 %' }) from!: number;
  @IsNumber() @Describe({ description: 'Its largest value at 95 %' }) to!: number;
}

export class PanelJourneyDto extends ListedJourneyDto {
  @IsIn(ENTRY_WAYS) @Describe({ description: 'How people enter' }) entryBy!: EntryWay;
  @Text()
  @OrNull()
  @Describe({ description: 'The event, the segment or the attribute of the date; null: another way', example: 'Cart' })
  entry!: string | null;
  @Text()
  @OrNull()
  @Describe({ description: 'Attribute of it: a person may be inside once for each of its values; null: once' })
  entryKey!: string | null;
  @Text() @OrNull() @Describe({ description: 'Event that ends the journey at once' }) goal!: string | null;
  @Int({ min: 0 })
  @Describe({ description: 'People who entered, and get nothing because of `holdout`' })
  heldOut!: number;
  @Int({ min: 0 }) @Describe({ description: 'Those of them who reached the goal' }) heldOutConverted!: number;
  @Nested(() => HoldoutDifferenceDto)
  @OrNull()
  @Describe({ description: 'What the messages do; null without a goal or without people held out' })
  effect!: HoldoutDifferenceDto | null;

  @IsBoolean()
  @Describe({
    description: 'Figures of steps are 0, because they would show private values that the member may not see',
  })
  hidesSteps!: boolean;
  @Texts({ max: MAX_STEPS })
  @Describe({
    description: 'Definitions, and steps with contents, whose text changed since its approval, which goes out',
  })
  changedTexts!: string[];

  @NestedList(() => JourneyStepDto, { max: MAX_STEPS })
  @Describe({ description: 'In the order of the file; last those of older versions that had people' })
  steps!: JourneyStepDto[];

  @NestedList(() => JourneyVersionDto, { max: MAX_VERSIONS })
  @Describe({ description: 'Those that had people, the newest first' })
  versions!: JourneyVersionDto[];
}

export class WaitingPeopleQuery {
  @Text({ max: 100 }) @Describe({ description: 'Id of the step', example: 'reminder' }) step!: string;
  @IsOptional() @Text({ max: 100 }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'People of a page' }) limit = 20;
}

export class WaitingPersonDto {
  @Text() uid!: string;
  @Text() @OrNull() @Describe({ description: 'Null: the user has none', example: 'ada' }) extId!: string | null;
  @Int() @Describe({ description: 'That the person entered' }) version!: number;
  @Text() @OrNull() @Describe({ description: 'Value by which it is inside; null: none, or hidden' }) key!:
    | string
    | null;
  @Text() @Describe({ description: 'When the person entered' }) enteredAt!: string;
  @Text() @Describe({ description: 'At this step' }) since!: string;
  @Text() @Describe({ description: 'When it goes on' }) until!: string;
}

export class WaitingPeopleDto {
  @NestedList(() => WaitingPersonDto, { max: MAX_PAGE })
  @Describe({ description: 'The next to go on first' })
  items!: WaitingPersonDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
}

export class JourneyChangeDto {
  @IsIn(JOURNEY_STATES)
  @Describe({ description: 'The state that the member saw; in another one nothing changes', example: 'on' })
  seen!: JourneyState;
}

export class ChangedJourneyDto {
  @IsBoolean()
  @Describe({ description: 'Whether it waits for an approval, and nothing was changed yet' })
  waits!: boolean;
}

export function toListed({
  journeyId,
  name,
  state,
  version,
  entered,
  inside,
  left,
  converted,
  late,
  looped,
}: CountedJourney) {
  return { id: String(journeyId), name, state, version, entered, inside, left, converted, late, looped };
}

/** @param steps  those of the newest version */
export function toJourney(
  journey: Journey,
  steps: readonly ListedStep[],
  { all, versions }: { all: JourneyStatistics; versions: VersionStatistics[] },
  shown: Pick<PanelJourneyDto, 'hidesSteps' | 'changedTexts'>,
): PanelJourneyDto {
  const { nodes, ...figures } = all;
  return {
    ...toListed({ ...journey, ...figures }),
    heldOut: figures.heldOut,
    heldOutConverted: figures.heldOutConverted,
    effect: toEffect(journey, figures),
    ...describeEntry(journey.definition.entry),
    goal: journey.definition.goal?.event ?? null,
    ...shown,
    steps: toSteps(steps, nodes),
    versions: versions.map(({ nodes: _nodes, limited: _limited, ...version }) => version),
  };
}

function toEffect({ definition }: Journey, figures: Omit<JourneyStatistics, 'nodes'>): HoldoutDifferenceDto | null {
  const effect = definition.goal && compareHeldOut(figures);
  return effect ? { difference: effect.difference, from: effect.from, to: effect.to } : null;
}

/** @param isShown  whether the caller sees keys, which are values of events and may be private */
export function toWaiting(
  { items, next }: { items: WaitingPerson[]; next: string | null },
  isShown: boolean,
): WaitingPeopleDto {
  return {
    items: items.map(({ uid, extId, version, key, enteredAt, since, dueAt }) => ({
      uid: String(uid),
      extId,
      version,
      key: isShown && key !== '' ? key : null,
      enteredAt: enteredAt.toISOString(),
      since: since.toISOString(),
      until: dueAt.toISOString(),
    })),
    next,
  };
}

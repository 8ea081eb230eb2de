import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Field } from '../../../kit/controls/field.js';
import { Select } from '../../../kit/controls/select.js';
import { Card } from '../../../kit/layout/card.js';
import { Fold } from '../../../kit/layout/fold.js';
import { withValues } from '../model/edits.js';
import {
  type Fields,
  isFields,
  listSends,
  textOf,
  type WrittenJourney,
  withoutEmpty,
} from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { useEditorMessages } from '../texts/messages.js';
import { EventFields } from './awaited-fields.js';
import { NumberText, OptionalText, Span } from './parts.js';
import { WayFields, WAYS, type Way } from './way-fields.js';

const BEGIN: Readonly<Record<Way, Fields>> = {
  event: { event: '' },
  segment: { segment: { joined: '' } },
  date: { date: { attribute: '', at: '10:00' } },
  audience: { audience: { target: { sendToAll: true }, at: '10:00' } },
  api: { api: true },
};

interface EntryCardProps {
  words: AudienceWords;
  journey: WrittenJourney;
  isNew: boolean;
  fault: string | undefined;
  onChange: (journey: WrittenJourney) => void;
}

/** Shows entry, goal, limits and control group. */
export function EntryCard({ words, journey, isNew, fault, onChange }: EntryCardProps) {
  const messages = useFieldMessages();
  const editor = useEditorMessages();
  const { entry, goal, limits, holdout } = journey;
  const way = WAYS.find((each) => entry[each] !== undefined) ?? 'event';
  const change = (fields: Fields): void => onChange(withValues(journey, fields));
  const changeEntry = (fields: Fields): void => change({ entry: withoutEmpty({ ...entry, ...fields }) });
  const changeLimits = (fields: Fields): void => {
    const next = withoutEmpty({ ...limits, ...fields });
    change({ limits: Object.keys(next).length === 0 ? undefined : next });
  };
  return (
    <Card title={editor.entry}>
      <div className={css['form']}>
        {fault !== undefined && (
          <p className={css['fault']} role="alert">
            {fault}
          </p>
        )}
        <Field
          label={messages.name}
          value={journey.name}
          help={isNew ? undefined : messages.renameHelp}
          onChange={(name) => change({ name })}
        />
        <Select
          label={messages.enterBy}
          value={way}
          options={WAYS.map((each) => [each, messages.entryWays[each]] as const)}
          onChange={(next) => {
            const { again } = entry;
            const begin = BEGIN[WAYS.find((each) => each === next) ?? 'event'];
            change({ entry: { ...begin, ...(again !== undefined && { again }) } });
          }}
        />
        <WayFields words={words} way={way} entry={entry} onChange={changeEntry} />
        <Again value={entry['again']} onChange={(again) => changeEntry({ again })} />
        <fieldset className={css['group']}>
          <legend>{messages.goal}</legend>
          <p className={css['quiet']}>{messages.goalHelp}</p>
          {goal === undefined ? (
            <p>
              <Button onPress={() => change({ goal: { event: '' } })}>{messages.addGoal}</Button>
            </p>
          ) : (
            <>
              <EventFields
                words={words}
                sends={listSends(journey)}
                value={goal}
                onChange={(fields) => change({ goal: withoutEmpty({ ...goal, ...fields }) })}
              />
              <p>
                <Button kind="quiet" onPress={() => change({ goal: undefined })}>
                  {messages.removeGoal}
                </Button>
              </p>
            </>
          )}
        </fieldset>
        <Fold title={messages.limits}>
          <div className={css['form']}>
            <NumberText
              label={messages.perDay}
              value={limits?.['perDay']}
              onChange={(perDay) => changeLimits({ perDay })}
            />
            <NumberText
              label={messages.perMinuteLimit}
              value={limits?.['perMinute']}
              onChange={(perMinute) => changeLimits({ perMinute })}
            />
            <OptionalText
              label={messages.holdout}
              value={textOf(holdout).replace('%', '')}
              help={messages.holdoutHelp}
              onChange={(share) => change({ holdout: share === undefined ? undefined : `${share}%` })}
            />
          </div>
        </Fold>
      </div>
    </Card>
  );
}

/** Rule for people who enter again. */
function Again({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const messages = useFieldMessages();
  const way = isFields(value) ? 'after' : textOf(value) || 'always';
  return (
    <>
      <Select
        label={messages.again}
        value={way}
        options={(['always', 'after', 'never'] as const).map((each) => [each, messages.agains[each]] as const)}
        onChange={(next) => onChange(next === 'always' ? undefined : next === 'after' ? { after: '1d' } : next)}
      />
      {isFields(value) && (
        <Span
          label={messages.againAfter}
          value={value['after']}
          onChange={(after) => onChange({ after: after ?? '' })}
        />
      )}
    </>
  );
}

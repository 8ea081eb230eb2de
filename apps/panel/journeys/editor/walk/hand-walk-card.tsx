import { useState } from 'react';
import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Field } from '../../../kit/controls/field.js';
import { Select } from '../../../kit/controls/select.js';
import { Card } from '../../../kit/layout/card.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useDescription, useTimes } from '../../scenario/outcome.js';
import { useEventText } from '../../../widgets/journeys/event-text.js';
import { eventOf } from '../forms/awaited-fields.js';
import css from '../look/editor.module.css';
import { type Fields, idOf, kindOf, listPlaced, textOf, type WrittenJourney } from '../model/written-journey.js';
import { type Act, type Happening, type HandWalk, listHappenings, nextTime, readValues, timeOf } from './hand-walk.js';
import { useHandWalkMessages } from './messages.js';
import { PersonFields } from './person-fields.js';
import type { WalkedByHand } from './use-hand-walk.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface HandWalkProps {
  words: AudienceWords;
  journey: WrittenJourney;
  by: WalkedByHand;
}

/** A walk through the journey as it is edited: a member lets events happen to a person, and time pass. */
export function HandWalkCard({ words, journey, by }: HandWalkProps) {
  const messages = useHandWalkMessages();
  const { walk, setWalk } = by;
  return (
    <Card title={messages.title} note={messages.note}>
      {walk === undefined ? (
        <p>
          <Button onPress={() => setWalk(beginWalk())}>{messages.begin}</Button>
        </p>
      ) : (
        <Walking words={words} journey={journey} by={by} walk={walk} />
      )}
    </Card>
  );
}

function Walking({ words, journey, by, walk }: HandWalkProps & { walk: HandWalk }) {
  const messages = useHandWalkMessages();
  const timeText = useTimes();
  const { moments, fault, setWalk } = by;
  const now = timeOf(walk);
  const next = nextTime(moments, now);
  const act = (added: Act): void => setWalk({ ...walk, acts: [...walk.acts, added] });
  const pass = (ms: number): void => act({ kind: 'pass', ms });
  return (
    <div className={css['form']}>
      <p>{messages.now(timeText(new Date(now).toISOString()))}</p>
      <PersonFields person={walk.person} onChange={(person) => setWalk({ ...walk, person })} />
      <EventForm words={words} happenings={listHappenings(journey)} onHappen={act} />
      <p className={css['actions']}>
        <Button onPress={() => pass(HOUR_MS)}>{messages.hourLater}</Button>
        <Button onPress={() => pass(DAY_MS)}>{messages.dayLater}</Button>
        <Button isDisabled={next === undefined} onPress={() => next !== undefined && pass(next - now)}>
          {messages.untilNext}
        </Button>
      </p>
      {fault !== undefined && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <Moments journey={journey} by={by} hasBegun={walk.acts.length > 0} />
      <p className={css['actions']}>
        <Button
          kind="quiet"
          isDisabled={walk.acts.length === 0}
          onPress={() => setWalk({ ...walk, acts: walk.acts.slice(0, -1) })}
        >
          {messages.back}
        </Button>
        <Button kind="quiet" onPress={() => setWalk({ ...beginWalk(), person: walk.person })}>
          {messages.again}
        </Button>
        <Button kind="quiet" onPress={() => setWalk(undefined)}>
          {messages.end}
        </Button>
      </p>
    </div>
  );
}

interface EventFormProps {
  words: AudienceWords;
  happenings: readonly Happening[];
  onHappen: (act: Act) => void;
}

/** An event that happens now. Values that the journey compares have fields of their own. */
function EventForm({ words, happenings, onHappen }: EventFormProps) {
  const messages = useHandWalkMessages();
  const eventText = useEventText();
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [more, setMore] = useState('');
  const named = happenings.map((happening) => [nameOf(happening), happening] as const);
  const others = words.events
    .filter(({ code }) => !happenings.some(({ name }) => name === code))
    .map(({ code }) => [code, { name: code, attrs: {}, codes: [] }] as const);
  const all = [...named, ...others];
  const [name, happening] = all.find(([each]) => each === chosen) ?? all[0] ?? [];
  if (name === undefined || happening === undefined) {
    return <p className={css['quiet']}>{messages.noEvents}</p>;
  }
  const label = (code: string): string =>
    eventOf(words, happening.name)?.attributes.find((attribute) => attribute.code === code)?.label ?? code;
  const attrs = (): Fields => {
    const own = happening.codes.flatMap((code) =>
      Object.entries((values[code] ?? '') === '' ? {} : readValues(`${code}=${values[code]}`)),
    );
    return { ...readValues(more), ...Object.fromEntries(own), ...happening.attrs };
  };
  return (
    <>
      <Select
        label={messages.event}
        value={name}
        options={all.map(
          ([each, { name: code, attrs }]) =>
            [each, nameOf({ name: eventOf(words, code)?.label ?? eventText(code), attrs })] as const,
        )}
        onChange={setChosen}
      />
      {happening.codes.map((code) => (
        <Field
          key={code}
          label={label(code)}
          value={values[code] ?? ''}
          onChange={(value) => setValues({ ...values, [code]: value })}
        />
      ))}
      <Field label={messages.values} help={messages.attributesHelp} value={more} onChange={setMore} />
      <p>
        <Button kind="primary" onPress={() => onHappen({ kind: 'event', name: happening.name, attrs: attrs() })}>
          {messages.happen}
        </Button>
      </p>
    </>
  );
}

/** Steps that the person has met, the newest last. */
function Moments({
  journey,
  by: { moments },
  hasBegun,
}: Pick<HandWalkProps, 'journey' | 'by'> & { hasBegun: boolean }) {
  const { f } = useI18n();
  const messages = useHandWalkMessages();
  const describe = useDescription(callsOf(journey));
  return (
    <div role="status">
      {moments.length === 0 ? (
        hasBegun && <p>{messages.nothing}</p>
      ) : (
        <ol className={css['list']}>
          {moments.map((moment, index) => (
            <li key={`${index} ${moment.at}`}>
              <time dateTime={moment.at}>{f.moment(moment.at)}</time> {describe(moment)}
              {moment.text !== undefined && <span className={css['quiet']}> {moment.text}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Ids of the steps that call a webhook. */
function callsOf({ steps }: WrittenJourney): ReadonlySet<string> {
  return new Set(listPlaced(steps).flatMap(({ step }) => (kindOf(step) === 'webhook' ? idOf(step) : [])));
}

function nameOf({ name, attrs }: Pick<Happening, 'name' | 'attrs'>): string {
  return [name, textOf(attrs['segment'] ?? attrs['node'])].filter((part) => part !== '').join(' ');
}

function beginWalk(): HandWalk {
  return {
    start: Math.floor(Date.now() / 1000) * 1000,
    person: { attributes: '', tags: '', segments: '', timeZone: '' },
    acts: [],
  };
}

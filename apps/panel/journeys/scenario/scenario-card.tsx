import { useState } from 'react';
import { type Journey, type ScenarioOutcome, testJourney } from '../../api/journeys.js';
import { Button } from '../../kit/controls/button.js';
import { TextArea } from '../../kit/controls/field.js';
import { Card } from '../../kit/layout/card.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import css from './scenario.module.css';
import { Differences, TimeLines } from './outcome.js';
import { useScenarioMessages } from './messages.js';

const ROWS = 12;

/** Runs a scenario against the journey, and shows a time line of each person. */
export function ScenarioCard({ journey }: { journey: Journey }) {
  const messages = useScenarioMessages();
  const { app } = useApplication();
  const [scenario, setScenario] = useState(() => writeExample(journey));
  const [outcome, setOutcome] = useState<ScenarioOutcome>();
  const calls = new Set(journey.steps.flatMap(({ id, kind }) => (kind === 'webhook' ? id : [])));
  const { run, isPending, fault } = useChange(() => testJourney(app.key, journey.id, scenario), [], setOutcome);
  return (
    <Card title={messages.title} note={messages.note}>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          setOutcome(undefined);
          run();
        }}
      >
        <TextArea
          label={messages.scenario}
          help={messages.scenarioHelp}
          rows={ROWS}
          value={scenario}
          onChange={setScenario}
        />
        {fault !== undefined && (
          <p className={css['fault']} role="alert">
            {fault}
          </p>
        )}
        <div>
          <Button type="submit" kind="primary" isPending={isPending}>
            {messages.run}
          </Button>
        </div>
        {outcome && (
          <>
            <Differences outcome={outcome} />
            <TimeLines outcome={outcome} calls={calls} />
          </>
        )}
      </form>
    </Card>
  );
}

/** A scenario that lets one person in, to go on from. */
function writeExample({ entry, entryBy, entryKey }: Journey): string {
  const key = entryKey === null ? '' : `, ${entryKey}: "1"`;
  const name =
    entryBy === 'segment'
      ? `SegmentJoined, segment: ${JSON.stringify(entry ?? '')}`
      : entryBy === 'api'
        ? `JourneyEntered${key}`
        : `${JSON.stringify(entry ?? '')}${key}`;
  const events = entryBy === 'date' || entryBy === 'audience' ? '' : `\n  - { at: +0s, extId: ada, name: ${name} }`;
  const start = `${new Date().toISOString().slice(0, 10)}T09:00:00Z`;
  return [
    `start: "${start}"`,
    'people:',
    '  - { extId: ada, profile: {}, tags: [] }',
    `events:${events === '' ? ' []' : events}`,
    'expect:',
    '  sent: []',
    '',
  ].join('\n');
}

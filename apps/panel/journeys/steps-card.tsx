import type { Journey, JourneyStep } from '../api/journeys.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { join } from '../kit/layout/join.js';
import { Table, type Column } from '../kit/tables/table.js';
import { journeyPath } from '../navigation/journey-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useStepText } from '../widgets/journeys/step-text.js';
import css from './journeys.module.css';
import type { Figures } from './editor/model/figures.js';
import { useJourneyMessages } from './messages.js';
import { LeftHere } from './period/left-here.js';

interface StepsCardProps {
  journey: Journey;
  figures: Figures;
  /** The step whose people are shown. */
  chosen: string | undefined;
}

/** The steps of a journey as a list, with the people at each. */
export function StepsCard({ journey, figures, chosen }: StepsCardProps) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const textOf = useStepText();
  const { app, may } = useApplication();
  const columns: Column<JourneyStep>[] = [
    {
      id: 'step',
      name: messages.step,
      isName: true,
      renderCell: (step) => (
        <span className={join(css['step'], step.depth === 1 && css['deep'], step.depth > 1 && css['deeper'])}>
          {step.kind === 'goto' ? '→' : step.id}
          <span className={css['quiet']}>
            {step.way !== null && `${messages.ways[step.way] ?? step.way}: `}
            {textOf(step)}
          </span>
        </span>
      ),
    },
    {
      id: 'inside',
      name: messages.inside,
      isNumber: true,
      renderCell: ({ id, kind, inside }) =>
        kind === 'goto' ? (
          '–'
        ) : inside > 0 && id !== chosen && may('users.read') ? (
          <Link href={journeyPath(app.key, { journey: journey.id, step: id })}>
            {f.number(inside)}
            <span className="only-read"> {messages.show(id)}</span>
          </Link>
        ) : (
          f.number(inside)
        ),
    },
    {
      id: 'passed',
      name: messages.passed,
      isNumber: true,
      renderCell: ({ id, kind }) => (kind === 'goto' ? '–' : f.number(figures.get(id)?.passed ?? 0)),
    },
    {
      id: 'left',
      name: messages.left,
      isNumber: true,
      from: 'middle',
      renderCell: ({ id, kind }) => (kind === 'goto' ? '–' : <LeftHere left={figures.get(id)?.left ?? []} />),
    },
  ];
  return (
    <Card title={messages.steps} isFlush>
      <Table
        caption={messages.steps}
        columns={columns}
        rows={journey.steps}
        keyOf={({ id, kind, way }) => `${id} ${kind} ${way}`}
      />
    </Card>
  );
}

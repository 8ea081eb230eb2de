import { lazy, Suspense, useEffect, useRef } from 'react';
import { Card } from '../../kit/layout/card.js';
import type { BlankFilling } from '../../widgets/sends/check/blank-places.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { useApplication } from '../../session/application.js';
import css from '../form/composer.module.css';
import { useComposerMessages } from '../form/messages.js';
import { CARDS, focusCard } from '../form/cards.js';
import type { Sending } from './use-sending.js';

/** A campaign is written long before it is checked. */
const CheckFigures = lazy(() =>
  import('./late-parts.js').then(({ CheckFigures: component }) => ({ default: component })),
);
const CheckProgress = lazy(() =>
  import('./late-parts.js').then(({ CheckProgress: component }) => ({ default: component })),
);

/** Shows what a check counted. */
export function CheckCard({ sending, filling }: { sending: Sending; filling: BlankFilling }) {
  const messages = useComposerMessages();
  const { app, may } = useApplication();
  const { checked, isCurrent, isChecking, share } = sending;
  const isCounting = isChecking && share > 0;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (checked && card.current) {
      bringIntoSight(card.current);
    }
  }, [checked]);
  return (
    <div ref={card}>
      <Card title={messages.checkTitle}>
        <div className={css['rows']} role="status">
          {!isCurrent && !isCounting && <p className={css['quiet']}>{messages.checkHelp}</p>}
          <Suspense fallback={<Skeleton lines={4} />}>
            {isCounting && <CheckProgress share={share} />}
            {checked && isCurrent && (
              <CheckFigures
                app={app.key}
                check={checked}
                canSeePeople={may('users.read')}
                filling={filling}
                onPlace={(place) => focusCard(CARDS[place])}
              />
            )}
          </Suspense>
        </div>
      </Card>
    </div>
  );
}

/** A check is asked for at the end of the window: its figures may be out of sight, in the column beside the form or below it. */
function bringIntoSight(card: HTMLElement): void {
  const column = card.closest('[data-column]');
  if (column && column.scrollHeight > column.clientHeight) {
    column.scrollTop += card.getBoundingClientRect().top - column.getBoundingClientRect().top;
  } else {
    card.scrollIntoView({ block: 'start' });
  }
}

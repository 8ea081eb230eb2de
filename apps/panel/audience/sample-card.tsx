import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audienceSample } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import css from './audience.module.css';
import { useAudienceMessages } from './messages.js';

/**
 * Lists some users of the audience on request, each with a link to the user's page.
 *
 * @param target  as it is written now: a target that still settles would change a moment later, and hide the sample
 */
export function SampleCard({ target }: { target: object }) {
  const messages = useAudienceMessages();
  const { app, may } = useApplication();
  const [draw, setDraw] = useState<{ asked: string; number: number }>();
  // The same target is a new object after each reload of the application's attributes.
  const text = JSON.stringify(target);
  const isDrawn = draw?.asked === text;
  const query = useQuery({ ...audienceSample(app.key, target, draw?.number ?? 0), enabled: isDrawn });
  if (!may('users.read')) {
    return null;
  }
  return (
    <Card title={messages.people} note={messages.peopleNote}>
      <div className={css['rows']}>
        {isDrawn && (
          <Loaded query={query}>
            {({ items }) =>
              items.length === 0 ? (
                <p>{messages.noUsers}</p>
              ) : (
                <ul className={css['people']}>
                  {items.map(({ uid, extId }) => (
                    <li key={uid}>
                      <Link href={paths.user(app.key, uid)}>{extId ?? messages.noExtId(uid)}</Link>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
        <p>
          <Button
            isPending={isDrawn && query.isFetching}
            onPress={() => setDraw({ asked: text, number: (draw?.number ?? 0) + 1 })}
          >
            {isDrawn ? messages.drawAgain : messages.draw}
          </Button>
        </p>
      </div>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { Arrivals } from '../../widgets/sends/arrivals.js';
import { usePersonMessages } from '../messages.js';
import css from '../look/page.module.css';

/** Draws a message for the address that got it: in the person's language, with the values of now. */
export function DrawnMessage({ uid, messageId }: { uid: string; messageId: string }) {
  const messages = usePersonMessages();
  const { app } = useApplication();
  const query = useQuery(queries.message(app.key, uid, messageId));
  return (
    <div className={css['why']}>
      <Loaded
        query={query}
        skeleton={<Skeleton lines={4} />}
        missing={{ title: messages.messageGone, help: messages.messageGoneHelp }}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className={css['detail']}>{messages.addressGone}</p>
          ) : (
            <>
              <p className={css['detail']}>{messages.drawnNow}</p>
              <Arrivals items={items} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

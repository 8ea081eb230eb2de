import { useQuery } from '@tanstack/react-query';
import { type HomeStep, homeQueries } from '../../api/home/home.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Icon } from '../../kit/layout/icon.js';
import { join } from '../../kit/layout/join.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import css from './steps.module.css';
import { useStepMessages } from './messages.js';

/** The steps to a first campaign. Facts tick them, and the list goes away with the last one. */
export function Steps() {
  const messages = useStepMessages();
  const { app } = useApplication();
  const { data } = useQuery(homeQueries.steps(app.key));
  const items = data?.items ?? [];
  if (items.every(({ done }) => done)) {
    return null;
  }
  const hrefs: Readonly<Record<HomeStep['step'], string>> = {
    account: paths.accounts(app.key),
    people: paths.imports(app.key),
    attribute: paths.section(app.key, 'attributes'),
    campaign: paths.composer(app.key),
    colleague: paths.members(),
  };
  return (
    <Card title={messages.title} note={messages.note(items.filter(({ done }) => done).length, items.length)}>
      <ol className={css['steps']}>
        {items.map(({ step, done }, index) => (
          <li key={step}>
            <span className={join(css['step'], done && css['done'])}>{done ? <Icon name="check" /> : index + 1}</span>
            {done ? (
              `${messages.names[step]} (${messages.done})`
            ) : (
              <Link href={hrefs[step]}>{messages.names[step]}</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

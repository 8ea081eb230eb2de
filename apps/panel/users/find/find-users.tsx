import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import { Link } from '../../kit/controls/link.js';
import { SearchField } from '../../kit/controls/field.js';
import { Card } from '../../kit/layout/card.js';
import { Screen } from '../../kit/layout/screen.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { peoplePaths } from '../../navigation/people-paths.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useSettled } from '../../widgets/use-settled.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './find-users.module.css';
import { FoundPeopleTable } from './found-people.js';
import { useFindMessages } from './messages.js';

/** After the last key. */
const TYPING_MS = 200;
/** The last typed text by application, kept for the way back from a person. The address of the page does not have it. */
const typed = new Map<string, string>();

/** People: the newest ones, and those with a part of what is typed. */
export function FindUsers() {
  const { w } = useI18n();
  const messages = useFindMessages();
  const { app, may } = useApplication();
  const [text, setText] = useState(typed.get(app.key) ?? '');
  const wish = useSettled(text.trim(), TYPING_MS);
  const query = useQuery(queries.people(app.key, wish));
  return (
    <Screen
      title={w.users.title}
      actions={
        <>
          {may('users.read') && (
            <Link kind="button" href={peoplePaths.suppressions(app.key)}>
              {messages.suppressions}
            </Link>
          )}
          {may('users.erase') && (
            <Link kind="button" href={peoplePaths.erasures(app.key)}>
              {messages.erasures}
            </Link>
          )}
          {may('users.import') && (
            <Link kind="button" href={paths.imports(app.key)}>
              {messages.imports}
            </Link>
          )}
        </>
      }
    >
      <Card isFlush>
        <div className={css['head']}>
          <SearchField
            // The screen begins with it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            label={messages.search}
            value={text}
            onChange={(next) => {
              typed.set(app.key, next);
              setText(next);
            }}
            className={css['field']}
          />
          <p className={css['help']}>{may('users.private') ? messages.searchHelp : messages.openHelp}</p>
        </div>
        <div aria-live="polite">
          <Loaded
            query={query}
            skeleton={
              <div className={css['inset']}>
                <Skeleton lines={6} height={28} />
              </div>
            }
          >
            {(people) => (
              <>
                <h2 className={css['title']}>{wish === '' ? messages.newest : messages.found}</h2>
                <FoundPeopleTable people={people} text={wish} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
    </Screen>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../api/refusal.js';
import { exportColumns, exportUsers } from '../api/users/exports.js';
import { download } from '../figures/download.js';
import { Button } from '../kit/controls/button.js';
import { Choices } from '../kit/controls/choices.js';
import { Card } from '../kit/layout/card.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useTargetWords } from '../targets/words.js';
import css from './audience.module.css';
import { useExportWords } from './export-words.js';

/**
 * Saves the users of the audience, with chosen columns.
 *
 * @param target  undefined while it is not complete
 */
export function ExportCard({ target }: { target: object | undefined }) {
  const words = useExportWords();
  const { finish } = useTargetWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={words.title}>
      <div className={css['rows']}>
        <p className={css['quiet']}>{target === undefined ? finish : words.help}</p>
        {isOpen ? (
          <Saving target={target} />
        ) : (
          <div>
            <Button isDisabled={target === undefined} onPress={() => setOpen(true)}>
              {words.choose}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Saving({ target }: { target: object | undefined }) {
  const words = useExportWords();
  const { app } = useApplication();
  const [columns, setColumns] = useState<string[]>([]);
  const { state, save, stop } = useSaving(app.key);
  return (
    <>
      <Loaded query={useQuery(exportColumns(app.key))}>
        {({ items }) => (
          <Choices
            label={words.columns}
            values={columns}
            options={items.map(({ code, label, private: isPrivate }) => {
              const name = label ?? code;
              return [code, isPrivate ? words.isPrivate(name) : name] as const;
            })}
            onChange={setColumns}
          />
        )}
      </Loaded>
      <div>
        <Button
          isDisabled={target === undefined && state !== 'saving'}
          onPress={state === 'saving' ? stop : () => target && void save({ target, columns })}
        >
          {state === 'saving' ? words.stop : words.save}
        </Button>
      </div>
      <p role="status">{state === undefined ? '' : typeof state === 'string' ? words[state] : state.fault}</p>
    </>
  );
}

type State = 'saving' | 'saved' | 'stopped' | 'brokenOff' | { fault: string };

/** Asks for the file and hands it to the browser; leaving the screen ends it. */
function useSaving(app: string) {
  const [state, setState] = useState<State>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (order: { target: object; columns: readonly string[] }): Promise<void> => {
    const asking = new AbortController();
    running.current = asking;
    setState('saving');
    try {
      download(await exportUsers(app, order, asking.signal), 'users.csv');
      setState('saved');
    } catch (error) {
      const refusal = error instanceof Refusal && !error.isOffline ? error : undefined;
      setState(asking.signal.aborted ? 'stopped' : refusal ? { fault: refusal.message } : 'brokenOff');
    }
  };
  return { state, save, stop: () => running.current?.abort() };
}

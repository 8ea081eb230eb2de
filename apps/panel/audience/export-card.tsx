import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exportColumns, usersCsv } from '../api/users/exports.js';
import { SaveFile } from '../widgets/saving/save-file.js';
import { Button } from '../kit/controls/button.js';
import { Choices } from '../kit/controls/choices.js';
import { Card } from '../kit/layout/card.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useTargetMessages } from '../targets/messages.js';
import css from './audience.module.css';
import { useExportMessages } from './export-messages.js';

const FILE = 'users.csv';

/**
 * Saves the users of the audience, with chosen columns.
 *
 * @param target  undefined while it is not complete
 */
export function ExportCard({ target }: { target: object | undefined }) {
  const messages = useExportMessages();
  const { finish } = useTargetMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={messages.title}>
      <div className={css['rows']}>
        <p className={css['quiet']}>{target === undefined ? finish : messages.help}</p>
        {isOpen ? (
          <Saving target={target} />
        ) : (
          <div>
            <Button isDisabled={target === undefined} onPress={() => setOpen(true)}>
              {messages.choose}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Saving({ target }: { target: object | undefined }) {
  const messages = useExportMessages();
  const { app } = useApplication();
  const [columns, setColumns] = useState<string[]>([]);
  return (
    <>
      <Loaded query={useQuery(exportColumns(app.key))}>
        {({ items }) => (
          <Choices
            label={messages.columns}
            values={columns}
            options={items.map(({ code, label, private: isPrivate }) => {
              const name = label ?? code;
              return [code, isPrivate ? messages.isPrivate(name) : name] as const;
            })}
            onChange={setColumns}
          />
        )}
      </Loaded>
      <SaveFile label={messages.save} source={target && usersCsv(app.key, { target, columns })} name={FILE} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignViews, removeView, renameView, saveView, type View } from '../../api/views/views.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { Menu } from '../../kit/controls/menu.js';
import { useToast } from '../../kit/states/toast.js';
import { useChange } from '../../loading/use-change.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './campaigns.module.css';
import { useListMessages } from './messages.js';

type Filters = Readonly<Record<string, string | undefined>>;

/** The member's saved views: a way to each, and saving, renaming and removing the one that is shown. */
export function ViewsMenu({ filters }: { filters: Filters }) {
  const messages = useListMessages();
  const { app } = useApplication();
  const { data } = useQuery(campaignViews(app.key));
  const [question, setQuestion] = useState<'save' | 'rename' | undefined>(undefined);
  const notify = useToast();
  const views = data?.items ?? [];
  const now = written(filters);
  const shown = views.find((view) => textOf(view.filters) === textOf(now));
  const outdated = [campaignViews(app.key).queryKey];
  const removal = useChange(
    () => removeView(app.key, shown?.id ?? ''),
    outdated,
    () => notify(messages.viewRemoved),
  );
  const commands = shown
    ? [
        { id: 'rename', text: messages.viewRename(shown.name) },
        { id: 'remove', text: messages.viewRemove(shown.name) },
      ]
    : Object.keys(now).length > 0
      ? [{ id: 'save', text: messages.viewSave }]
      : [];
  return (
    <>
      <Menu
        label={messages.views}
        trigger={shown?.name ?? messages.views}
        groups={[
          ...(views.length > 0
            ? [
                {
                  title: messages.views,
                  entries: views.map(({ id, name, filters: saved }) => ({
                    id,
                    name,
                    text: name,
                    href: paths.campaigns(app.key, saved),
                  })),
                  onChoose: () => {},
                },
              ]
            : []),
          {
            entries: (commands.length > 0 ? commands : [{ id: 'none', text: messages.viewNone }]).map(
              ({ id, text }) => ({
                id,
                name: text,
                text,
              }),
            ),
            onChoose: (id) =>
              id === 'remove' ? removal.run() : id === 'save' || id === 'rename' ? setQuestion(id) : undefined,
          },
        ]}
      />
      {question && (
        <Dialog
          title={question === 'save' ? messages.viewSave : messages.viewRename(shown?.name ?? '')}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}
        >
          {() => (
            <NameForm
              view={question === 'rename' ? shown : undefined}
              filters={now}
              onClose={() => setQuestion(undefined)}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

interface NameFormProps {
  /** The view that gets another name; absent: the filters are saved under a new one. */
  view: View | undefined;
  filters: View['filters'];
  onClose: () => void;
}

function NameForm({ view, filters, onClose }: NameFormProps) {
  const { w } = useI18n();
  const messages = useListMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [name, setName] = useState(view?.name ?? '');
  const change = useChange(
    () => (view ? renameView(app.key, view.id, name.trim()) : saveView(app.key, { name: name.trim(), filters })),
    [campaignViews(app.key).queryKey],
    () => {
      notify(messages.viewSaved(name.trim()));
      onClose();
    },
  );
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        change.run();
      }}
    >
      <Field label={messages.viewName} value={name} onChange={setName} help={change.fault ?? messages.viewNameHelp} />
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={name.trim() === ''}>
          {messages.viewSaveNow}
        </Button>
      </DialogActions>
    </form>
  );
}

function written(filters: Filters): View['filters'] {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  );
}

/** Writes filters as a text that does not depend on their order. */
function textOf(filters: View['filters']): string {
  return JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

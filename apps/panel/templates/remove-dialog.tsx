import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteTemplate, templateKey, type ListedTemplate } from '../api/templates/templates.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Icon } from '../kit/layout/icon.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './templates.module.css';
import { useTemplateMessages } from './messages.js';

/** Asks before a template is deleted, and lists the drafts that it breaks. */
export function RemoveDialog({ template }: { template: ListedTemplate }) {
  const messages = useTemplateMessages();
  return (
    <Dialog
      title={messages.removeTitle}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={messages.remove(template.name)}>
          <Icon name="close" />
        </Button>
      }
    >
      {(close) => <Question template={template} onClose={close} />}
    </Dialog>
  );
}

function Question({ template, onClose }: { template: ListedTemplate; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const reload = (): void => void client.invalidateQueries({ queryKey: templateKey(app.key) });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => deleteTemplate(app.key, template),
    onSuccess: () => {
      notify(messages.removed);
      onClose();
      reload();
    },
    // The dialog shows the present uses.
    onError: reload,
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <div className={css['rows']}>
      <p>{messages.removeNote}</p>
      {template.uses.length > 0 && (
        <>
          <p>{messages.removeUsed}</p>
          <ul>
            {template.uses.map(({ draft, name }) => (
              <li key={draft}>{name === '' ? messages.nameless : name}</li>
            ))}
          </ul>
        </>
      )}
      {error && (
        <p className={css['fault']} role="alert">
          {refusal?.code === 'changed_meanwhile'
            ? messages.removeMoved
            : refusalText(refusal, w.state.offline, w.state.serverFault)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={() => mutate()}>
          {messages.actions}
        </Button>
      </DialogActions>
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askedUid, changeUser, type PersonDifference } from '../../api/people.js';
import { queries } from '../../api/queries.js';
import { Refusal } from '../../api/refusals/refusal.js';
import type { PersonChanges, UserHead } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { ChangeForm } from './change-form.js';
import { Differences } from './differences.js';
import css from './edit.module.css';
import { useEditMessages } from './messages.js';

/** Changes a person: first what, then what exactly would become another value, then it is done. */
export function ChangeDialog({ user }: { user: UserHead }) {
  const messages = useEditMessages();
  return (
    <Dialog
      title={messages.changeOf(user.names ?? user.extId ?? user.uid)}
      trigger={<Button>{messages.change}</Button>}
    >
      {(close) => <Change user={user} onClose={close} />}
    </Dialog>
  );
}

function Change({ user, onClose }: { user: UserHead; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useEditMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const [asked, setAsked] = useState<{ changes: PersonChanges; mark: string }>();
  const [differences, setDifferences] = useState<readonly PersonDifference[]>();
  const readAgain = () => client.invalidateQueries({ queryKey: queries.user(app.key, askedUid(user)).queryKey });
  const mutation = useMutation({
    mutationFn: ({ changes, mark }: { changes: PersonChanges; mark?: string }) =>
      changeUser(app.key, user.uid, changes, mark),
    // Another member's change of the person is seen behind the dialog.
    onError: () => void readAgain(),
    onSuccess: ({ items, mark: previewMark }, { changes, mark }) => {
      if (mark === undefined) {
        setAsked({ changes, mark: previewMark });
        setDifferences(items);
        return;
      }
      void readAgain();
      notify(messages.changed);
      onClose();
    },
  });
  const fault =
    mutation.error === null
      ? undefined
      : refusalText(
          mutation.error instanceof Refusal ? mutation.error : undefined,
          w.state.offline,
          w.state.serverFault,
        );
  const isReview = differences !== undefined && asked !== undefined;
  return (
    <>
      {/* What was typed stays where the reader goes back to it. */}
      <div hidden={isReview}>
        <ChangeForm
          user={user}
          fault={isReview ? undefined : fault}
          isPending={mutation.isPending}
          onClose={onClose}
          onReview={(changes) => mutation.mutate({ changes })}
        />
      </div>
      {isReview && (
        <div className={css['form']}>
          <Differences user={user} items={differences} />
          {fault !== undefined && <p className={css['fault']}>{fault}</p>}
          <DialogActions>
            <Button
              onPress={() => {
                mutation.reset();
                setDifferences(undefined);
              }}
            >
              {messages.back}
            </Button>
            <Button
              kind="primary"
              isDisabled={differences.length === 0}
              isPending={mutation.isPending}
              onPress={() => mutation.mutate(asked)}
            >
              {messages.save}
            </Button>
          </DialogActions>
        </div>
      )}
    </>
  );
}

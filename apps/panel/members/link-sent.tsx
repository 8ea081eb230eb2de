import type { SentLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { DialogActions } from '../kit/controls/dialog.js';
import css from './members.module.css';
import { LinkShown } from './link-shown.js';
import { useMemberMessages } from './messages.js';

interface LinkSentProps {
  name: string;
  email: string;
  sent: SentLink;
  onClose: () => void;
}

/** Shows where a link went; a link that no mail has is shown. */
export function LinkSent({ name, email, sent: { link, mail }, onClose }: LinkSentProps) {
  const messages = useMemberMessages();
  if (link === null) {
    return (
      <div className={css['form']} role="status">
        <p>{messages.mailed(email)}</p>
        <p className={css['quiet']}>{messages.mailedHelp}</p>
        <DialogActions>
          <Button kind="primary" onPress={onClose}>
            {messages.done}
          </Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <>
      {mail !== null && mail !== 'sent' && (
        <p className={css['fault']} role="alert">
          {messages.mailFaults[mail]}
        </p>
      )}
      <LinkShown name={name} link={link} onClose={onClose} />
    </>
  );
}

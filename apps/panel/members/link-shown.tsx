import type { MemberLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { DialogActions } from '../kit/controls/dialog.js';
import { Code } from '../kit/layout/code.js';
import { useToast } from '../kit/states/toast.js';
import { BASE } from '../navigation/paths.js';
import { useI18n } from '../i18n/i18n.js';
import css from './members.module.css';
import { useMemberMessages } from './messages.js';

/** Shows a link that works once, and cannot be shown again. */
export function LinkShown({ name, link, onClose }: { name: string; link: MemberLink; onClose: () => void }) {
  const { f } = useI18n();
  const messages = useMemberMessages();
  const notify = useToast();
  const address = `${location.origin}${BASE}/#link=${link.token}`;
  return (
    <div className={css['form']}>
      <p>{messages.linkFor(name)}</p>
      <Code label={messages.link} value={address} />
      <p className={css['quiet']}>{messages.linkHelp(f.moment(link.endsAt))}</p>
      <DialogActions>
        <Button onPress={() => void navigator.clipboard?.writeText(address).then(() => notify(messages.copied))}>
          {messages.copy}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </div>
  );
}

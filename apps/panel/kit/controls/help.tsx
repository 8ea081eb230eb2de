import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useI18n } from '../../i18n/i18n.js';
import css from './help.module.css';

const MARK = '?';

/** A short explanation behind a question mark, for mouse, touch and keyboard. @param of  the name of what is explained */
export function Help({ of, children }: { of: string; children: string }) {
  const { w } = useI18n();
  return (
    <DialogTrigger>
      <Button className={css['mark']} aria-label={w.helpOn(of)}>
        {MARK}
      </Button>
      <Popover className={css['popover']} placement="bottom">
        <Dialog className={css['text']} aria-label={w.helpOn(of)}>
          <p>{children}</p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
